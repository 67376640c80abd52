//! The prover: wins of a side by threats, and wins by fours alone for a search tree.

use std::time::Duration;

use super::attack_kinds_and_limits::{AttackKind, FourKinds, ProofLimits};
use super::proof_number_search::Thresholds;
use super::proof_table::{INFINITE, ProofNumberTable, ProofValue};
use super::threat_search_and_buffers::{Buffers, ThreatSearch, proof_key};
use super::vcf::VcfResult;
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::threat_map::{CellSet, PaddedCell, ThreatMap};

/// Nodes of the VCF with which every proof begins, if the limits allow them. Set by hand.
const ROOT_VCF_NODES: u64 = 20_000;

/// Nodes of the VCF that completes the line of a proved win. Set by hand.
const LINE_VCF_NODES: u64 = 2_000;

/// Plies of the shortest win with a four: the four, a reply, and five.
const PLIES_WITH_FOUR: u16 = 3;
/// Plies of the shortest win that begins with a three: the three, a reply, and a win with a four.
const PLIES_WITH_THREE: u16 = PLIES_WITH_FOUR + 2;

/// A win that was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The move that wins.
    pub first: PaddedCell,
    /// An upper bound of the plies to the end against every defence, the winning stone included.
    pub plies: u16,
    /// Whether no win is shorter.
    pub is_shortest: bool,
    /// The first move and what follows, as far as known; see [`ThreatProver::prove`].
    pub line: Vec<PaddedCell>,
}

/// A win by fours (VCF) of the side to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VcfWin {
    /// The move that wins.
    pub first: PaddedCell,
    /// Plies to the end, the winning stone included.
    pub plies: u16,
}

/// A VCF with which the other side threatens.
#[derive(Clone, Debug)]
pub struct OpponentVcf {
    /// The only cells that may save the side to act, its own fours included; some may be fouls.
    pub saving: CellSet,
    /// Plies to the end after any other move.
    pub plies: u16,
}

/// A threat-space search with its own table of proofs.
///
/// The same calls in the same order give the same results with the same nodes.
#[derive(Debug)]
pub struct ThreatProver {
    /// The proofs of earlier searches.
    pub(super) table: ProofNumberTable,
    /// Buffers that the searches use one after the other.
    pub(super) buffers: Buffers,
    /// Nodes of the last call: stones played.
    pub(super) nodes: u64,
}

impl ThreatProver {
    /// A prover with an empty table of up to this many MiB, at least 1.
    ///
    /// The first search allocates the memory.
    pub fn new(mebibytes: usize) -> Self {
        Self { table: ProofNumberTable::new(mebibytes), buffers: Buffers::new(), nodes: 0 }
    }

    /// Prepares for a search of at most this time, `None` if it is not limited.
    ///
    /// The part of the table in use grows with the time. Older entries stay, but are replaced
    /// first. If this is never called, all of the table is used.
    pub fn begin_search(&mut self, time: Option<Duration>) {
        self.table.make_room(time);
        self.table.begin_search();
    }

    /// Forgets all proofs; the allocated memory is kept.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Nodes of the last call: stones played.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A win of a side by threats if it moves next, whichever side is to act.
    ///
    /// The line of the win shows the defender's longest answers; it ends early where every answer
    /// is as good as any other.
    pub fn prove(
        &mut self,
        map: &mut ThreatMap,
        side: Side,
        limits: &mut ProofLimits<'_>,
    ) -> Option<Win> {
        self.table.begin_search();
        let max_plies = limits.plies;
        let is_passed = map.side() != side;
        if is_passed {
            map.pass();
        }
        let mut search = ThreatSearch::new(map, side, &mut self.table, &mut self.buffers, limits);
        let win = search.win();
        self.nodes = search.nodes();
        if is_passed {
            map.pass();
        }
        win.filter(|win| win.plies <= max_plies)
    }

    /// The plies of a win of a side that the table has for the position: an upper bound.
    pub fn known_win(&self, map: &ThreatMap, side: Side) -> Option<u16> {
        let value = self.table.probe(widest_key(map, side))?;
        value.is_proved().then_some(value.plies)
    }

    /// Stores a win of a side that was proved by other means, for this and later proofs.
    ///
    /// `plies` is an upper bound, `best` the move that wins, or any answer if the other side is to
    /// act, and `nodes` what the proof took.
    pub fn add_win(
        &mut self,
        map: &ThreatMap,
        side: Side,
        plies: u16,
        best: PaddedCell,
        nodes: u64,
    ) {
        self.table.store(widest_key(map, side), ProofValue::proved(plies, best), nodes);
    }

