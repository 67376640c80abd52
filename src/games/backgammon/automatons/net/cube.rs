//! Words of the cube: its model, fed with what the networks see one ply ahead.

use super::look::Look;
use crate::games::backgammon::doubling::{Finding, decide, efficiency};
use crate::games::backgammon::outlook::Outlook;
use crate::games::backgammon::rules::Backgammon;
use crate::games::backgammon::steps::Move;
use crate::search::{Choice, Watcher};

/// Plies that the networks look ahead.
const DEPTH: u32 = 2;

/// The word for a position without dice, one of `moves` (at least one); tells of the others.
pub(super) fn choose(
    game: &Backgammon,
    moves: &[Move],
    look: &mut Look,
    multi_pv: usize,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let outlook = Outlook::new(look.before_the_dice(game).0);
    let finding = Finding { outlook, efficiency: efficiency(game.board()), depth: DEPTH, nodes: 1 };
    decide(game, finding, moves, multi_pv, watcher)
}
