//! The n-ply evaluation of several plays on several threads, roll by roll.

use super::candidate::Candidate;
use super::cube_context::CubeContext;
use super::lookahead::{EvaluationRequest, Lookahead};
use super::mean_over_rolls::{ROLLS, rolls_in_order};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::cube::CubeStateSet;
use crate::search::SearchControl;
use crate::search::threads::run_in_parallel;

/// What was evaluated before the limits ended it.
pub(super) struct Evaluated {
    /// Whether all rolls were.
    pub(super) is_whole: bool,
    /// Nodes of all threads but the first.
    pub(super) nodes_of_others: u64,
}

/// Evaluates plays (at least one) with this many plies of lookahead, 1 or more.
///
/// If the limits end it, the plays have estimates by the rolls that were searched after all of
/// them; with 1 ply they stay as they were. `context` is that of the opponent, who is about to roll
/// after each play. What is found does not depend on the number of threads.
pub(super) fn evaluate_plays(
    candidates: &mut [Candidate],
    plies: u32,
    context: CubeContext<'_>,
    lookaheads: &mut [Lookahead],
    control: &mut SearchControl<'_>,
) -> Evaluated {
    let request = EvaluationRequest { plies, context, states: CubeStateSet::PRESENT };
    let boards: Vec<Board> = candidates.iter().map(|candidate| candidate.board).collect();
    let (plays, rolls) = (boards.len(), rolls_in_order());
    let evaluate = |number: usize, lookahead: &mut Lookahead, control: &mut SearchControl<'_>| {
        let (board, roll) = (boards[number % plays], rolls[number / plays]);
        lookahead.evaluate_roll(board, roll, request, control)
    };
    let (found, nodes_of_others) = run_in_parallel(plays * ROLLS, lookaheads, control, evaluate);
    let searched = found.len() / plays;
    for (number, candidate) in candidates.iter_mut().enumerate() {
        let by_roll = found.iter().skip(number).step_by(plays).take(searched);
        candidate.set_lookahead(by_roll.copied().collect(), context);
    }
    Evaluated { is_whole: searched == ROLLS, nodes_of_others }
}
