//! Asks a player of Connect 5 for its move, in the unit tests of the players.

use std::sync::atomic::AtomicBool;

use crate::game::{Notation, Position, Record};
use crate::games::connect5::{Board, Cell};
use crate::search::{Choice, Limits, Player, SearchTask, SilentWatcher, Stopwatch};

/// A freestyle board.
pub(super) fn board(fen: &str) -> Board {
    Board::default().read_position(fen).unwrap()
}

/// The choice of a player; the stop flag is set from the start if `stop` is true.
pub(super) fn ask(
    player: &mut dyn Player<Board>,
    board: &Board,
    moves: &[Cell],
    limits: &Limits,
    stop: bool,
) -> Choice<Cell> {
    let stop = AtomicBool::new(stop);
    let task = SearchTask { limits, moves, stop: &stop, stopwatch: Stopwatch::start() };
    player.choose(&Record::new(board.clone()), &task, &mut SilentWatcher)
}

/// The name of the move that a player chooses among all legal ones, and the reason.
pub(super) fn chosen(player: &mut dyn Player<Board>, fen: &str) -> (String, String) {
    let board = board(fen);
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let choice = ask(player, &board, &moves, &Limits::default(), false);
    let mut name = String::new();
    board.write_move(choice.best, &mut name);
    (name, choice.reason)
}
