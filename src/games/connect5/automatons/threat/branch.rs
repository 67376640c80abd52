//! The moves of a node, one after the other.

use super::judge;
use super::moves::{self, Choice};
use super::node::{Here, Node, Window};
use super::reduce;
use super::tree::Tree;
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::grid::{Site, Threat};
use crate::search::Bound;
use crate::search::threads::worker::update_pv;
use crate::search::value::{self, INFINITE};

impl Tree<'_> {
    /// Searches the moves, the best first.
    pub(super) fn try_moves(&mut self, node: &Node) -> Option<i32> {
        let start = self.memory.moves.len();
        moves::list(
            &self.grid,
            &node.choice,
            node.best,
            (node.here.ply, node.here.before),
            self.memory,
        );
        let outcome = self.try_from(start, node);
        self.memory.moves.truncate(start);
        let (value, best, bound) = outcome?;
        if node.excluded == Site::NONE {
            self.keep(node.here, (value, bound), node.estimate, best);
        }
        Some(value)
    }

    fn try_from(&mut self, start: usize, node: &Node) -> Option<(i32, Site, Bound)> {
        let Node { here, window, .. } = *node;
        // What is not listed against a win by fours loses to it.
        let nothing = match node.choice {
            Choice::Defend { plies, .. } => value::loss(here.ply + plies),
            Choice::Quiet => -INFINITE,
        };
        let (mut best, mut best_value, mut alpha) = (Site::NONE, nothing, window.alpha);
        let (mut tried, mut is_whole) = (0, node.choice.is_defence());
        for at in start..self.memory.moves.len() {
            moves::bring_best(&mut self.memory.moves[at..]);
            let (_, site) = self.memory.moves[at];
            if site == node.excluded || self.grid.is_foul(site) {
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
                    update_pv(&mut self.memory.lines, here.ply, site);
                }
                if value >= window.beta {
                    self.learn(node, start, at);
                    return Some((value, best, Bound::Lower));
                }
            }
        }
        if best_value == -INFINITE && node.excluded != Site::NONE {
            return Some((window.alpha, best, Bound::Upper));
        }
        if best_value == -INFINITE {
            // Only forbidden cells are left, or cells far from all stones.
            best_value = self.stuck();
        }
        let is_proof = is_whole && (self.grid.rule(), node.side) != (Rule::Renju, Side::Second);
        let value = if is_proof { best_value } else { value::unproved(best_value) };
        let bound = if alpha > window.alpha { Bound::Exact } else { Bound::Upper };
        Some((value, best, bound))
    }

    /// The value of one move: in full, or by a look that is less deep and then in full.
    fn try_one(&mut self, node: &Node, site: Site, tried: usize, window: Window) -> Option<i32> {
        let here = node.here;
        if tried == 0 {
            let more = if site == node.best { node.extension } else { 0 };
            return self.after(site, window, Here { depth: here.depth + more, ..here });
        }
        let less = self.reduction(node, site, tried);
        let shallow = (here.depth - less).max(1);
        window.look((shallow, here.depth), |window, depth| {
            self.after(site, window, Here { depth, ..here })
        })
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
            return self.strand.tick().then(|| value::win(1));
        }
        if tried == 0 {
            return self.after(site, window, here);
        }
        let less =
            if here.depth > 3 && tried > 3 { reduce::plies(here.depth, tried) / 2 } else { 0 };
        let shallow = Here { depth: here.depth - less, ..here };
        let mut value = self.after(site, window.null_window(), shallow)?;
        if value > window.alpha {
            value = self.after(site, window, here)?;
        }
        Some(value)
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
        if self.is_stuck() { 0 } else { judge::estimate(&self.grid) }
    }
}
