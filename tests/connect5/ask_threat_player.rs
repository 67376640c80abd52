//! A question to `threat`: its move, and whether it calls the game decided.

use std::sync::atomic::AtomicBool;

use parlour::game::Record;
use parlour::games::connect5::{Board, Cell, ThreatPlayer};
use parlour::search::Limits;

use crate::ask_player::{self, Report, legal_moves};

/// The player's move within some nodes, and the plies to the end if it reports one.
pub(crate) fn ask(player: &mut ThreatPlayer, board: &Board, nodes: u64) -> (Cell, Option<i32>) {
    let (best, report) = ask_for_report(player, board, nodes);
    (best, report.and_then(|line| line.score().plies_to_end()))
}

/// The depth that the player reports within some nodes, 0 if it reports nothing.
pub(crate) fn ask_for_depth(player: &mut ThreatPlayer, board: &Board, nodes: u64) -> u32 {
    ask_for_report(player, board, nodes).1.map_or(0, |line| line.depth)
}

/// The player's move within some nodes, and its last report.
fn ask_for_report(
    player: &mut ThreatPlayer,
    board: &Board,
    nodes: u64,
) -> (Cell, Option<Report<Cell>>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (game, stop) = (Record::new(board.clone()), AtomicBool::new(false));
    let (choice, recorder) = ask_player::ask(player, &game, &legal_moves(board), &limits, &stop);
    (choice.best, recorder.lines().into_iter().next())
}
