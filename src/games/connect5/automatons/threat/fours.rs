//! Wins by fours alone: every move makes a four, every reply is the only one.
//!
//! The fours-only half of threat-space search (Allis, van den Herik and Huntjens 1994). A four
//! leaves one cell to the other side; where that completes a four of its own, the next four must
//! block it. So what is found is a proof.

use super::table::Known;
use super::tree::Tree;
use crate::base::Side;
use crate::games::connect5::grid::{Grid, Site, Threat};
use crate::search::Bound;

/// Tells the entries of this search from others in the same table.
const SALT: u64 = 0x5BD1_E995_9D1B_54A5;

/// The moves that can go on with fours: one that blocks, or any.
fn candidates(grid: &Grid, own: Side, moves: &mut Vec<(i32, Site)>) {
    let is_four = |site: Site| {
        let threat = grid.threat(site, own);
        // Two open threes may hide a four that is allowed.
        (threat.is_four() || threat == Threat::Doubtful) && !grid.is_foul(site)
    };
    if grid.count(own.other(), Threat::Five) > 0 {
        let block = grid.five(own.other()).filter(|site| grid.fours(own).has(*site));
        moves.extend(block.filter(|site| is_four(*site)).map(|site| (0, site)));
        return;
    }
    for site in grid.fours(own).iter().filter(|site| is_four(*site)) {
        let merit = 2 * grid.merit(site, own) + grid.merit(site, own.other());
        moves.push((-merit, site));
    }
}

impl Tree<'_> {
    /// The plies of a win by fours for the side to act; 0 if none is found within the nodes.
    ///
    /// Takes part in counting nodes; `None` if the search must end.
    pub(super) fn win_by_fours(&mut self, nodes: u64) -> Option<usize> {
        let until = self.nodes().saturating_add(nodes);
        self.next_four(until)
    }

    fn next_four(&mut self, until: u64) -> Option<usize> {
        let own = self.grid.side();
        let other = own.other();
        if self.grid.count(own, Threat::Five) > 0 {
            return Some(1);
        }
        match self.grid.count(other, Threat::Five) {
            0 if self.grid.count(own, Threat::TwoFours) > 0 => return Some(3),
            0 | 1 => {}
            _ => return Some(0),
        }
        let key = self.grid.key() ^ SALT;
        if let Some(known) = self.table.probe(key) {
            return Some(known.value.unsigned_abs() as usize);
        }
        let start = self.memory.moves.len();
        candidates(&self.grid, own, &mut self.memory.moves);
        self.memory.moves[start..].sort_unstable();
        let found = self.try_fours(start, until);
        self.memory.moves.truncate(start);
        let (found, is_whole) = found?;
        if is_whole || found > 0 {
            let value = (found as u16).cast_signed();
            let known =
                Known { value, estimate: 0, best: Site::NONE, depth: 0, bound: Bound::Exact };
            self.table.store(key, known);
        }
        Some(found)
    }

    /// The plies of a win by one of the moves from `start` on, and whether all were looked at.
    fn try_fours(&mut self, start: usize, until: u64) -> Option<(usize, bool)> {
        for at in start..self.memory.moves.len() {
            if self.nodes() >= until {
                return Some((0, false));
            }
            let (_, site) = self.memory.moves[at];
            if !self.tick() {
                return None;
            }
            self.grid.play(site);
            let found = self.after_four(until);
            self.grid.undo();
            let found = found?;
            if found > 0 {
                return Some((found + 1, true));
            }
        }
        Some((0, self.nodes() < until))
    }

    /// The same for the side that has just made a four and is not to act.
    fn after_four(&mut self, until: u64) -> Option<usize> {
        let side = self.grid.side();
        let attacker = side.other();
        let reply = self.grid.five(attacker);
        let Some(reply) = reply.filter(|site| !self.grid.is_foul(*site)) else {
            // No cell left to block on, or a forbidden one; or no four after all.
            return Some(if reply.is_some() { 2 } else { 0 });
        };
        if self.grid.count(attacker, Threat::Five) > 1 {
            return Some(2);
        }
        self.grid.play(reply);
        let found = self.next_four(until);
        self.grid.undo();
        found.map(|plies| if plies > 0 { plies + 1 } else { 0 })
    }
}

impl Tree<'_> {
    /// The plies of a win that begins with this move of the side to act; 0 if none is found.
    ///
    /// The side to act has no five, the other side at most one cell for it.
    pub(super) fn win_by_four(&mut self, site: Site, nodes: u64) -> Option<usize> {
        let start = self.memory.moves.len();
        let own = self.grid.side();
        candidates(&self.grid, own, &mut self.memory.moves);
        let is_candidate = self.memory.moves[start..].iter().any(|(_, s)| *s == site);
        self.memory.moves.truncate(start);
        if !is_candidate {
            return Some(0);
        }
        if !self.tick() {
            return None;
        }
        let until = self.nodes().saturating_add(nodes);
        self.grid.play(site);
        let found = self.after_four(until);
        self.grid.undo();
        found.map(|plies| if plies > 0 { plies + 1 } else { 0 })
    }
}
