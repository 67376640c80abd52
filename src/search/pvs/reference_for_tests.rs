//! What a game brings for the tests of its selective search: a slow reference, and cases.
//!
//! `tests/search/pvs` compares the search of every game with a naive one, which knows the rules and
//! [`Reference::fresh_evaluation`] only. With every technique off both must give the same values;
//! with any technique on, a win or loss that the search calls proved must be one.

use super::root_game_trait::RootGame;
use crate::base::SplitMix64;
use crate::game::{Notation, Position, Turn};

/// Random positions whose values are compared at one depth.
#[derive(Clone, Copy, Debug)]
pub struct DepthCases {
    /// The depth in plies.
    pub depth: u32,
    /// How many positions.
    pub positions: usize,
    /// The most legal moves of a position: the naive search tries them all at each ply.
    pub moves: usize,
}

/// Random positions in which wins and losses that the search calls proved are checked.
#[derive(Clone, Copy, Debug)]
pub struct ProofCases {
    /// How many positions.
    pub positions: usize,
    /// The most legal moves of a position.
    pub moves: usize,
    /// The longest wins and losses that the naive search checks, in plies.
    pub plies: u32,
}

/// The cases of a game; none of them may be without positions.
#[derive(Clone, Copy, Debug)]
pub struct Cases {
    /// With every technique off.
    pub full_width: &'static [DepthCases],
    /// With techniques that change which nodes are searched, but no value.
    pub exact_techniques: &'static [DepthCases],
    /// With each technique alone, and with all that the game uses.
    pub proofs: ProofCases,
}

/// The slow reference of a game's selective search, and the cases to compare.
pub trait Reference: RootGame<Position: Notation> {
    /// The cases; they should take some seconds of one core.
    const CASES: Cases;

    /// A start position, of a random variant where the search plays several.
    fn start(random: &mut SplitMix64) -> Self::Position;

    /// The static evaluation of the search, in hundredths for the side to act, made anew from the
    /// position.
    fn fresh_evaluation(position: &Self::Position) -> i32;

    /// Whether a move of the side to act wins at once.
    fn can_win_at_once(position: &Self::Position) -> bool {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut position = position.clone();
        moves.into_iter().any(|m| {
            let undo = position.play(m);
            let turn = position.turn();
            position.undo(undo);
            matches!(turn, Turn::Over(outcome) if outcome.winner().is_some())
        })
    }

    /// Whether the side to act may be without a legal move after these plies: a draw that the
    /// search sees only where it tries the moves. Such positions are left out.
    fn may_be_stuck(_position: &Self::Position, _plies: u32) -> bool {
        false
    }
}
