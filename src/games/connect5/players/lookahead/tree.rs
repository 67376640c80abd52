//! The tree of the lookahead: null-window searches with the values −1, 0 and 1.

use crate::base::Side;
use crate::game::Turn;
use crate::games::connect5::cell_priorities::{Priorities, SpecialPriority};
use crate::games::connect5::{Cell, LineBoard};
use crate::search::SearchControl;

/// A value for the side to move: −1, 0 or 1.
pub(super) type Value = i8;

/// A lookahead search in progress.
pub(super) struct LookaheadSearch<'a, B> {
    /// The position that is searched now.
    pub(super) board: B,
    /// The priorities of its empty cells.
    pub(super) priorities: Priorities,
    /// Counts the nodes, and says when the search must end.
    pub(super) control: SearchControl<'a>,
    /// How many moves are searched in each position, at least 1.
    pub(super) breadth: usize,
    /// The moves of the positions on the path from the root, position after position.
    stack: Vec<Cell>,
}

impl<'a, B: LineBoard> LookaheadSearch<'a, B> {
    /// A search of a board with its priorities.
    pub(super) const fn new(
        board: B,
        priorities: Priorities,
        control: SearchControl<'a>,
        breadth: usize,
    ) -> Self {
        Self { priorities, board, control, breadth, stack: Vec::new() }
    }

    /// Whether the position after a move is worth at least `goal` for its side to move; `None`
    /// if the search must end.
    pub(super) fn value_after_is_at_least(
        &mut self,
        cell: Cell,
        goal: Value,
        levels: u32,
    ) -> Option<bool> {
        if !self.control.count_node() {
            return None;
        }
        let side = self.board.side();
        let undo = self.board.play(cell);
        self.priorities.put(cell, side);
        let reached = self.is_at_least(goal, levels);
        self.priorities.take(cell);
        self.board.undo(undo);
        reached
    }

    /// Whether this position is worth at least `goal` (0 or 1) for its side to move.
    fn is_at_least(&mut self, goal: Value, levels: u32) -> Option<bool> {
        let Turn::Decide(side) = self.board.turn() else { return Some(goal <= 0) };
        let is_quiet = !self.priorities.has_win(side) && !self.priorities.has_double(side);
        if levels == 0 && is_quiet {
            return Some(goal <= 0);
        }
        let start = self.stack.len();
        let breadth = if levels == 0 { 1 } else { self.breadth };
        self.priorities.best(&self.board, breadth, &mut self.stack);
        let reached = self.any_reaches(start, side, goal, levels);
        self.stack.truncate(start);
        reached
    }

    /// Whether one of the moves on the stack from `start` on, best first, reaches the goal.
    fn any_reaches(&mut self, start: usize, side: Side, goal: Value, levels: u32) -> Option<bool> {
        let Some(first) = self.stack.get(start) else { return Some(goal <= 0) };
        let special = self.priorities.decisive(*first, side);
        if is_won(&self.priorities, *first, side) {
            return Some(true);
        }
        if levels == 0 {
            return Some(goal <= 0);
        }
        if special < Some(SpecialPriority::Block) && self.priorities.has_win(side.other()) {
            // The blocks are forbidden cells for this side.
            return Some(false);
        }
        for at in start..self.stack.len() {
            let cell = self.stack[at];
            if special.is_some() && self.priorities.decisive(cell, side) != special {
                break;
            }
            if !self.value_after_is_at_least(cell, 1 - goal, levels - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Whether the move of highest priority is a win, or a double threat of a side that need not block.
pub(super) fn is_won(priorities: &Priorities, best: Cell, side: Side) -> bool {
    match priorities.special(best, side) {
        Some(SpecialPriority::Win) => true,
        Some(SpecialPriority::DoubleThreat) => !priorities.has_win(side.other()),
        Some(SpecialPriority::Block | SpecialPriority::BlockDoubleThreat) | None => false,
    }
}
