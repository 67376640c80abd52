//! A play of the roll, and its evaluation so far.

use super::cube_context::CubeContext;
use super::evaluation::Evaluation;
use super::mean_over_rolls::MeanOverRolls;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::movegen::After;
use crate::games::backgammon::board::rolls_and_moves::Move;
use crate::games::backgammon::cube::CubeStateSet;
use crate::games::backgammon::eval::Probabilities;

/// A play of the roll, and its evaluation so far.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) played: Move,
    /// The board after it: the opponent is about to roll.
    pub(super) board: Board,
    /// For the side that makes the play.
    pub(super) chances: Probabilities,
    /// Expected points, for the side that makes the play.
    pub(super) points: f32,
    /// That of the last lookahead.
    mean: Option<MeanOverRolls>,
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
            mean: None,
        }
    }

    /// Takes the evaluation of the board after the play over, which is the opponent's.
    pub(super) fn set_evaluation(&mut self, opponents: &Evaluation) {
        self.chances = opponents.chances.swapped();
        self.points = -opponents.points();
    }

    /// Takes a lookahead over, from the opponent's evaluations after some rolls; `context` is the
    /// opponent's. Nothing changes if they are too few to say anything.
    pub(super) fn set_lookahead(&mut self, by_roll: Vec<Evaluation>, context: CubeContext<'_>) {
        if let Some(found) = MeanOverRolls::new(by_roll, self.mean.as_ref()) {
            self.set_evaluation(&context.before_cube_action(found.mean, CubeStateSet::PRESENT));
            self.mean = Some(found);
        }
    }
}
