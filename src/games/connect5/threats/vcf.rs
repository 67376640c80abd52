//! VCF (victory by continuous fours): wins by fours alone, and the cells on which they depend.
//!
//! Every move of the attacker makes a four, so the defender has one answer at most. A win that is
//! found after the defender has passed shows which answers can matter. These cells are the win's
//! relevance zone (the term of Wu and Lin 2010, Relevance-Zone-Oriented Proof Search for Connect6),
//! kept in [`Buffers::zone`](super::threat_search_and_buffers::Buffers::zone): every empty cell on which a stone
//! of the defender may spoil the win. Cells where the defender makes a four at once are not all in
//! it. The zone is:
//!
//! - the attacker's moves, the answers to them, and the cells of the last five;
//! - where an answer is in line with stones of the defender so that one more would make a
//!   four of it: the empty cells of that line nearby;
//! - where an answer is forbidden: all empty cells on its lines nearby.
//!
//! In renju a win must not depend on whether two open threes are a foul, which a stone far away may
//! change: First does not play such cells, and they do not count as forbidden to First.

use super::attack_kinds_and_limits::{AttackKind, FourKinds};
use super::proof_table::ProofValue;
use super::threat_search_and_buffers::{RankedFour, ThreatSearch};
use crate::games::connect5::threat_map::{CellSet, PaddedCell, Shape, Threat};

/// The result of a VCF search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VcfResult {
    /// A win within this many plies.
    Win(u16),
    /// Fours alone do not win.
    NoWin,
    /// No win was found within the limits.
    Unknown,
}

/// The limit of fours of a search without one; the table keeps it in place of plies.
const UNLIMITED: u16 = u16::MAX;

impl ThreatSearch<'_, '_> {
    /// Looks for the shortest VCF of the attacker, which is to act, by iterative deepening.
    ///
    /// If there is one, its line and its relevance zone are in the buffers afterwards.
    pub(super) fn shortest_vcf(&mut self, nodes: u64) -> VcfResult {
        let until = self.nodes().saturating_add(nodes);
        for max_fours in 0.. {
            self.buffers.zone = CellSet::NONE;
            self.buffers.line.clear();
            let result = self.vcf(max_fours, until);
            if result != VcfResult::Unknown || self.nodes() >= until || self.has_ended() {
                return result;
            }
        }
        VcfResult::Unknown
    }

    /// Looks for any VCF of the attacker, which is to act, like [`Self::shortest_vcf`].
    pub(super) fn any_vcf(&mut self, nodes: u64) -> VcfResult {
        self.buffers.zone = CellSet::NONE;
        self.buffers.line.clear();
        self.vcf(UNLIMITED, self.nodes().saturating_add(nodes))
    }

    /// Looks for a VCF with at most this many fours before the last two, up to the node count
    /// `until`.
    fn vcf(&mut self, max_fours: u16, until: u64) -> VcfResult {
        let (own, other) = (self.attacker, self.defender());
        if self.may_run_out_of_moves() {
            return VcfResult::NoWin;
        }
        if let Some(five) = self.map.five(own) {
            self.buffers.zone.insert(five);
            self.buffers.line.push(five);
            return VcfResult::Win(1);
        }
        match self.map.count_threats(other, Threat::Five) {
            0 if self.map.count_threats(own, Threat::OpenFour) > 0 => {
                return self.win_by_open_four();
            }
            0 | 1 => {}
            _ => return VcfResult::NoWin,
        }
        if max_fours == 0 {
            return VcfResult::Unknown;
        }
        let key = self.key(AttackKind::Vcf);
        let known = self.table.probe(key).unwrap_or_default();
        if known.is_disproved() && known.plies >= max_fours {
            return if known.plies == UNLIMITED { VcfResult::NoWin } else { VcfResult::Unknown };
        }
        let before = self.nodes();
        let start = self.buffers.fours_on_path.len();
        self.list_fours(known.best);
        let (result, best) = self.try_fours(start, max_fours, until);
        self.buffers.fours_on_path.truncate(start);
        let searched = if result == VcfResult::NoWin { UNLIMITED } else { max_fours };
        let value = match result {
            VcfResult::Win(plies) => ProofValue::proved(plies, best),
            _ if self.nodes() >= until || self.has_ended() => return result,
            _ => ProofValue { plies: searched, ..ProofValue::DISPROVED },
        };
        self.table.store(key, value, self.nodes() - before);
        result
    }

