//! Words of the cube: its model, fed with what the networks see one ply ahead.

use super::aim::Aim;
use super::look::Look;
use crate::games::backgammon::doubling::{Finding, States, decide, efficiency};
use crate::games::backgammon::outlook::Outlook;
use crate::games::backgammon::rules::Backgammon;
use crate::games::backgammon::steps::Move;
use crate::search::{Choice, Control, Limits, Stopwatch, Task, Watcher};
use std::sync::atomic::AtomicBool;

/// The word for a position without dice, one of `moves` (at least one); tells of the others.
///
/// The chances are the mean over all rolls, about a millisecond whatever the clock says; those of
/// a glance where so many nodes do not suffice.
pub(super) fn choose(
    game: &Backgammon,
    moves: &[Move],
    (look, nodes): (&mut Look, u64),
    multi_pv: usize,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let board = game.board();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let task = Task { limits: &limits, moves, stop: &stop, stopwatch: Stopwatch::start() };
    let mut control = Control::new::<Backgammon>(&task, game.on_roll());
    let how = (Aim::of(game, game.on_roll(), None), States::START);
    let found = [0, 1].map(|depth| look.mean(board, depth, how, &mut control));
    let depth = found.iter().flatten().count().max(1) as u32;
    let deepest = found.into_iter().flatten().next_back();
    let chances = deepest.map_or_else(|| look.glance(board), |seen| seen.chances);
    let finding = Finding {
        outlook: Outlook::new(chances.0),
        efficiency: efficiency(board),
        depth,
        nodes: control.nodes(),
    };
    decide(game, finding, moves, multi_pv, watcher)
}
