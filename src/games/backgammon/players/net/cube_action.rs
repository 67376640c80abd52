//! Cube decisions: in a bear-off of both sides by all rolls to its end, elsewhere by the cube
//! model with the chances of an n-ply evaluation.

use super::cube_context::CubeContext;
use super::evaluation::Evaluation;
use super::lookahead::{EvaluationRequest, Lookahead};
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::cube::{
    CubeEvaluation, CubeRollouts, CubeStateSet, Stakes, bearoff_equities, decide, efficiency,
};
use crate::search::{Choice, Limits, SearchControl, SearchTask, Stopwatch, Watcher};
use std::sync::atomic::AtomicBool;

/// Plies of lookahead that are made whatever the clock says: about a millisecond.
const LEAST_PLIES: u32 = 1;
/// Plies of lookahead where there is time: several milliseconds.
const MOST_PLIES: u32 = 2;

/// A cube decision that is to be made.
#[derive(Clone, Copy)]
pub(super) struct CubeRequest<'a> {
    /// A position in which the dice are not rolled.
    pub(super) game: &'a Backgammon,
    /// The actions to choose from (at least one), and the limits.
    pub(super) task: &'a SearchTask<'a, Backgammon>,
    /// Lines to report.
    pub(super) multi_pv: usize,
}

/// Makes a cube decision from chances some plies ahead, within this many nodes; reports all lines.
///
/// The chances are the mean over all rolls one ply ahead, about a millisecond whatever the clock
/// says, and two plies ahead where the limits allow that; those of the 0-ply evaluation where the
/// nodes do not suffice. In a bear-off the equities do not depend on the depth.
pub(super) fn choose_cube_action(
    request: CubeRequest<'_>,
    lookahead: &mut Lookahead,
    nodes: u64,
    control: SearchControl<'_>,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let CubeRequest { game, task, multi_pv } = request;
    let board = game.board();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let untimed =
        SearchTask { limits: &limits, stop: &stop, stopwatch: Stopwatch::start(), ..*task };
    let mut untimed = SearchControl::new::<Backgammon>(&untimed, game.on_roll());
    let context = CubeContext::of(game, game.on_roll(), None);
    let with_plies = |plies| EvaluationRequest { plies, context, states: CubeStateSet::PRESENT };
    let mut evaluations: Vec<Evaluation> = (0..=LEAST_PLIES)
        .map_while(|plies| lookahead.evaluate_n_ply(board, with_plies(plies), &mut untimed))
        .collect();
    let mut timed = control.with_node_cap(nodes - untimed.nodes());
    let plies = task.limits.depth.map_or(MOST_PLIES, |depth| depth.clamp(1, MOST_PLIES + 1) - 1);
    if evaluations.len() as u32 > LEAST_PLIES && plies > LEAST_PLIES && timed.may_deepen() {
        evaluations.extend(lookahead.evaluate_n_ply(board, with_plies(plies), &mut timed));
    }
    let deepest = evaluations.last().map(|evaluation| evaluation.chances);
    let chances = deepest.unwrap_or_else(|| lookahead.evaluate(board));
    let mut nodes = untimed.nodes() + timed.nodes();
    let bearoff = lookahead.knows_bearoffs().then(|| {
        let left = timed.nodes_left();
        let stakes = Stakes::of(game, game.on_roll());
        bearoff_equities(board, &stakes, left, &mut || timed.check_limits())
    });
    let bearoff = bearoff.flatten();
    nodes += bearoff.map_or(0, |found| found.nodes);
    let evaluation = CubeEvaluation {
        probabilities: chances.bounded(),
        efficiency: efficiency(board),
        bearoff: bearoff.map(|found| found.equities),
        rollouts: CubeRollouts::default(),
        depth: evaluations.len().max(1) as u32,
        nodes,
    };
    decide(game, &evaluation, task.moves, multi_pv, watcher)
}