    /// A win by an open four or a double four, which no answer stops.
    fn win_by_open_four(&mut self) -> VcfResult {
        let own = self.attacker;
        let is_open_four = |cell: &PaddedCell| self.map.threat(*cell, own) == Threat::OpenFour;
        let Some(cell) = self.map.four_cells(own).iter().find(is_open_four) else {
            return VcfResult::NoWin;
        };
        self.play(cell);
        self.add_fives_to_zone();
        self.append_fives_to_line();
        self.map.undo();
        self.buffers.zone.insert(cell);
        self.buffers.line.push(cell);
        VcfResult::Win(3)
    }

    /// Adds the cells of the attacker's fives to the relevance zone, if the win needs both.
    fn add_fives_to_zone(&mut self) {
        let own = self.attacker;
        if self.map.count_threats(own, Threat::Five) == 2 {
            let mut zone = self.buffers.zone;
            self.fives(own).for_each(|five| zone.insert(five));
            self.buffers.zone = zone;
        }
    }

    /// Appends the block of one five and the other five to the line.
    fn append_fives_to_line(&mut self) {
        let pair = {
            let mut fives = self.fives(self.attacker);
            [fives.next(), fives.next()]
        };
        self.buffers.line.extend(pair.into_iter().rev().flatten());
    }

    /// Lists the fours, only those that block if the attacker must; the table's move comes first.
    fn list_fours(&mut self, best: PaddedCell) {
        let own = self.attacker;
        let block = self.map.five(self.defender());
        for cell in self.map.four_cells(own).iter() {
            let threat = self.map.threat(cell, own);
            let is_tried = match block {
                Some(block) => cell == block,
                None => self.four_kinds == FourKinds::All || threat != Threat::Four,
            };
            if threat.is_four() && is_tried {
                let score = self.map.ordering_score(cell, own);
                let rank = if cell == best { i32::MIN } else { -score };
                self.buffers.fours_on_path.push(RankedFour { rank, cell });
            }
        }
    }

    /// Tries the fours of the buffer from `start` on, in the order of their ranks.
    fn try_fours(&mut self, start: usize, max_fours: u16, until: u64) -> (VcfResult, PaddedCell) {
        self.buffers.fours_on_path[start..].sort_unstable();
        let mut result = VcfResult::NoWin;
        for at in start..self.buffers.fours_on_path.len() {
            if self.nodes() >= until || self.has_ended() {
                return (VcfResult::Unknown, PaddedCell::NONE);
            }
            let cell = self.buffers.fours_on_path[at].cell;
            self.play(cell);
            let found = self.vcf_after_four(max_fours, until);
            self.map.undo();
            match found {
                VcfResult::Win(plies) => {
                    self.buffers.zone.insert(cell);
                    self.buffers.line.push(cell);
                    return (VcfResult::Win(plies + 1), cell);
                }
                VcfResult::Unknown => result = VcfResult::Unknown,
                VcfResult::NoWin => {}
            }
        }
        (result, PaddedCell::NONE)
    }

    /// Looks for a VCF after a four of the attacker, with the defender to act.
    fn vcf_after_four(&mut self, max_fours: u16, until: u64) -> VcfResult {
        let (own, other) = (self.attacker, self.defender());
        let Some(block) = self.map.five(own) else { return VcfResult::NoWin };
        if self.map.count_threats(own, Threat::Five) > 1 {
            self.add_fives_to_zone();
            self.append_fives_to_line();
            return VcfResult::Win(2);
        }
        if self.map.is_foul(block) {
            if self.map.threat(block, other) != Threat::Foul {
                return VcfResult::NoWin;
            }
            self.add_lines_to_zone(block, 5, |_| true);
            self.buffers.zone.insert(block);
            return VcfResult::Win(2);
        }
        let shapes = self.map.shapes(block, other);
        self.play(block);
        let found = self.vcf(max_fours - 1, until);
        self.map.undo();
        let VcfResult::Win(plies) = found else { return found };
        self.add_lines_to_zone(block, 4, |line| shapes[line] >= Shape::ClosedThree);
        self.buffers.zone.insert(block);
        self.buffers.line.push(block);
        VcfResult::Win(plies + 1)
    }

    /// Adds the empty cells within `reach` on some lines of a cell to the relevance zone.
    fn add_lines_to_zone(
        &mut self,
        cell: PaddedCell,
        reach: i16,
        is_included: impl Fn(usize) -> bool,
    ) {
        for line in (0..4).filter(|line| is_included(*line)) {
            for near in (-reach..=reach).map(|steps| cell.along(line, steps)) {
                if self.map.is_empty(near) {
                    self.buffers.zone.insert(near);
                }
            }
        }
    }
}
