//! The root of the search: which moves are tried, and the VCF before the search.

use std::time::Duration;

use super::search_game::{ThreatGame, replies_to_open_four};
use crate::base::Side;
use crate::game::Record;
use crate::games::connect5::evaluate::{UNIT_BEFORE_CENTRE, off_centre};
use crate::games::connect5::threat_map::{PaddedCell, Threat, ThreatMap};
use crate::games::connect5::threats::{FourKinds, ThreatProver};
use crate::games::connect5::{Board, Rule};
use crate::search::SearchControl;
use crate::search::player::score_encoding;
use crate::search::pvs::{Candidates, PvsSearch, RootGame, Technique, Techniques};

/// Nodes of the VCF with which a search begins.
/// Set by hand; no measurement is recorded.
const ROOT_VCF_NODES: u64 = 20_000;
/// The part of the memory for hash tables that proofs use is one in this many. Chosen by hand.
const PROOF_DIVISOR: u64 = 4;

impl RootGame for ThreatGame {
    type Position = Board;

    fn new(
        record: &Record<Board>,
        techniques: Techniques,
        prover: &mut ThreatProver,
        time: Option<Duration>,
    ) -> Self {
        prover.begin_search(time);
        Self { map: ThreatMap::new(record.position()), techniques, proof_nodes: 0, is_whole: true }
    }

    /// One `PROOF_DIVISOR`th of the whole, shared by the threads, but at least 1 for each.
    fn proof_mebibytes(hash: u64, threads: u64) -> u64 {
        (hash / PROOF_DIVISOR / threads).max(1)
    }

    fn proof_search(mebibytes: u64) -> ThreatProver {
        ThreatProver::new(usize::try_from(mebibytes).unwrap_or(1))
    }

    fn forget(prover: &mut ThreatProver) {
        prover.clear();
    }

    fn root_moves(&mut self, allowed: &[PaddedCell], least: usize) -> Vec<PaddedCell> {
        let map = &self.map;
        let own = map.side();
        let mut selected = allowed.to_vec();
        if self.techniques.has(Technique::MoveSelection) {
            let may_end_in_draw = (map.rule(), own) == (Rule::Renju, Side::Second);
            self.is_whole = map.count_threats(own.other(), Threat::Five) > 0
                || replies_to_open_four(map).is_some() && !may_end_in_draw;
            selected = plausible_moves(map, allowed);
        }
        if selected.len() < least {
            selected = allowed.to_vec();
        }
        let score = |cell: &PaddedCell| {
            let (width, height) = map.size();
            // Among equal scores the cell nearest to the centre comes first.
            UNIT_BEFORE_CENTRE * map.ordering_score(*cell, own)
                - off_centre(cell.cell(), (width.into(), height.into()))
        };
        selected.sort_by_key(|cell| -score(cell));
        selected
    }

    fn wins_at_once(&self, cell: PaddedCell) -> bool {
        self.map.threat(cell, self.map.side()) == Threat::Five
    }

    fn prove_before_search(
        search: &mut PvsSearch<'_, Self>,
        candidates: &mut Candidates<PaddedCell>,
    ) -> bool {
        // On the empty board the centre is played without a search.
        let is_opening = search.game.map.candidate_cells().is_empty();
        candidates.is_single() && (is_opening || search.lead_with_vcf(candidates))
    }

    fn prove_between_moves(
        search: &mut PvsSearch<'_, Self>,
        candidates: &mut Candidates<PaddedCell>,
    ) -> bool {
        search.lead_with_vct(candidates)
    }

    fn prove_after_iteration(
        search: &mut PvsSearch<'_, Self>,
        candidates: &mut Candidates<PaddedCell>,
        depth: i32,
    ) -> bool {
        search.prove_win_of_best_move(candidates, depth)
    }

    fn lists_all_defences(&self) -> bool {
        self.is_whole
    }

    fn why_only(&self, only: PaddedCell) -> Option<&'static str> {
        let map = &self.map;
        let own = map.side();
        match (map.count_threats(own, Threat::Five), map.count_threats(own.other(), Threat::Five)) {
            (0, 1) if map.threat(only, own.other()) == Threat::Five => {
                Some("the only move that blocks five in line")
            }
            (0, 0) if map.count_threats(own, Threat::OpenFour) == 0 => {
                let saving = replies_to_open_four(map)?;
                saving.has(only).then_some("the only move that stops an open four")
            }
            _ => None,
        }
    }
}

impl PvsSearch<'_, ThreatGame> {
    /// Looks for a VCF and brings its first move to the front of the candidates.
    fn lead_with_vcf(&mut self, candidates: &mut Candidates<PaddedCell>) -> bool {
        let map = &self.game.map;
        let own = map.side();
        if map.count_threats(own, Threat::Five) > 0 {
            let is_five = |cell| map.threat(cell, own) == Threat::Five;
            return candidates.move_to_front(is_five, score_encoding::win(1)).is_some();
        }
        if map.count_threats(own.other(), Threat::Five) > 1 {
            return false;
        }
        let must_end = |control: &mut SearchControl<'_>| !control.check_limits();
        // Of few nodes, most are left for the search of the moves.
        let nodes = ROOT_VCF_NODES.min(self.worker.control.nodes_left() / 4);
        let Ok(Some(win)) = self.vcf(FourKinds::All, nodes, must_end) else {
            return false;
        };
        let value = score_encoding::win(usize::from(win.plies));
        candidates.move_to_front(|cell| cell == win.first, value).is_some()
    }
}

/// Move selection: the moves that do not clearly lose or waste a turn; all if there are none.
fn plausible_moves(map: &ThreatMap, allowed: &[PaddedCell]) -> Vec<PaddedCell> {
    let own = map.side();
    let other = own.other();
    let near = map.candidate_cells();
    let keep = |wanted: &dyn Fn(PaddedCell) -> bool| -> Vec<PaddedCell> {
        allowed.iter().copied().filter(|cell| wanted(*cell)).collect()
    };
    let has = |side, threat| map.count_threats(side, threat) > 0;
    let selected = if has(own, Threat::Five) {
        keep(&|cell| map.threat(cell, own) == Threat::Five)
    } else if has(other, Threat::Five) {
        keep(&|cell| map.threat(cell, other) == Threat::Five)
    } else if has(own, Threat::OpenFour) {
        keep(&|cell| map.threat(cell, own) == Threat::OpenFour)
    } else if let Some(saving) = replies_to_open_four(map) {
        keep(&|cell| saving.has(cell))
    } else {
        keep(&|cell| near.has(cell))
    };
    if selected.is_empty() { allowed.to_vec() } else { selected }
}
