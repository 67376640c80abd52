//! A position: who acts, which moves there are, and what they do.

use std::fmt;

use crate::base::{Outcome, Side};

/// Who or what acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side chooses a move.
    Decide(Side),
    /// Dice must be rolled for this side before anything else happens.
    Roll(Side),
    /// Nobody: the game is over.
    Over(Outcome),
}

impl Turn {
    /// The side to act (to decide or to roll), if the game goes on.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Decide(side) | Self::Roll(side) => Some(side),
            Self::Over(_) => None,
        }
    }
}

/// One position of a game: small, cheap to copy, and without its own history.
///
/// Repetition is not in here: the keys played so far are in [`super::Record`] and on the
/// search's own stack.
pub trait Position: Clone + Send + 'static {
    /// One decision of one side.
    type Move: Copy + Eq + fmt::Debug + Send;
    /// What [`Self::undo`] needs; `Self` where copying is cheaper than taking back.
    type Undo: Clone + Send;

    /// The game is drawn when the same [`Self::key`] stands for the n-th time, if n is given.
    const REPETITION: Option<usize> = None;

    /// Who acts: the one source of "whose turn" and of "is it over", repetition aside.
    fn turn(&self) -> Turn;

    /// The side to act; once the game is over, the side whose turn it would have been.
    fn side(&self) -> Side {
        match self.turn() {
            Turn::Decide(side) | Turn::Roll(side) => side,
            // Where only the side that moved last can have won.
            Turn::Over(outcome) => outcome.winner().map_or(Side::First, Side::other),
        }
    }

    /// Appends every legal move in a fixed order; none unless [`Turn::Decide`].
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// How many moves [`Self::moves`] gives; fast games count without making them.
    fn count_moves(&self) -> u64 {
        let mut out = Vec::new();
        self.moves(&mut out);
        out.len() as u64
    }

    /// The moves of all positions one ply below together, zero for those that are over.
    ///
    /// `None` unless the game counts them without making them; only perft asks.
    fn count_replies(&self) -> Option<u64> {
        None
    }

    /// Plays a move, which must be legal: that is the caller's duty (checked in debug builds).
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes the last move back: the position is then equal to what it was before.
    fn undo(&mut self, undo: Self::Undo);

    /// Equal for equal positions (board and side to act), different for nearly all others.
    fn key(&self) -> u64;

    /// The key for transposition tables.
    ///
    /// Like [`Self::key`], with whatever else decides the value (a drop counter near its limit,
    /// say).
    fn table_key(&self) -> u64 {
        self.key()
    }
}

/// A position that can be judged at a glance.
pub trait Evaluate: Position {
    /// What [`Self::evaluate`] gives for one point, or for whatever the game counts: 100 for
    /// hundredths. Games with dice count expected points, and finer.
    const UNIT: i32 = 100;

    /// The static value **for the side to act**, of a position that is not over.
    ///
    /// Games without dice: −27,999 to 27,999 ([`crate::base::Score::centi`]). Games with dice:
    /// −3 to 3 points times the cube, in parts of [`Self::UNIT`].
    fn evaluate(&self) -> i32;

    /// What an end of the game is worth to a side, in the points of [`Self::evaluate`].
    ///
    /// Usually what was won or lost; not where the game is part of a match.
    fn settled(&self, outcome: Outcome, side: Side) -> f64 {
        let points = f64::from(outcome.points());
        if outcome.winner() == Some(side) { points } else { -points }
    }

    /// A guess how good a legal move is, for move ordering only; greater is tried earlier.
    fn promise(&self, _m: Self::Move) -> i32 {
        0
    }

    /// A small number for moves that are alike (their target cell, say).
    ///
    /// Under it the search remembers how often such a move was good. One for all: nothing is
    /// learned.
    fn slot(&self, _m: Self::Move) -> usize {
        0
    }
}

/// Marks games without chance, for which plain alpha-beta is sound.
pub trait Deterministic: Evaluate {}
