//! The top level: deepening, what is reported, and the choice.

use super::tree::{Look, Value, is_won};
use crate::base::{Score, Side};
use crate::game::Position;
use crate::games::connect5::Cell;
use crate::games::connect5::players::slices::in_words;
use crate::games::connect5::slices::{Special, in_points};
use crate::search::player::iterative_deepening::{Deepen, Iteration};
use crate::search::{Choice, Progress, Rating, SearchControl, Watcher};

/// A move at the top.
struct Candidate {
    cell: Cell,
    /// It leads to the other side's inevitable win.
    is_lost: bool,
}

/// The top of the search.
pub(super) struct Top<'a> {
    look: Look<'a>,
    side: Side,
    /// Highest priority first; at least one.
    candidates: Vec<Candidate>,
    /// The best move of the last whole iteration, and its value.
    found: (Cell, Value),
}

impl<'a> Top<'a> {
    pub(super) fn new(look: Look<'a>, moves: &[Cell]) -> Self {
        let side = look.board.side();
        let mut cells = moves.to_vec();
        look.priorities.sort(&mut cells, side);
        let special = look.priorities.special(cells[0], side);
        if special.is_some() {
            cells.retain(|cell| look.priorities.special(*cell, side) == special);
        }
        cells.truncate(look.breadth);
        let found = (cells[0], 0);
        let candidates = cells.into_iter().map(|cell| Candidate { cell, is_lost: false }).collect();
        Self { look, side, candidates, found }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    pub(super) fn choose(mut self, depth: u32, watcher: &mut dyn Watcher<Cell>) -> Choice<Cell> {
        let first = self.candidates[0].cell;
        if is_won(&self.look.priorities, first, self.side) {
            self.report(1, (first, 1), watcher);
            return self.choice((first, 1), 1);
        }
        let reached = self.deepen(1..=depth, watcher);
        let best = if self.found.1 > 0 { self.found } else { self.best() };
        self.choice(best, reached)
    }

    /// Searches the moves that are not lost so many levels deep; `None` if it must end.
    fn search(&mut self, levels: u32) -> Option<(Cell, Value)> {
        for candidate in self.candidates.iter().filter(|candidate| !candidate.is_lost) {
            if !self.look.reaches_after(candidate.cell, 0, levels - 1)? {
                return Some((candidate.cell, 1));
            }
        }
        // Lost moves are marked down to the first that is not.
        for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.is_lost) {
            candidate.is_lost = self.look.reaches_after(candidate.cell, 1, levels - 1)?;
            if !candidate.is_lost {
                break;
            }
        }
        Some(self.best())
    }

    /// The move of the highest priority that is not lost, or of all, and its value.
    fn best(&self) -> (Cell, Value) {
        let open = self.candidates.iter().find(|candidate| !candidate.is_lost);
        open.map_or((self.candidates[0].cell, -1), |candidate| (candidate.cell, 0))
    }

    fn report(&self, depth: u32, (best, value): (Cell, Value), watcher: &mut dyn Watcher<Cell>) {
        let wins_now = self.special(best) == Some(Special::Win);
        let score = if wins_now { Score::win_in(1) } else { Score::centi(i32::from(value) * 100) };
        watcher.progress(&Progress {
            exact: wins_now,
            ..Progress::new(depth, 0, Rating::Score(score), self.look.control.nodes(), &[best])
        });
    }

    fn choice(&self, (best, value): (Cell, Value), levels: u32) -> Choice<Cell> {
        let nodes = self.look.control.nodes();
        let what = match self.special(best) {
            Some(special) => in_words(special).to_owned(),
            None if value > 0 => format!("an inevitable win, seen {levels} levels deep"),
            None => {
                let sum = self.look.priorities.sum(best, self.side);
                format!("the best move at the top level, of priority {}", in_points(sum))
            }
        };
        let reason = if value < 0 {
            format!("{what}; all that were looked at lead to the opponent's inevitable win")
        } else if value > 0 || best == self.candidates[0].cell {
            what
        } else {
            format!("{what}, that does not lead to the opponent's inevitable win")
        };
        Choice { best, nodes, reason }
    }

    fn special(&self, cell: Cell) -> Option<Special> {
        self.look.priorities.special(cell, self.side)
    }
}

impl<'a> Deepen<'a> for Top<'a> {
    type Move = Cell;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.look.control
    }

    fn iterate(&mut self, levels: u32, watcher: &mut dyn Watcher<Cell>) -> Iteration {
        let Some(found) = self.search(levels) else { return Iteration::Aborted };
        self.found = found;
        self.report(levels, found, watcher);
        Iteration::whole(found.1 != 0)
    }
}
