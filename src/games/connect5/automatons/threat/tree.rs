//! The recursion: principal variation search over the moves that matter.

use std::ops::ControlFlow::{self, Break, Continue};

use super::judge;
use super::memory::{Memory, PLIES};
use super::moves::{self, Kind};
use super::reduce;
use super::table::{Known, Table};
use super::team::Post;
use super::value::{self, INFINITE};
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::grid::{Grid, Site, Threat};
use crate::search::{Bound, Control};

/// Nodes that a search of fours at a leaf may take.
const LEAF_FOURS: u64 = 150;
/// Margins of the cut at a node whose estimate is far above beta, for each ply of depth.
///
/// Without the cut 40 % ± 9 of 120 games at 4,000 nodes.
const FUTILITY: i32 = 70;
/// Margins below alpha under which a node is left to its fours, by depth.
///
/// Without them 43 % ± 9 of 120 games at 4,000 nodes.
const RAZOR: [i32; 4] = [0, 200, 350, 500];

/// The values of interest, for the side to act.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// All values.
    pub(super) const WHOLE: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The window as the other side sees it.
    const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null-window just above alpha.
    const fn scout(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }

    /// Whether a value fits between alpha and beta.
    const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct Here {
    /// Plies left; at 0 and below only fours are looked at.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// The move that led here.
    pub(super) before: Site,
}

/// What a node knows before its moves are made.
struct Node {
    here: Here,
    window: Window,
    kind: Kind,
    side: Side,
    estimate: i32,
    best: Site,
    /// The estimate is better than two plies before.
    is_improving: bool,
}

/// A search in progress on one thread.
pub(super) struct Tree<'a> {
    pub(super) grid: Grid,
    pub(super) control: Control<'a>,
    pub(super) table: &'a Table,
    pub(super) memory: &'a mut Memory,
    pub(super) post: Post<'a>,
    pub(super) seldepth: usize,
}

