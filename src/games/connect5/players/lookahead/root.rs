//! The root of the lookahead: iterative deepening, the reports, and the choice.

use super::tree::{LookaheadSearch, Value, is_won};
use crate::base::{Score, Side};
use crate::game::Position;
use crate::games::connect5::Cell;
use crate::games::connect5::players::slices::in_words;
use crate::games::connect5::priority_board::{Special, in_points};
use crate::search::player::iterative_deepening::{Deepen, Iteration};
use crate::search::{Choice, Progress, Rating, SearchControl, Watcher};

/// A move at the root.
struct Candidate {
    cell: Cell,
    /// Whether it leads to the other side's inevitable win.
    is_lost: bool,
}

/// The best move of an iteration, and its value for the side to move at the root.
#[derive(Clone, Copy)]
struct Found {
    cell: Cell,
    value: Value,
}

/// The root of the search.
pub(super) struct Root<'a> {
    search: LookaheadSearch<'a>,
    side: Side,
    /// Highest priority first; at least one.
    candidates: Vec<Candidate>,
    /// The result of the last whole iteration.
    found: Found,
}

impl<'a> Root<'a> {
    pub(super) fn new(search: LookaheadSearch<'a>, moves: &[Cell]) -> Self {
        let side = search.board.side();
        let mut cells = moves.to_vec();
        search.priorities.sort(&mut cells, side);
        let special = search.priorities.special(cells[0], side);
        if special.is_some() {
            cells.retain(|cell| search.priorities.special(*cell, side) == special);
        }
        cells.truncate(search.breadth);
        let found = Found { cell: cells[0], value: 0 };
        let candidates = cells.into_iter().map(|cell| Candidate { cell, is_lost: false }).collect();
        Self { search, side, candidates, found }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    pub(super) fn choose(mut self, depth: u32, watcher: &mut dyn Watcher<Cell>) -> Choice<Cell> {
        let first = self.candidates[0].cell;
        if is_won(&self.search.priorities, first, self.side) {
            let found = Found { cell: first, value: 1 };
            self.report(1, found, watcher);
            return self.choice(found, 1);
        }
        let reached = self.deepen(1..=depth, watcher);
        let best = if self.found.value > 0 { self.found } else { self.best() };
        self.choice(best, reached)
    }

    /// Searches the moves that are not lost this many levels deep; `None` if it must end.
    fn iteration(&mut self, levels: u32) -> Option<Found> {
        for candidate in self.candidates.iter().filter(|candidate| !candidate.is_lost) {
            if !self.search.is_at_least_after(candidate.cell, 0, levels - 1)? {
                return Some(Found { cell: candidate.cell, value: 1 });
            }
        }
        // Lost moves are marked, up to the first that is not lost.
        for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.is_lost) {
            candidate.is_lost = self.search.is_at_least_after(candidate.cell, 1, levels - 1)?;
            if !candidate.is_lost {
                break;
            }
        }
        Some(self.best())
    }

    /// The move of the highest priority that is not lost, or of all, and its value.
    fn best(&self) -> Found {
        let kept = self.candidates.iter().find(|candidate| !candidate.is_lost);
        kept.map_or(Found { cell: self.candidates[0].cell, value: -1 }, |candidate| Found {
            cell: candidate.cell,
            value: 0,
        })
    }

    fn report(&self, depth: u32, found: Found, watcher: &mut dyn Watcher<Cell>) {
        let Found { cell: best, value } = found;
        let wins_now = self.special(best) == Some(Special::Win);
        let score = if wins_now { Score::win_in(1) } else { Score::centi(i32::from(value) * 100) };
        watcher.progress(&Progress {
            exact: wins_now,
            ..Progress::new(depth, 0, Rating::Score(score), self.search.control.nodes(), &[best])
        });
    }

    fn choice(&self, found: Found, levels: u32) -> Choice<Cell> {
        let Found { cell: best, value } = found;
        let nodes = self.search.control.nodes();
        let what = match self.special(best) {
            Some(special) => in_words(special).to_owned(),
            None if value > 0 => format!("an inevitable win, seen {levels} levels deep"),
            None => {
                let sum = self.search.priorities.sum(best, self.side);
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
        self.search.priorities.special(cell, self.side)
    }
}

impl<'a> Deepen<'a> for Root<'a> {
    type Move = Cell;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.search.control
    }

    fn iterate(&mut self, levels: u32, watcher: &mut dyn Watcher<Cell>) -> Iteration {
        let Some(found) = self.iteration(levels) else { return Iteration::Aborted };
        self.found = found;
        self.report(levels, found, watcher);
        Iteration::whole(found.value != 0)
    }
}
