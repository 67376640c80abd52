//! The root of the lookahead: iterative deepening, the reports, and the choice.

use std::cmp::Reverse;

use super::tree::{LookaheadSearch, Value, is_won};
use crate::base::{Score, Side, number_with_noun};
use crate::games::connect5::cell_priorities::{SpecialPriority, in_points};
use crate::games::connect5::{Cell, LineBoard};
use crate::search::player::deepening::{Deepen, Iteration};
use crate::search::{
    Choice, Judgement, MoveValue, Progress, Rating, SearchControl, SilentWatcher, Watcher,
};

/// A move at the root.
struct CandidateCell {
    /// The cell of the move.
    cell: Cell,
    /// Whether it leads to the other side's inevitable win.
    is_lost: bool,
}

/// The best move of an iteration, and its value for the side to move at the root.
#[derive(Clone, Copy)]
struct BestMove {
    /// The cell of the move.
    cell: Cell,
    /// 1 a win, 0 neither, −1 a loss, as far as was searched.
    value: Value,
}

/// The best move that was found, and the levels that were searched for it.
struct FoundAtDepth {
    found: BestMove,
    /// Levels searched in full, in plies; 0 if a limit ended the first one.
    levels: u32,
}

/// The root of the search.
pub(super) struct LookaheadRoot<'a, B> {
    search: LookaheadSearch<'a, B>,
    side: Side,
    /// Highest priority first; at least one.
    candidates: Vec<CandidateCell>,
    /// The other moves, which are not searched, in the same order.
    left_out: Vec<Cell>,
    /// The result of the last whole iteration.
    found: BestMove,
}

impl<'a, B: LineBoard> LookaheadRoot<'a, B> {
    /// The root of a search of these moves (at least one); the best by priority are the candidates.
    pub(super) fn new(search: LookaheadSearch<'a, B>, moves: &[Cell]) -> Self {
        let side = search.board.side();
        let mut cells = moves.to_vec();
        search.priorities.sort(&mut cells, side);
        let special = search.priorities.decisive(cells[0], side);
        let alike = |cell: &&Cell| search.priorities.decisive(**cell, side) == special;
        let most = if special.is_some() {
            cells.iter().take_while(alike).count().min(search.breadth)
        } else {
            cells.len().min(search.breadth)
        };
        let left_out = cells.split_off(most);
        let found = BestMove { cell: cells[0], value: 0 };
        let candidates =
            cells.into_iter().map(|cell| CandidateCell { cell, is_lost: false }).collect();
        Self { search, side, candidates, left_out, found }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    pub(super) fn choose(mut self, depth: u32, watcher: &mut dyn Watcher<Cell>) -> Choice<Cell> {
        let FoundAtDepth { found, levels } = self.decide(depth, watcher);
        self.choice(found, levels)
    }

    fn decide(&mut self, depth: u32, watcher: &mut dyn Watcher<Cell>) -> FoundAtDepth {
        let first = self.candidates[0].cell;
        if is_won(&self.search.priorities, first, self.side) {
            let found = BestMove { cell: first, value: 1 };
            self.report(1, found, watcher);
            return FoundAtDepth { found, levels: 1 };
        }
        let levels = self.deepen(1..=depth, watcher);
        let found = if self.found.value > 0 { self.found } else { self.best() };
        FoundAtDepth { found, levels }
    }

    /// The values of the moves, the chosen one in front, then the best first.
    ///
    /// Moves that were not searched come last; so do those for which a limit left no time.
    pub(super) fn judge(mut self, depth: u32) -> Vec<Judgement<Cell>> {
        let FoundAtDepth { found, levels } = self.decide(depth, &mut SilentWatcher);
        let reason = self.choice(found, levels).reason;
        let mut others: Vec<(Cell, Option<Value>)> = (0..self.candidates.len())
            .map(|at| (self.candidates[at].cell, self.value_of(at, levels)))
            .collect();
        others.extend(self.left_out.iter().map(|cell| (*cell, None)));
        others.retain(|(cell, _)| *cell != found.cell);
        others.sort_by_key(|(_, value)| Reverse(*value));
        let value = self.explained_value(found);
        let chosen = Judgement { judged_move: found.cell, value, reason };
        let judge = |(cell, value): (Cell, _)| self.judgement(cell, value, levels);
        std::iter::once(chosen).chain(others.into_iter().map(judge)).collect()
    }

    /// The value of a candidate some levels deep; `None` if the limits leave no time for it.
    fn value_of(&mut self, at: usize, levels: u32) -> Option<Value> {
        let CandidateCell { cell, is_lost } = self.candidates[at];
        if is_lost {
            return Some(-1);
        }
        if is_won(&self.search.priorities, cell, self.side) {
            return Some(1);
        }
        let levels = levels.checked_sub(1)?;
        if !self.search.value_after_is_at_least(cell, 0, levels)? {
            return Some(1);
        }
        Some(if self.search.value_after_is_at_least(cell, 1, levels)? { -1 } else { 0 })
    }

    fn judgement(&self, cell: Cell, value: Option<Value>, levels: u32) -> Judgement<Cell> {
        let what = self.special(cell).map_or_else(
            || format!("priority {}", in_points(self.search.priorities.sum(cell, self.side))),
            |special| special.in_words().to_owned(),
        );
        let seen = match value {
            Some(1..) => {
                format!("an inevitable win, seen {} deep", number_with_noun(levels, "level"))
            }
            Some(0) => format!("no inevitable win, {} deep", number_with_noun(levels, "level")),
            Some(_) => "leads to the opponent's inevitable win".to_owned(),
            None => "not looked at".to_owned(),
        };
        let explained = |value| self.explained_value(BestMove { cell, value });
        Judgement {
            judged_move: cell,
            value: value.map_or(MoveValue::Unknown, explained),
            reason: format!("{what}; {seen}"),
        }
    }

    /// Searches the moves that are not lost this many levels deep; `None` if it must end.
    fn iteration(&mut self, levels: u32) -> Option<BestMove> {
        for candidate in self.candidates.iter().filter(|candidate| !candidate.is_lost) {
            if !self.search.value_after_is_at_least(candidate.cell, 0, levels - 1)? {
                return Some(BestMove { cell: candidate.cell, value: 1 });
            }
        }
        // Lost moves are marked, up to the first that is not lost.
        for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.is_lost) {
            candidate.is_lost =
                self.search.value_after_is_at_least(candidate.cell, 1, levels - 1)?;
            if !candidate.is_lost {
                break;
            }
        }
        Some(self.best())
    }