    /// A VCF of the side to act with fours of these kinds.
    ///
    /// Not always the shortest. There may be one although none is found: when the nodes are spent,
    /// or when `stop`, called every 128 of them, says so.
    pub fn vcf(
        &mut self,
        map: &mut ThreatMap,
        kinds: FourKinds,
        nodes: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<VcfWin> {
        self.with_vcf_search(map, kinds, nodes, stop, |search| match search.any_vcf(nodes) {
            VcfResult::Win(plies) => {
                Some(VcfWin { first: search.buffers.line.last().copied()?, plies })
            }
            VcfResult::NoWin | VcfResult::Unknown => None,
        })
    }

    /// The VCF that the other side would have if the side to act passed.
    ///
    /// Neither side may be able to make five at once.
    pub fn opponent_vcf(&mut self, map: &mut ThreatMap, nodes: u64) -> Option<OpponentVcf> {
        let own = map.side();
        map.pass();
        let kinds = FourKinds::for_leaves(map, own.other());
        let found = self.with_vcf_search(map, kinds, nodes, &mut || false, |search| {
            match search.any_vcf(nodes) {
                VcfResult::Win(plies) => {
                    let saving = search.buffers.zone.or(search.map.four_cells(own));
                    Some(OpponentVcf { saving, plies: plies + 1 })
                }
                _ => None,
            }
        });
        map.pass();
        found
    }

    /// Runs a search of the side to act that is limited to fours of these kinds.
    fn with_vcf_search<T>(
        &mut self,
        map: &mut ThreatMap,
        kinds: FourKinds,
        nodes: u64,
        stop: &mut dyn FnMut() -> bool,
        run: impl FnOnce(&mut ThreatSearch<'_, '_>) -> Option<T>,
    ) -> Option<T> {
        let limits = &mut ProofLimits { attack: AttackKind::Vcf, nodes, plies: u16::MAX, stop };
        let attacker = map.side();
        let mut search =
            ThreatSearch::new(map, attacker, &mut self.table, &mut self.buffers, limits);
        search.four_kinds = kinds;
        let result = run(&mut search);
        self.nodes = search.nodes();
        result
    }
}

/// The table's key of a position for proofs with every kind of attack.
const fn widest_key(map: &ThreatMap, attacker: Side) -> u64 {
    proof_key(map.key(), attacker, AttackKind::WideVct, FourKinds::All)
}

impl ThreatSearch<'_, '_> {
    /// A win of the attacker, which is to act: by VCF, or else by VCT, or else by the wide VCT.
    ///
    /// If the table has a shorter win than that, it is returned instead.
    fn win(&mut self) -> Option<Win> {
        let widest = self.attack;
        let mut best = self.vcf_win();
        for attack in [AttackKind::Vct, AttackKind::WideVct] {
            if attack > widest || self.has_ended() {
                break;
            }
            self.attack = attack;
            let unlimited = Thresholds { proof: INFINITE, disproof: INFINITE };
            let value = if best.is_none() { Some(self.prove(unlimited)) } else { self.probe() };
            let is_shorter = |value: &ProofValue| {
                value.is_proved() && best.as_ref().is_none_or(|best| value.plies < best.plies)
            };
            if let Some(value) = value.filter(is_shorter) {
                let (plies, is_shortest) = (value.plies, self.is_shortest(value.plies));
                best = Some(Win { first: value.best, plies, is_shortest, line: self.line() });
            }
        }
        best
    }

    /// The shortest VCF within [`ROOT_VCF_NODES`].
    fn vcf_win(&mut self) -> Option<Win> {
        let VcfResult::Win(plies) = self.shortest_vcf(ROOT_VCF_NODES) else { return None };
        let line: Vec<PaddedCell> = self.buffers.line.iter().rev().copied().collect();
        let is_shortest = self.is_shortest(plies);
        Some(Win { first: *line.first()?, plies, is_shortest, line })
    }

    /// Whether no win can be shorter than a win in these plies.
    ///
    /// It holds for a win that was found after a search for the shortest VCF.
    fn is_shortest(&self, plies: u16) -> bool {
        // In renju a four may win in three plies by a forbidden cell, which the VCF does not check.
        plies <= PLIES_WITH_FOUR || plies == PLIES_WITH_THREE && self.map.rule() != Rule::Renju
    }

    /// The moves of a proved win, from the table; the defender's are those that last longest.
    ///
    /// Ends before the last move where no answer is better than any other, or where the table
    /// has lost the entry.
    fn line(&mut self) -> Vec<PaddedCell> {
        let mut line = Vec::new();
        let mut played = 0;
        while let Some(value) = self.probe().filter(ProofValue::is_proved) {
            if self.is_attack()
                && let VcfResult::Win(plies) = self.shortest_vcf(LINE_VCF_NODES)
                && plies <= value.plies
            {
                line.extend(self.buffers.line.iter().rev());
                break;
            }
            if value.best == PaddedCell::NONE {
                break;
            }
            line.push(value.best);
            if value.plies == 1 {
                break;
            }
            self.play(value.best);
            played += 1;
        }
        (0..played).for_each(|_| self.map.undo());
        line
    }
}
