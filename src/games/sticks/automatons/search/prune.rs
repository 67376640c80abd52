//! Where the tree is cut and thinned out.

use std::ops::ControlFlow::{self, Break, Continue};

use super::node::{Here, Node};
use super::reduce;
use super::tree::Tree;
use crate::games::sticks::code::{Code, PLACES};
use crate::search::value;
use crate::search::window::Window;

/// Margin of the cut at a node whose estimate is far above beta, for each ply of depth.
const FUTILITY: i32 = 15;
/// The least depth at which the other side is given a move for nothing.
const PASS_DEPTH: i32 = 3;
/// The place of no move.
const NOWHERE: usize = PLACES - 1;
/// From the promise of a move on the last plies to what it may be worth.
const MARGIN: i32 = 80;

impl Tree<'_> {
    /// Whether the node can be left without looking at its moves, and its value then.
    pub(super) fn prune(&mut self, node: &Node) -> Option<ControlFlow<i32>> {
        let Node { here, window, estimate, .. } = *node;
        if window.is_open() || value::is_decided(window.beta) || estimate < window.beta {
            return Some(Continue(()));
        }
        if here.depth <= 4 && estimate - FUTILITY * here.depth >= window.beta {
            return Some(Break(estimate));
        }
        if here.depth >= PASS_DEPTH && here.before != NOWHERE {
            let value = self.passed(here, window)?;
            if value >= window.beta {
                return Some(Break(value.min(value::MAX_EVAL)));
            }
        }
        Some(Continue(()))
    }

    /// The value if the side to act does nothing, looked at less deeply.
    fn passed(&mut self, here: Here, window: Window) -> Option<i32> {
        let depth = here.depth - 3 - here.depth / 4;
        let before = self.field;
        self.memory.path.push(before.key());
        self.field.pass();
        let below = Here { depth, ply: here.ply + 1, before: NOWHERE };
        let scout = Window { alpha: window.beta - 1, beta: window.beta };
        let value = self.search(scout.negated(), below);
        self.field = before;
        self.memory.path.pop();
        value.map(|value| -value)
    }

    /// How many plies less deep a move is looked at first.
    pub(super) fn reduction(&self, node: &Node, code: Code, tried: usize) -> i32 {
        if node.here.depth < 2 || node.is_whole && tried < 3 {
            return 0;
        }
        let history = self.memory.history(node.side, code.place(&self.field));
        let mut less = reduce::plies(node.here.depth, tried);
        less += i32::from(!node.is_improving) - i32::from(node.window.is_open());
        less -= history / 4_096;
        less.max(0)
    }

    /// Whether a move, and with it all that promise less, comes so late that it is left out.
    pub(super) fn is_late(
        node: &Node,
        (alpha, best): (i32, i32),
        promise: i32,
        tried: usize,
    ) -> bool {
        if value::is_decided(best) && best < 0 {
            return false;
        }
        let depth = node.here.depth;
        if tried >= reduce::enough(depth, node.is_improving) {
            return true;
        }
        depth <= 3 && node.estimate + promise + MARGIN * depth <= alpha
    }
}
