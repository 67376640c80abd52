//! The n-ply evaluation of several plays on several threads: each roll after a play is one job.

use super::candidate::Candidate;
use super::cube_context::CubeContext;
use super::evaluation::Evaluation;
use super::lookahead::{EvaluationRequest, Lookahead};
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::CubeStateSet;
use crate::search::SearchControl;
use crate::search::threads::run_in_parallel;

const ROLLS: usize = Roll::ALL.len();

/// What was evaluated before the limits ended it.
pub(super) struct Evaluated {
    /// Plays, from the front.
    pub(super) plays: usize,
    /// Nodes of all threads but the first.
    pub(super) nodes_of_others: u64,
}

/// Evaluates plays with this many plies of lookahead, as many from the front as the limits allow.
///
/// `context` is that of the opponent, who is about to roll after each play. What is found does
/// not depend on the number of threads.
pub(super) fn evaluate_plays(
    candidates: &mut [Candidate],
    plies: u32,
    context: CubeContext<'_>,
    lookaheads: &mut [Lookahead],
    control: &mut SearchControl<'_>,
) -> Evaluated {
    let request = EvaluationRequest { plies, context, states: CubeStateSet::PRESENT };
    let plays = &*candidates;
    let evaluate = |number: usize, lookahead: &mut Lookahead, control: &mut SearchControl<'_>| {
        let (board, roll) = (plays[number / ROLLS].board, Roll::ALL[number % ROLLS]);
        lookahead.evaluate_roll(board, roll, request, control)
    };
    let (found, nodes_of_others) =
        run_in_parallel(plays.len() * ROLLS, lookaheads, control, evaluate);
    let by_play = found.chunks_exact(ROLLS);
    let plays = by_play.len();
    for (candidate, rolls) in candidates.iter_mut().zip(by_play) {
        let mean = Evaluation::mean_of_rolls(rolls);
        candidate.set_evaluation(&context.before_cube_action(mean, request.states));
    }
    Evaluated { plays, nodes_of_others }
}
