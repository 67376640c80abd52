//! `slices`: version 2.0 of the 2001 program, the winner of its early tournament.
//!
//! `connect5-readme.txt`, "Advanced Heuristics for Play" and "Example of Advanced Play": the move
//! of the highest priority, without any depth search. The priorities are those of
//! [`crate::games::connect5::slices`]. Of equal ones the first counts, row by row from the top.

use crate::game::{Position, Record};
use crate::games::connect5::slices::{Priorities, Special, in_points};
use crate::games::connect5::{Board, Cell};
use crate::search::{Automaton, Choice, Options, Task, Temper, Watcher};

/// Plays the highest priority. Uses the options `Level` and `Seed` (for slips of low levels).
#[derive(Clone, Debug)]
pub struct Slices {
    temper: Temper,
}

impl Slices {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { temper: Temper::new(options) }
    }
}

impl Automaton<Board> for Slices {
    fn choose(
        &mut self,
        game: &Record<Board>,
        task: &Task<'_, Board>,
        _watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        let side = game.position().side();
        let priorities = Priorities::new(game.position());
        let mut moves = task.moves.to_vec();
        priorities.sort(&mut moves, side);
        let reason = match priorities.special(moves[0], side) {
            Some(special) => in_words(special).to_owned(),
            None => format!("the highest priority: {}", in_points(priorities.sum(moves[0], side))),
        };
        Choice { best: moves[0], nodes: 0, reason }
    }

    fn configure(&mut self, options: &Options) {
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.temper.new_game();
    }
}

/// What a move of special priority is.
pub(super) const fn in_words(special: Special) -> &'static str {
    match special {
        Special::Win => "an immediate win",
        Special::Block => "a forced block",
        Special::DoubleThreat => "a double threat in a single row",
    }
}