    /// The move of the highest priority that is not lost, or of all, and its value.
    fn best(&self) -> BestMove {
        let kept = self.candidates.iter().find(|candidate| !candidate.is_lost);
        kept.map_or(BestMove { cell: self.candidates[0].cell, value: -1 }, |candidate| BestMove {
            cell: candidate.cell,
            value: 0,
        })
    }

    fn report(&self, depth: u32, found: BestMove, watcher: &mut dyn Watcher<Cell>) {
        let nodes = self.search.control.nodes();
        watcher.progress(&Progress {
            is_proved: self.special(found.cell) == Some(SpecialPriority::Win),
            ..Progress::new(depth, 0, self.rating(found), nodes, &[found.cell])
        });
    }

    /// A win in one move, or the value as the document counts it: 1, 0 or -1.
    fn explained_value(&self, found: BestMove) -> MoveValue {
        match self.special(found.cell) {
            Some(SpecialPriority::Win) => MoveValue::Rating(self.rating(found)),
            _ => MoveValue::Points(found.value.into()),
        }
    }

    fn rating(&self, BestMove { cell, value }: BestMove) -> Rating {
        let wins_now = self.special(cell) == Some(SpecialPriority::Win);
        let estimate = || Score::centi(i32::from(value) * 100);
        Rating::Score(if wins_now { Score::win_in(1) } else { estimate() })
    }

    fn choice(&self, found: BestMove, levels: u32) -> Choice<Cell> {
        let BestMove { cell: best, value } = found;
        let nodes = self.search.control.nodes();
        let what = match self.special(best) {
            Some(special) if value <= 0 || special >= SpecialPriority::DoubleThreat => {
                special.in_words().to_owned()
            }
            _ if value > 0 => {
                format!("an inevitable win, seen {} deep", number_with_noun(levels, "level"))
            }
            _ => {
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

    fn special(&self, cell: Cell) -> Option<SpecialPriority> {
        self.search.priorities.special(cell, self.side)
    }
}

impl<'a, B: LineBoard> Deepen<'a> for LookaheadRoot<'a, B> {
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
