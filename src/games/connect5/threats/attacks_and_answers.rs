//! The moves of a threat search: the attacker's threats, and the defender's answers to them.

use super::attack_kinds_and_limits::AttackKind;
use super::threat_search_and_buffers::ThreatSearch;
use super::vcf::VcfResult;
use crate::games::connect5::threat_map::{CellSet, PaddedCell, Threat};

/// Nodes of the VCF that looks whether the attacker threatens anything.
///
/// With 300 nodes two of the 20 known wins are not found; 4,000 nodes find no more than 1,000 do.
const THREAT_VCF_NODES: u64 = 1_000;

/// The answers to a threat of the attacker.
pub(super) struct ThreatAnswers {
    /// All cells that may save the defender.
    pub(super) cells: CellSet,
    /// Plies to the end after any other answer.
    pub(super) plies: u16,
}

impl ThreatSearch<'_, '_> {
    /// The attacker's moves where he cannot win at once: a block, or the threats of [`AttackKind`].
    pub(super) fn attacks(&self) -> CellSet {
        let (own, other) = (self.attacker, self.defender());
        let mut cells = CellSet::NONE;
        let mut add = |cell: PaddedCell| {
            if !self.map.is_foul(cell) {
                cells.insert(cell);
            }
        };
        if let Some(block) = self.map.five(other) {
            add(block);
            return cells;
        }
        let fours = self.map.four_cells(own);
        fours.iter().filter(|cell| self.map.threat(*cell, own) != Threat::Foul).for_each(&mut add);
        // A three gives the defender time for an open four, unless it blocks that.
        let must_block = self.map.count_threats(other, Threat::OpenFour) > 0;
        let can_block = |cell: &PaddedCell| !must_block || self.map.four_cells(other).has(*cell);
        self.map.three_cells(own).iter().filter(can_block).for_each(&mut add);
        if self.attack == AttackKind::WideVct {
            let is_threat = |cell: &PaddedCell| {
                let threat = self.map.threat(*cell, own);
                matches!(threat, Threat::ClosedThreePlus | Threat::DoubleTwo) && can_block(cell)
            };
            self.map.candidate_cells().iter().filter(is_threat).for_each(add);
        }
        cells
    }

    /// The answers to what the attacker threatens; `None` if he threatens nothing.
    ///
    /// The defender is to act, and neither side can make five at once. Every move that is not among the
    /// answers loses to the very VCF that wins if the defender passes.
    pub(super) fn answers(&mut self) -> Option<ThreatAnswers> {
        let defender = self.defender();
        self.map.pass();
        let has_open_four = self.map.count_threats(self.attacker, Threat::OpenFour) > 0;
        let zone = if has_open_four { Some((self.open_four_zone(), 3)) } else { self.vcf_zone() };
        self.map.pass();
        let (zone, plies) = zone?;
        let mut cells = CellSet::NONE;
        for cell in zone.or(self.map.four_cells(defender)).iter() {
            if !self.map.is_foul(cell) {
                cells.insert(cell);
            }
        }
        Some(ThreatAnswers { cells, plies })
    }

    /// The cells that meet every open four or double four of the attacker, which is to act.
    fn open_four_zone(&mut self) -> CellSet {
        let own = self.attacker;
        let mut common: Option<CellSet> = None;
        let fours = *self.map.four_cells(own);
        for cell in fours.iter() {
            if self.map.threat(cell, own) != Threat::OpenFour {
                continue;
            }
            self.play(cell);
            let mut zone = CellSet::NONE;
            if self.map.count_threats(own, Threat::Five) == 2 {
                self.fives(own).for_each(|five| zone.insert(five));
            }
            self.map.undo();
            zone.insert(cell);
            common = Some(common.map_or(zone, |common| common.and(&zone)));
        }
        common.unwrap_or(CellSet::NONE)
    }

    /// The relevance zone of a VCF of the attacker, which is to act, and its plies.
    fn vcf_zone(&mut self) -> Option<(CellSet, u16)> {
        match self.shortest_vcf(THREAT_VCF_NODES) {
            VcfResult::Win(plies) => Some((self.buffers.zone, plies)),
            VcfResult::NoWin | VcfResult::Unknown => None,
        }
    }

    /// Every legal move of the defender, for positions in which none may be left out.
    pub(super) fn all_answers(&self) -> CellSet {
        let mut cells = CellSet::NONE;
        let empties = self.map.empty_cells();
        empties.iter().filter(|cell| !self.map.is_foul(*cell)).for_each(|cell| cells.insert(cell));
        cells
    }
}
