//! `forced`: version 1.0 of the 2001 program.
//!
//! `connect5-readme.txt`, "This Document and the Basic Program": special priority for immediate
//! wins, the next for forced blocks, and the same priority for every other playable space.

use crate::game::{Position, Record};
use crate::games::connect5::slices::{Priorities, Special};
use crate::games::connect5::{Board, Cell};
use crate::search::{Automaton, Choice, Options, Random, Task, Watcher};

/// Wins, or blocks, or plays anywhere. Uses the option `Seed`.
///
/// Among moves of one priority each is as likely as any other.
#[derive(Clone, Debug)]
pub struct Forced {
    coin: Random,
}

impl Forced {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { coin: Random::new(options) }
    }
}

impl Automaton<Board> for Forced {
    fn choose(
        &mut self,
        game: &Record<Board>,
        task: &Task<'_, Board>,
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let board = game.position();
        let priorities = Priorities::new(board);
        let with = |special| -> Vec<Cell> {
            let mut cells = task.moves.to_vec();
            cells.retain(|cell| priorities.special(*cell, board.side()) == Some(special));
            cells
        };
        for (special, reason) in
            [(Special::Win, "an immediate win"), (Special::Block, "a forced block")]
        {
            let moves = with(special);
            if !moves.is_empty() {
                let choice = self.coin.choose(game, &Task { moves: &moves, ..*task }, watcher);
                return Choice { reason: reason.to_owned(), ..choice };
            }
        }
        let choice = self.coin.choose(game, task, watcher);
        let reason = format!("one of {} playable spaces of the same priority", task.moves.len());
        Choice { reason, ..choice }
    }

    fn configure(&mut self, options: &Options) {
        Automaton::<Board>::configure(&mut self.coin, options);
    }

    fn new_game(&mut self) {
        Automaton::<Board>::new_game(&mut self.coin);
    }
}
