//! A question to `threat`: its move, and whether it calls the game decided.

use std::sync::atomic::AtomicBool;

use parlour::game::Record;
use parlour::games::connect5::{Board, Cell, ThreatPlayer};
use parlour::search::Limits;

use crate::ask_player::{self, legal_moves};

/// The player's move within some nodes, and the plies to the end if it reports one.
pub(crate) fn ask(player: &mut ThreatPlayer, board: &Board, nodes: u64) -> (Cell, Option<i32>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (game, stop) = (Record::new(board.clone()), AtomicBool::new(false));
    let (choice, recorder) = ask_player::ask(player, &game, &legal_moves(board), &limits, &stop);
    let best = recorder.lines().into_iter().next();
    (choice.best, best.and_then(|line| line.score().plies_to_end()))
}
