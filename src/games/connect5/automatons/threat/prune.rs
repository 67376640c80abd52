//! Where the tree is cut, thinned out, or followed further.

use std::ops::ControlFlow::{self, Break, Continue};

use super::Known;
use super::moves::Choice;
use super::node::{Here, Node, Window};
use super::reduce;
use super::tree::Tree;
use crate::games::connect5::grid::{Site, Threat};
use crate::search::Bound;
use crate::search::value;

/// Nodes of the search of fours for the other side, and the least depth at which it is made.
///
/// Made at every node from a depth of 2 it costs 69 ± 33 Elo at equal time (300 games); as it is,
/// 1 ± 24, and wins are proved that are not without it.
const MENACE_FOURS: u64 = 150;
const MENACE_DEPTH: i32 = 4;
/// Margins of the cut at a node whose estimate is far above beta, for each ply of depth.
///
/// Without the cut 40 % ± 9 of 120 games at 4,000 nodes.
const FUTILITY: i32 = 70;
/// Margins below alpha under which a node is left to its fours, by depth.
///
/// Without them 43 % ± 9 of 120 games at 4,000 nodes.
const RAZOR: [i32; 4] = [0, 200, 350, 500];
/// To this depth quiet moves are left out where the estimate is so far below alpha for each ply.
const HOPELESS_DEPTH: i32 = 2;
const HOPELESS: i32 = 50;
/// From this depth on a node looks whether one move alone is good.
///
/// Worth 65 ± 43 Elo in 200 games at 20,000 nodes.
const SINGULAR_DEPTH: i32 = 6;
/// How far below the value of that move the others must be, for each ply of depth.
const SINGULAR: i32 = 3;

impl Tree<'_> {
    /// Which cells a node looks at.
    pub(super) fn choice(&mut self, depth: i32) -> Option<Choice> {
        let choice = Choice::of(&self.grid);
        let other = self.grid.side().other();
        let more =
            self.grid.count(other, Threat::FourThree) + self.grid.count(other, Threat::FourPlus);
        if choice.is_defence() || depth < MENACE_DEPTH || more == 0 {
            return Some(choice);
        }
        self.menace(MENACE_FOURS)
    }

    /// Whether the node can be left without looking at its moves, and its value then.
    pub(super) fn prune(&mut self, node: &Node) -> Option<ControlFlow<i32>> {
        let Node { here, window, estimate, .. } = *node;
        let depth = here.depth;
        let is_urgent = matches!(node.choice, Choice::Defend { plies: 4, .. });
        if window.is_open() || is_urgent || value::is_decided(window.beta) {
            return Some(Continue(()));
        }
        if depth <= 4 && estimate - FUTILITY * depth >= window.beta {
            return Some(Break(estimate));
        }
        if let Some(margin) = RAZOR.get(depth.cast_unsigned() as usize)
            && estimate + margin <= window.alpha
        {
            let value = self.leaf(window, here, estimate)?;
            if value <= window.alpha {
                return Some(Break(value));
            }
        }
        Some(Continue(()))
    }

    /// Extends the best move if all others are worse by far (Anantharaman, Campbell and Hsu 1988,
    /// singular extensions); if they are good enough to leave the node, gives its value.
    pub(super) fn look_for_others(
        &mut self,
        node: &mut Node,
        known: Known,
    ) -> Option<ControlFlow<i32>> {
        let Node { here, window, .. } = *node;
        let value = value::from_table(known.value, here.ply);
        if here.depth < SINGULAR_DEPTH
            || node.best == Site::NONE
            || known.bound == Bound::Upper
            || i32::from(known.depth) < here.depth - 3
            || value::is_decided(value)
        {
            return Some(Continue(()));
        }
        let beta = value - SINGULAR * here.depth;
        self.excluded = node.best;
        let shallow = Here { depth: (here.depth - 1) / 2, ..here };
        let value = self.open(Window { alpha: beta - 1, beta }, shallow)?;
        self.memory.estimates[here.ply] = node.estimate;
        if value < beta {
            node.extension = 1;
        } else if value >= window.beta && !window.is_open() && !value::is_decided(value) {
            return Some(Break(value));
        }
        Some(Continue(()))
    }

    /// How many plies less deep a move is looked at first.
    pub(super) fn reduction(&self, node: &Node, site: Site, tried: usize) -> i32 {
        let own = self.grid.threat(site, node.side);
        if node.here.depth < 2 || own.is_four() || node.choice.is_defence() && tried < 3 {
            return 0;
        }
        let history = self.memory.history(node.side, site);
        let mut less = reduce::plies(node.here.depth, tried);
        less += i32::from(!node.is_improving) - i32::from(node.window.is_open());
        less -= i32::from(own >= Threat::Three) + history / 4_096;
        less.max(0)
    }

    /// Whether a move comes so late that it is left out.
    pub(super) fn is_late(&self, node: &Node, site: Site, tried: usize) -> bool {
        if node.window.is_open() || node.choice.is_defence() {
            return false;
        }
        let own = self.grid.threat(site, node.side);
        if own >= Threat::Three {
            return false;
        }
        let depth = node.here.depth;
        let is_hopeless =
            depth <= HOPELESS_DEPTH && node.estimate + HOPELESS * depth <= node.window.alpha;
        is_hopeless || tried >= reduce::enough(depth, node.is_improving)
    }
}
