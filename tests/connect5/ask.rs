//! A question to `threat`: its move, and the end that it tells.

use std::sync::atomic::AtomicBool;

use parlour::game::{Position, Record};
use parlour::games::connect5::{Board, Cell, Threats};
use parlour::search::{Limits, Player, Progress, Rating, SearchTask, Stopwatch, Watcher};

/// Keeps what was told last of the best move: plies to the end if it is decided.
#[derive(Default)]
struct Told(Option<i32>);

impl Watcher<Cell> for Told {
    fn progress(&mut self, report: &Progress<'_, Cell>) {
        if let Rating::Score(score) = report.rating {
            self.0 = score.plies_to_end();
        }
    }
}

/// The player's move within some nodes, and the plies of an end that it tells.
pub(crate) fn ask(player: &mut Threats, board: &Board, nodes: u64) -> (Cell, Option<i32>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (stop, mut moves, mut told) = (AtomicBool::new(false), Vec::new(), Told::default());
    board.moves(&mut moves);
    let task =
        SearchTask { limits: &limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
    let choice = player.choose(&Record::new(board.clone()), &task, &mut told);
    (choice.best, told.0)
}
