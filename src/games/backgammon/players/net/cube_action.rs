//! Words of the cube: its model, fed with what the networks see some plies ahead.

use super::cube_context::{Aim, Seen};
use super::lookahead::Look;
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::board::steps::Move;
use crate::games::backgammon::cube::{Finding, States, decide, efficiency};
use crate::search::{Choice, Limits, SearchControl, SearchTask, Stopwatch, Watcher};
use std::sync::atomic::AtomicBool;

/// Plies of lookahead that need no more than about a millisecond.
const SOON: u32 = 1;
/// Plies of lookahead where there is time: several milliseconds.
const DEEPEST: u32 = 2;

/// The word for a position without dice, one of the task's (there is at least one); tells of the
/// others.
///
/// The chances are the mean over all rolls one ply ahead, about a millisecond whatever the clock
/// says, and two plies ahead where the limits allow that; those of a glance where so many nodes
/// do not suffice.
pub(super) fn choose(
    game: &Backgammon,
    task: &SearchTask<'_, Backgammon>,
    (look, nodes, control): (&mut Look, u64, SearchControl<'_>),
    multi_pv: usize,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let board = game.board();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let soon = SearchTask { limits: &limits, stop: &stop, stopwatch: Stopwatch::start(), ..*task };
    let mut first = SearchControl::new::<Backgammon>(&soon, game.on_roll());
    let how = (Aim::of(game, game.on_roll(), None), States::START);
    let mut seen: Vec<Seen> =
        (0..=SOON).map_while(|plies| look.mean(board, plies, how, &mut first)).collect();
    let mut rest = control.with_node_cap(nodes - first.nodes());
    let plies = task.limits.depth.map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST + 1) - 1);
    if seen.len() as u32 > SOON && plies > SOON && rest.may_deepen() {
        seen.extend(look.mean(board, plies, how, &mut rest));
    }
    let chances = seen.last().map_or_else(|| look.glance(board), |seen| seen.chances);
    let finding = Finding {
        probabilities: chances.bounded(),
        efficiency: efficiency(board),
        depth: seen.len().max(1) as u32,
        nodes: first.nodes() + rest.nodes(),
    };
    decide(game, finding, task.moves, multi_pv, watcher)
}
