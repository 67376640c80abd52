//! Wins by fours alone, and the cells that they rest on.
//!
//! Every move of the attacker makes a four, and every answer is the only one. A win that is found
//! where the attacker may move twice (the defender has passed) tells which answers can matter:
//! [`Memory::relied`](super::search_state::Memory::relied) holds every empty cell on which a stone of
//! the defender may spoil it, but for those where he makes a four at once:
//!
//! - the attacker's moves, the answers to them, and the cells of the last five;
//! - where an answer stands in line with stones of the defender so that one more would make a
//!   four of it: the empty cells of that line nearby;
//! - where an answer is forbidden: all empty cells on its lines nearby.
//!
//! In renju a win must not rest on the judgement of two open threes, which a stone far away may
//! change: such cells are neither played by First nor counted as closed to him.

use super::Breadth;
use super::proof_table::Value;
use super::search_state::Search;
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::threat_map::{Grid, Shape, Site, Sites, Threat};

/// Which fours a search of fours tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fours {
    /// All of them.
    All,
    /// Those that make a closed three or an open two besides, or block a five.
    ///
    /// The others rarely lead on, since they prepare nothing. Without them a search at the leaves
    /// of a tree takes a third of its nodes; 82 ± 46 Elo in 160 games at 40 ms.
    Fruitful,
}

impl Fours {
    /// Those to try where a search is asked for at every node.
    ///
    /// In renju a four of Second may win alone, by a block that First is forbidden.
    pub fn quick(grid: &Grid, side: Side) -> Self {
        if (grid.rule(), side) == (Rule::Renju, Side::Second) { Self::All } else { Self::Fruitful }
    }

    /// Whether a side has any, where the other side has no five.
    pub fn has(self, grid: &Grid, side: Side) -> bool {
        match self {
            Self::All => !grid.fours(side).is_empty(),
            Self::Fruitful => {
                let twofold =
                    grid.count(side, Threat::FourThree) + grid.count(side, Threat::TwoFours);
                grid.count(side, Threat::FourPlus) + twofold > 0
            }
        }
    }
}

/// What a search of fours says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A win within so many plies.
    Won(u16),
    /// Fours alone do not win.
    Never,
    /// Not found as far as was looked.
    Unknown,
}

/// What the table keeps in place of plies if the search was whole.
const WHOLE: u16 = u16::MAX;

impl Search<'_, '_> {
    /// Looks for the shortest win by fours of the attacker, who is to act.
    ///
    /// Of a win, leaves in the memory its line and the cells it rests on.
    pub(super) fn shortest_fours(&mut self, nodes: u64) -> Verdict {
        let until = self.nodes().saturating_add(nodes);
        for left in 0.. {
            self.memory.relied = Sites::NONE;
            self.memory.line.clear();
            let verdict = self.by_fours(left, until);
            if verdict != Verdict::Unknown || self.nodes() >= until || self.has_ended() {
                return verdict;
            }
        }
        Verdict::Unknown
    }

    /// Looks for any win by fours of the attacker, who is to act; else as the shortest.
    pub(super) fn some_fours(&mut self, nodes: u64) -> Verdict {
        self.memory.relied = Sites::NONE;
        self.memory.line.clear();
        self.by_fours(WHOLE, self.nodes().saturating_add(nodes))
    }

    /// The same with so many fours at most before the last two.
    fn by_fours(&mut self, left: u16, until: u64) -> Verdict {
        let (own, other) = (self.attacker, self.defender());
        if self.is_cramped() {
            return Verdict::Never;
        }
        if let Some(five) = self.grid.five(own) {
            self.memory.relied.insert(five);
            self.memory.line.push(five);
            return Verdict::Won(1);
        }
        match self.grid.count(other, Threat::Five) {
            0 if self.grid.count(own, Threat::TwoFours) > 0 => return self.by_straight_four(),
            0 | 1 => {}
            _ => return Verdict::Never,
        }
        if left == 0 {
            return Verdict::Unknown;
        }
        let key = self.key(Breadth::Fours);
        let known = self.table.probe(key).unwrap_or_default();
        if known.is_lost() && known.plies >= left {
            return if known.plies == WHOLE { Verdict::Never } else { Verdict::Unknown };
        }
        let before = self.nodes();
        let start = self.memory.fours.len();
        self.list_fours(known.best);
        let (verdict, best) = self.try_fours(start, left, until);
        self.memory.fours.truncate(start);
        let looked = if verdict == Verdict::Never { WHOLE } else { left };
        let value = match verdict {
            Verdict::Won(plies) => Value::won(plies, best),
            _ if self.nodes() >= until || self.has_ended() => return verdict,
            _ => Value { plies: looked, ..Value::LOST },
        };
        self.table.store(key, value, self.nodes() - before);
        verdict
    }

