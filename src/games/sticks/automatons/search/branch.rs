//! The moves of a node, one after the other.

use super::moves;
use super::node::{Here, Node};
use super::reduce;
use super::tree::Tree;
use crate::games::sticks::code::Code;
use crate::search::Bound;
use crate::search::threads::worker::update_pv;
use crate::search::tt::PackedMove;
use crate::search::value::{self, INFINITE};
use crate::search::window::Window;

impl Tree<'_> {
    /// Searches the moves listed from `start` on, the best first, and takes them off the list.
    pub(super) fn try_moves(&mut self, node: &Node, start: usize) -> Option<i32> {
        let outcome = self.try_from(start, node);
        self.memory.moves.truncate(start);
        let (value, best, bound) = outcome?;
        self.keep(node.here, (value, bound), node.estimate, best);
        Some(value)
    }

    fn try_from(&mut self, start: usize, node: &Node) -> Option<(i32, Code, Bound)> {
        let Node { here, window, .. } = *node;
        // What is not listed against a threat loses to it.
        let nothing = if node.is_whole { value::loss(here.ply + 2) } else { -INFINITE };
        let (mut best, mut best_value, mut alpha) = (Code::NONE, nothing, window.alpha);
        let mut is_whole = node.is_whole;
        for at in start..self.memory.moves.len() {
            moves::bring_best(&mut self.memory.moves[at..]);
            let (promise, code) = self.memory.moves[at];
            let tried = at - start;
            if tried > 0
                && !node.is_whole
                && Self::is_late(node, (alpha, best_value), promise, tried)
            {
                is_whole = false;
                break;
            }
            let value = self.try_one(node, code, tried, Window { alpha, ..window })?;
            if value > best_value {
                best_value = value;
                if value > alpha {
                    (alpha, best) = (value, code);
                    update_pv(&mut self.memory.lines, here.ply, code);
                }
                if value >= window.beta {
                    self.learn(node, start, at);
                    return Some((value, best, Bound::Lower));
                }
            }
        }
        let value = if is_whole { best_value } else { value::unproved(best_value) };
        let bound = if alpha > window.alpha { Bound::Exact } else { Bound::Upper };
        Some((value, best, bound))
    }

    /// The value of one move: in full, or by a look that is less deep and then in full.
    fn try_one(&mut self, node: &Node, code: Code, tried: usize, window: Window) -> Option<i32> {
        let here = node.here;
        if tried == 0 {
            return self.after(code, window, here);
        }
        let less = self.reduction(node, code, tried);
        let shallow = (here.depth - less).max(1);
        window.look((shallow, here.depth), |window, depth| {
            self.after(code, window, Here { depth, ..here })
        })
    }

    /// The value of a move of the root, before which so many others were tried.
    pub(super) fn root_move(
        &mut self,
        code: Code,
        window: Window,
        here: Here,
        tried: usize,
    ) -> Option<i32> {
        self.memory.lines[1].clear();
        let side = self.field.mover();
        let piece = self.field.piece_of(code.unpacked())?;
        if self.field.wins(side)[piece.index()] & code.unpacked().to().bit() != 0
            && self.field.makes_line(code)
        {
            return self.strand.tick().then(|| value::win(1));
        }
        if tried == 0 {
            return self.after(code, window, here);
        }
        let less = if here.depth > 2 && tried > 3 { reduce::plies(here.depth, tried) } else { 0 };
        let shallow = Here { depth: (here.depth - less).max(1), ..here };
        let mut value = self.after(code, window.null_window(), shallow)?;
        if value > window.alpha {
            value = self.after(code, window, here)?;
        }
        Some(value)
    }

    /// Remembers which of the moves tried refuted the one before.
    fn learn(&mut self, node: &Node, start: usize, at: usize) {
        if node.is_whole {
            return;
        }
        let depth = node.here.depth;
        let bonus = (depth * depth * 8).min(1_024);
        let (_, best) = self.memory.moves[at];
        self.memory.note((node.here.ply, node.side, node.here.before), best);
        self.memory.shift(node.side, best.place(&self.field), bonus);
        for other in start..at {
            let (_, other) = self.memory.moves[other];
            self.memory.shift(node.side, other.place(&self.field), -bonus / 2);
        }
    }
}
