//! Words of the cube: its model, fed with what the networks see one ply ahead.

use super::aim::Aim;
use super::look::Look;
use crate::games::backgammon::doubling::{Finding, States, decide, efficiency};
use crate::games::backgammon::outlook::Outlook;
use crate::games::backgammon::rules::Backgammon;
use crate::games::backgammon::steps::Move;
use crate::search::{Choice, Control, Watcher};

/// The word for a position without dice, one of `moves` (at least one); tells of the others.
///
/// The chances are the mean over all rolls; those of a glance where a limit ends that sooner.
pub(super) fn choose(
    game: &Backgammon,
    moves: &[Move],
    (look, mut control): (&mut Look, Control<'_>),
    multi_pv: usize,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let board = game.board();
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
