//! The recursion: principal variation search over the moves that matter.

use std::ops::ControlFlow::Break;

use super::judge;
use super::memory::{Memory, PLIES};
use super::moves;
use super::node::{Here, Node, Window};
use crate::games::connect5::grid::{Grid, Site, Threat};
use crate::games::connect5::threats::Fours;
use crate::search::Bound;
use crate::search::threads::worker::{Worker, update_pv};
use crate::search::value;

/// Nodes that a search of fours at a leaf may take.
const LEAF_FOURS: u64 = 300;

/// A search in progress on one thread.
pub(super) struct Tree<'a> {
    pub(super) grid: Grid,
    pub(super) strand: Worker<'a, Site>,
    pub(super) memory: &'a mut Memory,
    /// The move that is left out at a node which is searched to see whether that move is singular.
    pub(super) excluded: Site,
}

impl Tree<'_> {
    /// The value of the position after a move; `None` if the search must end.
    pub(super) fn after(&mut self, site: Site, window: Window, here: Here) -> Option<i32> {
        self.strand.table.prefetch(self.grid.key_after(site));
        if !self.strand.tick() {
            return None;
        }
        self.grid.play(site);
        let below = Here { depth: here.depth - 1, ply: here.ply + 1, before: site };
        let value = self.search(window.negated(), below);
        self.grid.undo();
        value.map(|value| -value)
    }

    /// The value of this position for its side to act.
    pub(super) fn search(&mut self, window: Window, here: Here) -> Option<i32> {
        self.memory.lines[here.ply].clear();
        self.strand.seldepth = self.strand.seldepth.max(here.ply);
        if let Some(value) = self.settled(here.ply) {
            return Some(value);
        }
        let side = self.grid.side();
        if self.grid.count(side.other(), Threat::Five) == 1 {
            return self.block(window, here);
        }
        let alpha = window.alpha.max(value::loss(here.ply + 4));
        let beta = window.beta.min(value::win(here.ply + 5));
        if alpha >= beta {
            return Some(alpha);
        }
        self.open(Window { alpha, beta }, here)
    }

    /// The value where it is plain to see.
    fn settled(&self, ply: usize) -> Option<i32> {
        let (own, other) = (self.grid.side(), self.grid.side().other());
        if self.grid.count(own, Threat::Five) > 0 {
            return Some(value::win(ply + 1));
        }
        match self.grid.count(other, Threat::Five) {
            0 if self.grid.count(own, Threat::TwoFours) > 0 && !moves::is_cramped(&self.grid) => {
                Some(value::win(ply + 3))
            }
            0 | 1 if self.grid.empties() == 0 => Some(0),
            0 if ply >= PLIES => Some(judge::estimate(&self.grid)),
            0 | 1 => None,
            _ => Some(self.beaten(ply)),
        }
    }

    /// The value where the other side makes five next: a draw if no cell is allowed before.
    fn beaten(&self, ply: usize) -> i32 {
        if moves::is_cramped(&self.grid) && self.is_stuck() { 0 } else { value::loss(ply + 2) }
    }

    /// Whether only forbidden cells are left to the side to act.
    pub(super) fn is_stuck(&self) -> bool {
        let mut sites = (0..1_024).map(Site::numbered).filter(|site| self.grid.is_empty(*site));
        sites.all(|site| self.grid.is_foul(site))
    }

    /// The only move against a four.
    fn block(&mut self, window: Window, here: Here) -> Option<i32> {
        let other = self.grid.side().other();
        let cell = self.grid.five(other).filter(|site| !self.grid.is_foul(*site));
        let Some(cell) = cell else { return Some(self.beaten(here.ply)) };
        // It costs no depth: a four and its answer count as one ply.
        let value = self.after(cell, window, Here { depth: here.depth + 1, ..here })?;
        update_pv(&mut self.memory.lines, here.ply, cell);
        Some(value)
    }

    /// A node where there is a choice.
    pub(super) fn open(&mut self, window: Window, here: Here) -> Option<i32> {
        let excluded = std::mem::replace(&mut self.excluded, Site::NONE);
        let known = self.strand.table.probe(self.grid.key());
        if let Some(known) = known
            && excluded == Site::NONE
            && !window.is_open()
            && i32::from(known.depth) >= here.depth
            && let Some(value) = known.cutoff(window, here.ply)
        {
            return Some(value);
        }
        let estimate =
            known.map_or_else(|| judge::estimate(&self.grid), |known| i32::from(known.static_eval));
        if here.depth <= 0 {
            return self.leaf(window, here, estimate);
        }
        self.memory.estimates[here.ply] = estimate;
        let mut node = Node {
            here,
            window,
            choice: self.choice(here.depth)?,
            side: self.grid.side(),
            estimate,
            best: known.map_or(Site::NONE, |known| known.best),
            is_improving: here.ply < 2 || estimate > self.memory.estimates[here.ply - 2],
            excluded,
            extension: 0,
        };
        if excluded == Site::NONE {
            if let Break(value) = self.prune(&node)? {
                return Some(value);
            }
            if let Some(known) = known
                && let Break(value) = self.look_for_others(&mut node, known)?
            {
                return Some(value);
            }
        }
        self.try_moves(&node)
    }

    /// The value at the horizon: a win by fours, or the estimate.
    pub(super) fn leaf(&mut self, window: Window, here: Here, estimate: i32) -> Option<i32> {
        let own = self.grid.side();
        let (mut value, mut is_win) = (estimate, false);
        let fours = Fours::quick(&self.grid, own);
        if value < window.beta && fours.has(&self.grid, own) {
            let (_, plies) = self.win_by_fours(fours, LEAF_FOURS)?;
            is_win = plies > 0;
            if is_win {
                value = value::win(here.ply + plies);
            }
        }
        let bound = if is_win || value >= window.beta { Bound::Lower } else { Bound::Upper };
        let best = Site::NONE;
        self.keep(Here { depth: 0, ..here }, (value, bound), estimate, best);
        Some(value)
    }

    /// Remembers what was found at a node.
    pub(super) fn keep(&self, here: Here, found: (i32, Bound), estimate: i32, best: Site) {
        self.strand.keep(self.grid.key(), (here.depth, here.ply), found, estimate, best);
    }
}
