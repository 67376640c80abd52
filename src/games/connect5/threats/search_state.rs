//! What a search of threats works with: the grid, the table, buffers, and what it may spend.

use super::proof_table::{Table, Value};
use super::vcf::Fours;
use super::{Breadth, Effort};
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::threat_map::{Grid, Site, Sites, Threat};

/// Nodes between two looks at the stop signal.
const PATIENCE: u64 = 128;
/// Searches told apart in the table, by the attacker.
const SALTS: [u64; 2] = [0x517C_C1B7_2722_0A95, 0x9B05_688C_2B3E_6C1F];
/// A stone of First can change what is forbidden on so many cells, and some more.
const FREE: u32 = 48;

/// A move of a node and what is known of what follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) site: Site,
    pub(super) value: Value,
}

/// Buffers that outlive a search, so that none is made within it.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The moves of all nodes under way, one node's after the other's.
    pub(super) children: Vec<Child>,
    /// The same in searches of fours, the most promising first of each.
    pub(super) fours: Vec<(i32, Site)>,
    /// The cells on which the last win by fours rests.
    pub(super) relied: Sites,
    /// The moves of the last win by fours, the last first.
    pub(super) line: Vec<Site>,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            children: Vec::with_capacity(4_096),
            fours: Vec::with_capacity(1_024),
            relied: Sites::NONE,
            line: Vec::with_capacity(512),
        }
    }
}

/// One search on behalf of the attacker.
pub(super) struct Search<'a, 'b> {
    pub(super) grid: &'a mut Grid,
    pub(super) attacker: Side,
    pub(super) table: &'a mut Table,
    pub(super) memory: &'a mut Memory,
    /// Which threats are tried.
    pub(super) breadth: Breadth,
    /// Which fours.
    pub(super) fours: Fours,
    effort: &'a mut Effort<'b>,
    nodes: u64,
    next_look: u64,
    has_ended: bool,
}

impl<'a, 'b> Search<'a, 'b> {
    pub(super) fn new(
        grid: &'a mut Grid,
        attacker: Side,
        (table, memory): (&'a mut Table, &'a mut Memory),
        effort: &'a mut Effort<'b>,
    ) -> Self {
        let breadth = effort.breadth;
        Self {
            grid,
            attacker,
            table,
            memory,
            breadth,
            fours: Fours::All,
            effort,
            nodes: 0,
            next_look: 0,
            has_ended: false,
        }
    }

    /// Stones played so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the nodes are spent or the search was told to stop.
    pub(super) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Plays a move and counts it; looks from time to time whether to end.
    #[inline]
    pub(super) fn play(&mut self, site: Site) {
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + PATIENCE;
            self.has_ended |= (self.effort.stop)();
        }
        self.nodes += 1;
        self.has_ended |= self.nodes >= self.effort.nodes;
        self.grid.play(site);
    }

    /// The key of the position in a search of this attacker and of this breadth.
    #[inline]
    pub(super) const fn key(&self, breadth: Breadth) -> u64 {
        let kind = 21 * breadth as u32 + self.fours as u32;
        (self.grid.key() ^ SALTS[self.attacker.index()]).rotate_left(kind)
    }

    /// The other side.
    #[inline]
    pub(super) const fn defender(&self) -> Side {
        self.attacker.other()
    }

    /// Whether First, bound by renju, may soon be without a move, which draws.
    ///
    /// There no answer of his is passed over.
    #[inline]
    pub(super) fn is_cramped(&self) -> bool {
        self.grid.rule() == Rule::Renju && self.attacker == Side::Second && {
            let bound = self.grid.count(Side::First, Threat::Foul)
                + self.grid.count(Side::First, Threat::Doubtful);
            self.grid.empties() < FREE + bound
        }
    }

    /// The cells where this side makes five at once.
    pub(super) fn fives(&self, side: Side) -> impl Iterator<Item = Site> + '_ {
        let is_five = move |site: &Site| self.grid.threat(*site, side) == Threat::Five;
        self.grid.fours(side).iter().filter(is_five)
    }
}
