//! `lookahead`: the plan for version 3.0 in the last section of the 2001 program's notes.
//!
//! `connect5-readme.txt`, "To Do for v.3.0?": a search so many levels deep that looks at the
//! moves of the highest priorities only, each player's by the player's own priorities. A side
//! that gets a win, or a double threat where nothing forces it to block, has won: +1 for the one
//! to move at the top, −1 for the other; everything else is 0. If no win is found, the move is
//! the one of the highest priority at the top that does not lead to −1, if there is any.
//!
//! Of a side that is forced to block, only the blocks are looked at: all else loses at once.
//! Levels are deepened one by one, so that there is always a move at hand. With three values a
//! search need only ask "is it at least so much?", one null-window after the other.

use super::slices::in_words;
use crate::base::{Score, Side};
use crate::game::{Position, Record, Turn};
use crate::games::connect5::slices::{Priorities, Special, in_points};
use crate::games::connect5::{Board, Cell};
use crate::search::{
    Automaton, Bound, Choice, Control, Options, Progress, Rating, Task, Temper, Watcher,
};

/// Levels to look ahead where the option `Depth` is 0.
const DEPTH: u32 = 6;
/// Moves looked at for each position where the option `Breadth` is 0.
const BREADTH: usize = 10;
/// The most levels, whatever is asked.
const MAX_DEPTH: u32 = 200;

/// Looks some moves ahead. Uses `Depth`, `Breadth`, `Level` and `Seed` (for slips).
#[derive(Clone, Debug)]
pub struct Lookahead {
    temper: Temper,
    depth: u32,
    breadth: usize,
}

impl Lookahead {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        let set = |name| usize::try_from(options.spin(name)).ok().filter(|value| *value > 0);
        Self {
            temper: Temper::new(options),
            depth: set("Depth").map_or(DEPTH, |depth| depth as u32),
            breadth: set("Breadth").unwrap_or(BREADTH),
        }
    }
}

impl Automaton<Board> for Lookahead {
    fn choose(
        &mut self,
        game: &Record<Board>,
        task: &Task<'_, Board>,
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        let board = game.position().clone();
        let mut control = Control::new(task, board.side()).with_node_cap(self.temper.nodes());
        control.hold();
        let look = Look {
            priorities: Priorities::new(&board),
            board,
            control,
            breadth: self.breadth,
            stack: Vec::new(),
        };
        let depth = task.limits.depth.unwrap_or(self.depth).clamp(1, MAX_DEPTH);
        Top::new(look, task.moves).deepen(depth, watcher)
    }

    fn configure(&mut self, options: &Options) {
        let new = Self::new(options);
        self.temper.configure(options);
        (self.depth, self.breadth) = (new.depth, new.breadth);
    }

    fn new_game(&mut self) {
        self.temper.new_game();
    }
}

/// A value for the side to move: −1, 0 or 1.
type Value = i8;

/// A search in progress.
struct Look<'a> {
    board: Board,
    priorities: Priorities,
    control: Control<'a>,
    breadth: usize,
    /// The moves looked at on the path from the top, position after position.
    stack: Vec<Cell>,
}

impl Look<'_> {
    /// Whether the position after a move is worth at least `goal` for its side to move; `None`
    /// if the search must end.
    fn reaches_after(&mut self, cell: Cell, goal: Value, levels: u32) -> Option<bool> {
        if !self.control.tick() {
            return None;
        }
        let side = self.board.side();
        let undo = self.board.play(cell);
        self.priorities.put(cell, side);
        let reached = self.reaches(goal, levels);
        self.priorities.take(cell);
        self.board.undo(undo);
        reached
    }

    /// Whether this position is worth at least `goal` (0 or 1) for its side to move.
    fn reaches(&mut self, goal: Value, levels: u32) -> Option<bool> {
        let Turn::Decide(side) = self.board.turn() else { return Some(goal <= 0) };
        let start = self.stack.len();
        let breadth = if levels == 0 { 1 } else { self.breadth };
        self.priorities.best(&self.board, breadth, &mut self.stack);
        let reached = self.tries(start, side, goal, levels);
        self.stack.truncate(start);
        reached
    }

    /// Whether one of the moves on the stack from `start` on, best first, reaches the goal.
    fn tries(&mut self, start: usize, side: Side, goal: Value, levels: u32) -> Option<bool> {
        let Some(first) = self.stack.get(start) else { return Some(goal <= 0) };
        let special = self.priorities.special(*first, side);
        if is_won(&self.priorities, *first, side) {
            return Some(true);
        }
        if special < Some(Special::Block) && self.priorities.has_win(side.other()) {
            // The blocks are forbidden to this side.
            return Some(false);
        }
        if levels == 0 {
            return Some(goal <= 0);
        }
        for at in start..self.stack.len() {
            let cell = self.stack[at];
            if special.is_some() && self.priorities.special(cell, side) != special {
                break;
            }
            if !self.reaches_after(cell, 1 - goal, levels - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Whether a move of highest priority is a win or a double threat that nothing forbids to make.
fn is_won(priorities: &Priorities, best: Cell, side: Side) -> bool {
    match priorities.special(best, side) {
        Some(Special::Win) => true,
        Some(Special::DoubleThreat) => !priorities.has_win(side.other()),
        Some(Special::Block) | None => false,
    }
}

/// A move at the top.
struct Candidate {
    cell: Cell,
    /// It leads to the other side's inevitable win.
    is_lost: bool,
}

/// The top of the search.
struct Top<'a> {
    look: Look<'a>,
    side: Side,
    /// Highest priority first; at least one.
    candidates: Vec<Candidate>,
}

impl<'a> Top<'a> {
    fn new(look: Look<'a>, moves: &[Cell]) -> Self {
        let side = look.board.side();
        let mut cells = moves.to_vec();
        look.priorities.sort(&mut cells, side);
        let special = look.priorities.special(cells[0], side);
        if special.is_some() {
            cells.retain(|cell| look.priorities.special(*cell, side) == special);
        }
        cells.truncate(look.breadth);
        let candidates = cells.into_iter().map(|cell| Candidate { cell, is_lost: false }).collect();
        Self { look, side, candidates }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    fn deepen(mut self, depth: u32, watcher: &mut dyn Watcher<Cell>) -> Choice<Cell> {
        let first = self.candidates[0].cell;
        if is_won(&self.look.priorities, first, self.side) {
            self.report(1, (first, 1), watcher);
            return self.choice((first, 1), 1);
        }
        let mut reached = 0;
        let mut best = (first, 0);
        for levels in 1..=depth {
            let Some(found) = self.iterate(levels) else { break };
            (reached, best) = (levels, found);
            self.report(levels, best, watcher);
            self.look.control.release();
            if best.1 != 0 || !self.look.control.may_deepen() {
                break;
            }
        }
        if best.1 <= 0 {
            best = self.best();
        }
        self.choice(best, reached)
    }

    /// Searches the moves that are not lost so many levels deep; `None` if it must end.
    fn iterate(&mut self, levels: u32) -> Option<(Cell, Value)> {
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
            depth,
            seldepth: depth,
            multipv: 1,
            rating: Rating::Score(score),
            bound: Bound::Exact,
            exact: wins_now,
            nodes: self.look.control.nodes(),
            hashfull: 0,
            pv: &[best],
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
