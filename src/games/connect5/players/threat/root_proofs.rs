//! Proofs at the root (VCT), and how many of the nodes of the search they may take.

use super::search_game::ThreatGame;
use super::verify_wins::{EFFORTS, VerificationBudget};
use crate::games::connect5::threat_map::PaddedCell;
use crate::games::connect5::threats::{AttackKind, ProofLimits};
use crate::search::player::score_encoding;
use crate::search::pvs::{Candidates, PvsSearch};

/// The nodes at the end of a verification, as a multiple of those at its beginning.
/// Set by hand; no measurement is recorded.
const VERIFY_FACTOR: u64 = 5;

impl PvsSearch<'_, ThreatGame> {
    /// Goes on with the proof of a VCT of the side to act, if it is the prover's turn.
    ///
    /// The first move of a win is brought to the front of the candidates.
    pub(super) fn lead_with_vct(&mut self, candidates: &mut Candidates<PaddedCell>) -> bool {
        if !self.worker.id.is_first() || !candidates.is_single() {
            return false;
        }
        let value = candidates.best().value;
        let control = &mut self.worker.control;
        let proofs = self.thread.params.root_proofs;
        let nodes =
            proofs.nodes(value, control.nodes(), self.game.proof_nodes).min(control.nodes_left());
        if nodes < proofs.least || score_encoding::is_decided(value) {
            return false;
        }
        let (map, prover) = (&mut self.game.map, &mut self.thread.proof_search);
        let own = map.side();
        let mut stop = || !control.check_limits();
        let limits = &mut ProofLimits {
            attack: AttackKind::WideVct,
            nodes,
            plies: u16::MAX,
            stop: &mut stop,
        };
        let win = prover.prove(map, own, limits);
        self.game.proof_nodes += prover.nodes();
        control.count_nodes(prover.nodes());
        let Some(win) = win else { return false };
        let value = score_encoding::win(usize::from(win.plies));
        let best = candidates.move_to_front(|cell| cell == win.first, value);
        let is_one = best.is_some();
        if let Some(best) = best.filter(|_| win.line.first() == Some(&win.first)) {
            best.line = win.line;
        }
        is_one
    }

    /// Tries to prove the win of the best move, if its value is that of an unproved win.
    ///
    /// May take [`VERIFY_FACTOR`] − 1 times the nodes searched so far.
    pub(super) fn prove_win_of_best_move(
        &mut self,
        candidates: &mut Candidates<PaddedCell>,
        depth: i32,
    ) -> bool {
        let best = candidates.best_mut();
        if !self.worker.id.is_first() || !score_encoding::is_unproved_win(best.value) {
            return false;
        }
        let until = VERIFY_FACTOR * self.worker.nodes();
        let plies = EFFORTS.into_iter().find_map(|effort| {
            self.proved_win_after(best.line[0], &VerificationBudget { effort, until, depth })
        });
        if let Some(plies) = plies {
            best.value = score_encoding::win(plies);
        }
        plies.is_some()
    }
}
