//! What a game is: a position with its moves, its keys, and its static evaluation.

use std::fmt;

use crate::base::{Outcome, Side};

/// The side that acts next, and in which way; or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side chooses a move.
    Decide(Side),
    /// Dice must be rolled for this side before anything else happens.
    Roll(Side),
    /// Neither side: the game is over.
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
/// It does not know repetitions: the keys played so far are in [`Record`](super::Record) and on the
/// search's own stack.
pub trait Position: Clone + Send + 'static {
    /// One decision of one side.
    type Move: Copy + Eq + fmt::Debug + Send;
    /// The data with which [`Self::undo`] restores a position; `Self` where copying is cheaper.
    type Undo: Clone + Send;

    /// The game is drawn when the same [`Self::key`] occurs for the n-th time, if n is given.
    const REPETITION: Option<usize> = None;

    /// The side that acts, or how the game ended, repetition apart.
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

    /// How many moves [`Self::moves`] lists; fast games count them without a list.
    fn count_moves(&self) -> u64 {
        let mut out = Vec::new();
        self.moves(&mut out);
        out.len() as u64
    }

    /// The leaves of the legal tree this many plies below, 2 or more.
    ///
    /// `None` unless the game counts them faster than by playing the moves; for perft only.
    fn count_leaves(&self, _plies: usize) -> Option<u64> {
        None
    }

    /// Plays a move; the caller must see to it that it is legal (checked in debug builds).
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes the last move back: the position is then equal to the one before it.
    fn undo(&mut self, undo: Self::Undo);

    /// Equal for equal positions (board and side to act), different for nearly all others.
    fn key(&self) -> u64;

    /// The key for transposition tables.
    ///
    /// Like [`Self::key`], together with anything else that changes the value (a drop counter near
    /// its limit, for example).
    fn table_key(&self) -> u64 {
        self.key()
    }

    /// The score of the match that this game is part of, and what this game adds to it.
    ///
    /// `None` if it is not part of a match.
    fn match_standing(&self) -> Option<MatchStanding> {
        None
    }

    /// The start position of the next game of the same variant.
    ///
    /// In a match, the score after this finished game goes with it.
    #[must_use]
    fn next_game(&self, start: &Self) -> Self {
        start.clone()
    }
}

/// The score of a match, and the side that has won it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchStanding {
    /// The points of First and Second, or the games they have won.
    pub points: [u32; 2],
    /// The side that has won the match, if it is over.
    pub winner: Option<Side>,
}

/// A position with a static evaluation.
pub trait Evaluate: Position {
    /// The value of one point in the units of [`Self::evaluate`]: 100 for hundredths.
    ///
    /// A point is what the game counts. Games with dice count expected points, in finer units.
    const UNIT: i32 = 100;

    /// The static value **for the side to act**, of a position that is not over.
    ///
    /// Games without dice: −27,999 to 27,999 ([`crate::base::Score::centi`]). Games with dice:
    /// −3 to 3 points times the cube, [`Self::UNIT`] units to a point; more where the game is part of
    /// a match, cut off at the range of the type.
    fn evaluate(&self) -> i32;

    /// The value of a finished game for a side, in points (1.0 is [`Self::UNIT`] units).
    ///
    /// The points won or lost, unless the game is part of a match.
    fn outcome_value(&self, outcome: Outcome, side: Side) -> f64 {
        let points = f64::from(outcome.points());
        if outcome.winner() == Some(side) { points } else { -points }
    }

    /// The ordering score of a legal move, for move ordering only; a greater one is tried earlier.
    ///
    /// For the side to move, in a unit of the game's own, of at most 2³¹ either way. Moves of one
    /// position are compared by it, never those of two.
    fn ordering_score(&self, _m: Self::Move) -> i32 {
        0
    }

    /// The index of a move in the history table; moves that are alike share one.
    ///
    /// For example the target cell. With one index for all moves nothing is learned.
    fn history_slot(&self, _m: Self::Move) -> usize {
        0
    }
}

/// Marks games without chance, for which plain alpha-beta is sound.
pub trait Deterministic: Evaluate {}
