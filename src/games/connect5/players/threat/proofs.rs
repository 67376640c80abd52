//! What the root asks the solver of threats, and how much of the search that may take.

use super::game::ThreatGame;
use super::params::PARAMS;
use super::verify::Budget;
use crate::games::connect5::threat_map::Site;
use crate::games::connect5::threats::{Breadth, Effort};
use crate::search::player::value;
use crate::search::pvs::{Candidates, Search};

impl<const ON: u32> Search<'_, ThreatGame<ON>> {
    /// Goes on with the proof of a win by threats of the side to act, if it is the solver's turn.
    ///
    /// A win is brought to the front.
    pub(super) fn wins_by_threats(&mut self, candidates: &mut Candidates<Site>) -> bool {
        if !self.worker.id.is_first() || !candidates.is_single() {
            return false;
        }
        let value = candidates.best().value;
        let control = &mut self.worker.control;
        let share = PARAMS.root_proofs;
        let nodes = share.nodes(value, control.nodes(), self.game.spent).min(control.nodes_left());
        if nodes < share.least || value::is_decided(value) {
            return false;
        }
        let (grid, prover) = (&mut self.game.grid, &mut self.thread.proof_search);
        let own = grid.side();
        let mut stop = || !control.check_limits();
        let effort =
            &mut Effort { breadth: Breadth::Twos, nodes, plies: u16::MAX, stop: &mut stop };
        let win = prover.prove(grid, own, effort);
        self.game.spent += prover.nodes();
        control.count_nodes(prover.nodes());
        let Some(win) = win else { return false };
        let value = value::win(usize::from(win.plies));
        let best = candidates.move_to_front(|site| site == win.first, value);
        let is_one = best.is_some();
        if let Some(best) = best.filter(|_| win.line.first() == Some(&win.first)) {
            best.line = win.line;
        }
        is_one
    }

    /// Tries to prove that the best move wins if the search believes so; may take four times the
    /// nodes searched so far.
    pub(super) fn verify(&mut self, candidates: &mut Candidates<Site>, depth: i32) -> bool {
        let best = candidates.best_mut();
        if !self.worker.id.is_first() || !value::is_unproved_win(best.value) {
            return false;
        }
        let nodes = self.worker.nodes();
        let budget = Budget { until: 5 * nodes, depth };
        let plies = self.wins_by(best.line[0], &budget);
        if let Some(plies) = plies {
            best.value = value::win(plies);
        }
        plies.is_some()
    }
}
