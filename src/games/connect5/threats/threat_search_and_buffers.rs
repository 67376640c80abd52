//! A threat search: the attacker, the threat map, the table, buffers, and the limits.

use super::attack_kinds_and_limits::{AttackKind, FourKinds, ProofLimits};
use super::proof_table::{ProofNumberTable, ProofValue};
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::threat_map::{CellSet, PaddedCell, Threat, ThreatMap};

/// Nodes between two calls of [`ProofLimits::stop`]. Set by hand.
const STOP_INTERVAL: u64 = 128;
/// Added to the keys of the table, by the attacker: the two sides' proofs are kept apart.
const SALTS: [u64; 2] = [0x517C_C1B7_2722_0A95, 0x9B05_688C_2B3E_6C1F];
/// In renju, First has a legal move if it has this many empty cells more than possible fouls.
///
/// One stone of First can change what is forbidden on 40 cells; the rest is a reserve.
const ENOUGH_EMPTY_CELLS: u32 = 48;

/// Moves for which there is room at first; the room grows where a search needs more. Chosen by hand.
const ROOM_FOR_CHILDREN: usize = 4_096;
/// Fours for which there is room at first. Chosen by hand.
const ROOM_FOR_FOURS: usize = 1_024;
/// Moves of a VCF for which there is room at first: more than any board has cells. Set by hand.
const ROOM_FOR_LINE: usize = 512;
/// By how many bits a key is rotated more for each wider kind of attack: so that all kinds, with any
/// kinds of fours, are rotated by different numbers of bits below 64.
const ATTACK_ROTATION: u32 = 21;

/// A move of a node, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofChild {
    /// The cell of the move.
    pub(super) cell: PaddedCell,
    /// The proof and disproof numbers after it.
    pub(super) value: ProofValue,
}

/// A four of a VCF; the one of the lowest rank is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RankedFour {
    /// The negative move score of the four, without a unit; `i32::MIN` for the table's move.
    pub(super) rank: i32,
    /// The cell of the four.
    pub(super) cell: PaddedCell,
}

/// Buffers that are kept from search to search, so that a search allocates none.
#[derive(Clone, Debug)]
pub(super) struct Buffers {
    /// The moves of all nodes on the path, node after node.
    pub(super) children: Vec<ProofChild>,
    /// The fours of all nodes on the path of a VCF, node after node, each node's as they are tried.
    pub(super) fours_on_path: Vec<RankedFour>,
    /// The relevance zone of the last VCF: the cells on which it depends.
    pub(super) zone: CellSet,
    /// The moves of the last VCF, the last first.
    pub(super) line: Vec<PaddedCell>,
}

impl Buffers {
    /// Empty buffers, with room for a usual search.
    pub(super) fn new() -> Self {
        Self {
            children: Vec::with_capacity(ROOM_FOR_CHILDREN),
            fours_on_path: Vec::with_capacity(ROOM_FOR_FOURS),
            zone: CellSet::NONE,
            line: Vec::with_capacity(ROOM_FOR_LINE),
        }
    }
}

/// A threat search for one side, the attacker.
pub(super) struct ThreatSearch<'a, 'b> {
    /// The position, with the moves of the path played.
    pub(super) map: &'a mut ThreatMap,
    /// The side whose win is searched for.
    pub(super) attacker: Side,
    /// The positions proved and disproved, of both attackers.
    pub(super) table: &'a mut ProofNumberTable,
    /// The moves of the path, and what the last VCF left.
    pub(super) buffers: &'a mut Buffers,
    /// Which threats are tried.
    pub(super) attack: AttackKind,
    /// Which fours a VCF tries.
    pub(super) four_kinds: FourKinds,
    limits: &'a mut ProofLimits<'b>,
    /// Stones played so far.
    nodes: u64,
    /// The node count at which [`ProofLimits::stop`] is called next.
    next_check: u64,
    has_ended: bool,
}

/// The table's key of a position by its key, for this attacker and these kinds of moves.
#[inline]
pub(super) const fn proof_key(
    position: u64,
    attacker: Side,
    attack: AttackKind,
    four_kinds: FourKinds,
) -> u64 {
    let kind = ATTACK_ROTATION * attack as u32 + four_kinds as u32;
    (position ^ SALTS[attacker.index()]).rotate_left(kind)
}

impl<'a, 'b> ThreatSearch<'a, 'b> {
    /// A search from the position of the map; it has played no stone.
    pub(super) fn new(
        map: &'a mut ThreatMap,
        attacker: Side,
        table: &'a mut ProofNumberTable,
        buffers: &'a mut Buffers,
        limits: &'a mut ProofLimits<'b>,
    ) -> Self {
        let attack = limits.attack;
        Self {
            map,
            attacker,
            table,
            buffers,
            attack,
            four_kinds: FourKinds::All,
            limits,
            nodes: 0,
            next_check: 0,
            has_ended: false,
        }
    }

    /// Stones played so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the nodes are spent or the search was stopped.
    pub(super) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether the attacker is to act.
    pub(super) fn is_attack(&self) -> bool {
        self.map.side() == self.attacker
    }

    /// The other side.
    #[inline]
    pub(super) const fn defender(&self) -> Side {
        self.attacker.other()
    }

    /// Plays a move, counts it, and checks the limits.
    #[inline]
    pub(super) fn play(&mut self, cell: PaddedCell) {
        if self.nodes >= self.next_check {
            self.next_check = self.nodes + STOP_INTERVAL;
            self.has_ended |= (self.limits.stop)();
        }
        self.nodes += 1;
        self.has_ended |= self.nodes >= self.limits.nodes;
        self.map.play(cell);
    }

    /// The table's key of the position, for this attacker and this kind of attack.
    #[inline]
    pub(super) const fn key(&self, attack: AttackKind) -> u64 {
        proof_key(self.map.key(), self.attacker, attack, self.four_kinds)
    }

    /// Whether the defender may soon be without a legal move: see [`may_run_out_of_moves`].
    #[inline]
    pub(super) fn may_run_out_of_moves(&self) -> bool {
        may_run_out_of_moves(self.map, self.attacker.other())
    }

    /// The cells where this side makes five at once.
    pub(super) fn fives(&self, side: Side) -> impl Iterator<Item = PaddedCell> + '_ {
        let is_five = move |cell: &PaddedCell| self.map.threat(*cell, side) == Threat::Five;
        self.map.four_cells(side).iter().filter(is_five)
    }
}

/// Whether a side may soon be without a legal move, which draws.
///
/// It can be First in renju, which may make no fouls. In such positions none of its moves is left out.
#[inline]
pub fn may_run_out_of_moves(map: &ThreatMap, side: Side) -> bool {
    map.rule() == Rule::Renju && side == Side::First && {
        let possible_fouls =
            map.count_threats(side, Threat::Foul) + map.count_threats(side, Threat::PossibleFoul);
        map.empties() < ENOUGH_EMPTY_CELLS + possible_fouls
    }
}