    /// A straight four or two fours at once: nothing stops them.
    fn by_straight_four(&mut self) -> Verdict {
        let own = self.attacker;
        let is_two = |site: &Site| self.grid.threat(*site, own) == Threat::TwoFours;
        let Some(site) = self.grid.fours(own).iter().find(is_two) else {
            return Verdict::Never;
        };
        self.play(site);
        self.rely_on_fives();
        self.push_fives();
        self.grid.undo();
        self.memory.relied.insert(site);
        self.memory.line.push(site);
        Verdict::Won(3)
    }

    /// Adds the cells of the attacker's fives to those that a win rests on, if he needs them.
    fn rely_on_fives(&mut self) {
        let own = self.attacker;
        if self.grid.count(own, Threat::Five) == 2 {
            let mut relied = self.memory.relied;
            self.fives(own).for_each(|five| relied.insert(five));
            self.memory.relied = relied;
        }
    }

    /// Puts the block of one five and the other five at the end of the line.
    fn push_fives(&mut self) {
        let pair = {
            let mut fives = self.fives(self.attacker);
            [fives.next(), fives.next()]
        };
        self.memory.line.extend(pair.into_iter().rev().flatten());
    }

    /// Lists the fours, one that blocks only if it must, this move of the table first.
    fn list_fours(&mut self, best: Site) {
        let (own, other) = (self.attacker, self.defender());
        let block = self.grid.five(other);
        for site in self.grid.fours(own).iter() {
            let threat = self.grid.threat(site, own);
            let is_meant = match block {
                Some(block) => site == block,
                None => self.fours == Fours::All || threat != Threat::Four,
            };
            if threat.is_four() && is_meant {
                let merit = 2 * self.grid.merit(site, own) + self.grid.merit(site, other);
                self.memory.fours.push((if site == best { i32::MIN } else { -merit }, site));
            }
        }
    }

    /// Tries the fours from `start` on, the most promising first.
    fn try_fours(&mut self, start: usize, left: u16, until: u64) -> (Verdict, Site) {
        self.memory.fours[start..].sort_unstable();
        let mut verdict = Verdict::Never;
        for at in start..self.memory.fours.len() {
            if self.nodes() >= until || self.has_ended() {
                return (Verdict::Unknown, Site::NONE);
            }
            let (_, site) = self.memory.fours[at];
            self.play(site);
            let found = self.after_four(left, until);
            self.grid.undo();
            match found {
                Verdict::Won(plies) => {
                    self.memory.relied.insert(site);
                    self.memory.line.push(site);
                    return (Verdict::Won(plies + 1), site);
                }
                Verdict::Unknown => verdict = Verdict::Unknown,
                Verdict::Never => {}
            }
        }
        (verdict, Site::NONE)
    }

    /// The same after a four, the defender to act.
    fn after_four(&mut self, left: u16, until: u64) -> Verdict {
        let (own, other) = (self.attacker, self.defender());
        let Some(block) = self.grid.five(own) else { return Verdict::Never };
        if self.grid.count(own, Threat::Five) > 1 {
            self.rely_on_fives();
            self.push_fives();
            return Verdict::Won(2);
        }
        if self.grid.is_foul(block) {
            if self.grid.threat(block, other) != Threat::Foul {
                return Verdict::Never;
            }
            self.rely_on_lines(block, 5, |_| true);
            self.memory.relied.insert(block);
            return Verdict::Won(2);
        }
        let shapes = self.grid.shapes(block, other);
        self.play(block);
        let found = self.by_fours(left - 1, until);
        self.grid.undo();
        let Verdict::Won(plies) = found else { return found };
        self.rely_on_lines(block, 4, |line| shapes[line] >= Shape::ClosedThree);
        self.memory.relied.insert(block);
        self.memory.line.push(block);
        Verdict::Won(plies + 1)
    }

    /// Adds the empty cells so near on some lines of a cell to those that a win rests on.
    fn rely_on_lines(&mut self, site: Site, reach: i16, is_meant: impl Fn(usize) -> bool) {
        for line in (0..4).filter(|line| is_meant(*line)) {
            for near in (-reach..=reach).map(|steps| site.along(line, steps)) {
                if self.grid.is_empty(near) {
                    self.memory.relied.insert(near);
                }
            }
        }
    }
}
