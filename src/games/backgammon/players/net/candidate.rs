//! A play of the roll, and its evaluation so far.

use super::evaluation::Evaluation;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::movegen::After;
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::eval::Probabilities;

/// A play of the roll, and its evaluation so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) played: Move,
    /// The board after it: the opponent is about to roll.
    pub(super) board: Board,
    /// For the side that makes the play.
    pub(super) chances: Probabilities,
    /// Expected points, for the side that makes the play.
    pub(super) points: f32,
}

impl Candidate {
    /// A play that is not evaluated yet; the side that makes it is the mover of `board`.
    pub(super) fn new(board: Board, played: Move) -> Self {
        let after = match played {
            Move::Checkers(steps) => After::of(board, steps).map(|after| after.board(board)),
            _ => None,
        };
        Self {
            played,
            board: after.unwrap_or_else(|| board.swapped()),
            chances: Probabilities::default(),
            points: f32::NEG_INFINITY,
        }
    }

    /// Takes the evaluation of the board after the play over, which is the opponent's.
    pub(super) fn set_evaluation(&mut self, opponents: &Evaluation) {
        self.chances = opponents.chances.swapped();
        self.points = -opponents.points();
    }
}