impl Tree<'_> {
    /// Nodes so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// Counts a node and says whether to go on.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.control.tick() && self.post.goes_on(self.control.nodes())
    }

    /// The value of the position after a move; `None` if the search must end.
    pub(super) fn after(&mut self, site: Site, window: Window, here: Here) -> Option<i32> {
        self.table.prefetch(self.grid.key_after(site));
        if !self.tick() {
            return None;
        }
        self.grid.play(site);
        let below = Here { depth: here.depth - 1, ply: here.ply + 1, before: site };
        let value = self.search(window.turned(), below);
        self.grid.undo();
        value.map(|value| -value)
    }

    /// The value of this position for its side to act.
    fn search(&mut self, window: Window, here: Here) -> Option<i32> {
        self.memory.lines[here.ply].clear();
        self.seldepth = self.seldepth.max(here.ply);
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
            0 if self.grid.count(own, Threat::TwoFours) > 0 => Some(value::win(ply + 3)),
            0 | 1 if self.grid.empties() == 0 => Some(0),
            0 if ply >= PLIES => Some(judge::estimate(&self.grid)),
            0 | 1 => None,
            _ => Some(value::loss(ply + 2)),
        }
    }

    /// The only move against a four.
    fn block(&mut self, window: Window, here: Here) -> Option<i32> {
        let other = self.grid.side().other();
        let cell = self.grid.five(other).filter(|site| !self.grid.is_foul(*site));
        let Some(cell) = cell else { return Some(value::loss(here.ply + 2)) };
        // It costs no depth: a four and its answer count as one ply.
        let value = self.after(cell, window, Here { depth: here.depth + 1, ..here })?;
        self.note_line(here.ply, cell);
        Some(value)
    }

    /// A node where there is a choice.
    fn open(&mut self, window: Window, here: Here) -> Option<i32> {
        let known = self.table.probe(self.grid.key());
        if let Some(known) = known
            && !window.is_open()
            && i32::from(known.depth) >= here.depth
            && let Some(value) = answer(known, window, here.ply)
        {
            return Some(value);
        }
        let estimate =
            known.map_or_else(|| judge::estimate(&self.grid), |known| i32::from(known.estimate));
        if here.depth <= 0 {
            return self.leaf(window, here, estimate);
        }
        self.memory.estimates[here.ply] = estimate;
        let side = self.grid.side();
        let kind = Kind::of(&self.grid);
        let is_improving = here.ply < 2 || estimate > self.memory.estimates[here.ply - 2];
        let best = known.map_or(Site::NONE, |known| known.best);
        let node = Node { here, window, kind, side, estimate, best, is_improving };
        if let Break(value) = self.prune(&node)? {
            return Some(value);
        }
        self.try_moves(&node)
    }

    /// The value at the horizon: a win by fours, or the estimate.
    fn leaf(&mut self, window: Window, here: Here, estimate: i32) -> Option<i32> {
        let own = self.grid.side();
        let (mut value, mut is_win) = (estimate, false);
        if value < window.beta && !self.grid.fours(own).is_empty() {
            let plies = self.win_by_fours(LEAF_FOURS)?;
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

    /// Whether the node can be left without looking at its moves, and its value then.
    fn prune(&mut self, node: &Node) -> Option<ControlFlow<i32>> {
        let Node { here, window, estimate, .. } = *node;
        let depth = here.depth;
        if window.is_open() || node.kind == Kind::Defend || value::is_decided(window.beta) {
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

    /// Searches the moves, the best first.
    fn try_moves(&mut self, node: &Node) -> Option<i32> {
        let start = self.memory.moves.len();
        moves::list(
            &self.grid,
            node.kind,
            node.best,
            (node.here.ply, node.here.before),
            self.memory,
        );
        let outcome = self.try_from(start, node);
        self.memory.moves.truncate(start);
        let (value, best, bound) = outcome?;
        self.keep(node.here, (value, bound), node.estimate, best);
        Some(value)
    }

    fn try_from(&mut self, start: usize, node: &Node) -> Option<(i32, Site, Bound)> {
        let Node { here, window, .. } = *node;
        // What is not listed against a straight four loses to it.
        let nothing = if node.kind == Kind::Defend { value::loss(here.ply + 4) } else { -INFINITE };
        let (mut best, mut best_value, mut alpha) = (Site::NONE, nothing, window.alpha);
        let (mut tried, mut is_whole) = (0, node.kind == Kind::Defend);
        for at in start..self.memory.moves.len() {
            moves::bring_best(&mut self.memory.moves[at..]);
            let (_, site) = self.memory.moves[at];
            if self.grid.is_foul(site) {
                continue;
            }
            if tried > 0 && !value::is_decided(best_value) && self.is_late(node, site, tried) {
                is_whole = false;
                continue;
            }
            let value = self.try_one(node, site, tried, Window { alpha, ..window })?;
            tried += 1;
            if value > best_value {
                best_value = value;
                if value > alpha {
                    (alpha, best) = (value, site);
                    self.note_line(here.ply, site);
                }
                if value >= window.beta {
                    self.learn(node, start, at);
                    return Some((value, best, Bound::Lower));
                }
            }
        }
        if best_value == -INFINITE {
            // Only forbidden cells are left, or cells far from all stones.
            best_value = self.stuck();
        }
        let is_proof = is_whole && (self.grid.rule(), node.side) != (Rule::Renju, Side::Second);
        let value = if is_proof { best_value } else { value::doubted(best_value) };
        let bound = if alpha > window.alpha { Bound::Exact } else { Bound::Upper };
        Some((value, best, bound))
    }

    /// The value of one move: in full, or by a look that is less deep and then in full.
    fn try_one(&mut self, node: &Node, site: Site, tried: usize, window: Window) -> Option<i32> {
        let here = node.here;
        if tried == 0 {
            return self.after(site, window, here);
        }
        let less = self.reduction(node, site, tried);
        let shallow = Here { depth: (here.depth - less).max(1), ..here };
        let mut value = self.after(site, window.scout(), shallow)?;
        if value > window.alpha && shallow.depth < here.depth {
            value = self.after(site, window.scout(), here)?;
        }
        if value > window.alpha && value < window.beta {
            value = self.after(site, window, here)?;
        }
        Some(value)
    }

    /// The value of a move of the root, before which so many others were tried.
    pub(super) fn root_move(
        &mut self,
        site: Site,
        window: Window,
        here: Here,
        tried: usize,
    ) -> Option<i32> {
        self.memory.lines[1].clear();
        if self.grid.threat(site, self.grid.side()) == Threat::Five {
            return self.tick().then(|| value::win(1));
        }
        if tried == 0 {
            return self.after(site, window, here);
        }
        let less =
            if here.depth > 3 && tried > 3 { reduce::plies(here.depth, tried) / 2 } else { 0 };
        let shallow = Here { depth: here.depth - less, ..here };
        let mut value = self.after(site, window.scout(), shallow)?;
        if value > window.alpha {
            value = self.after(site, window, here)?;
        }
        Some(value)
    }

    /// How many plies less deep a move is looked at first.
    fn reduction(&self, node: &Node, site: Site, tried: usize) -> i32 {
        let own = self.grid.threat(site, node.side);
        if node.here.depth < 2 || own.is_four() || node.kind == Kind::Defend && tried < 3 {
            return 0;
        }
        let history = self.memory.history(node.side, site);
        let mut less = reduce::plies(node.here.depth, tried);
        less += i32::from(!node.is_improving) - i32::from(node.window.is_open());
        less -= i32::from(own >= Threat::Three) + history / 4_096;
        less.max(0)
    }

    /// Whether a move comes so late that it is left out.
    fn is_late(&self, node: &Node, site: Site, tried: usize) -> bool {
        if node.window.is_open() || node.kind == Kind::Defend {
            return false;
        }
        let own = self.grid.threat(site, node.side);
        own < Threat::Three && tried >= reduce::enough(node.here.depth, node.is_improving)
    }

    /// Remembers which of the moves tried refuted the one before.
    fn learn(&mut self, node: &Node, start: usize, at: usize) {
        // Lent out, as what learns from the moves keeps them too.
        let moves = std::mem::take(&mut self.memory.moves);
        let place = (node.here.ply, node.side);
        self.memory.reward(place, node.here.before, node.here.depth, &moves[start..=at]);
        self.memory.moves = moves;
    }

    /// The value where no move was listed.
    fn stuck(&self) -> i32 {
        let mut sites = (0..1_024).map(Site::numbered).filter(|site| self.grid.is_empty(*site));
        let is_free = sites.any(|site| !self.grid.is_foul(site));
        if is_free { judge::estimate(&self.grid) } else { 0 }
    }

    /// Puts a move in front of the line of the next ply.
    fn note_line(&mut self, ply: usize, site: Site) {
        let (here, below) = self.memory.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (here.last_mut(), below.first()) {
            line.clear();
            line.push(site);
            line.extend_from_slice(rest);
        }
    }

    fn keep(&self, here: Here, (value, bound): (i32, Bound), estimate: i32, best: Site) {
        let known = Known {
            value: value::to_table(value, here.ply),
            estimate: estimate as i16,
            best,
            depth: here.depth.clamp(0, 255).cast_unsigned() as u8,
            bound,
        };
        self.table.store(self.grid.key(), known);
    }
}

/// What the table's entry says about this window, if it says enough.
fn answer(known: Known, window: Window, ply: usize) -> Option<i32> {
    let value = value::from_table(known.value, ply);
    let is_enough = match known.bound {
        Bound::Exact => true,
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    is_enough.then_some(value)
}
