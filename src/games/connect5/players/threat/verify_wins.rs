//! Verification of unproved wins.
//!
//! The search leaves defences out, so a win that it finds is unproved, unless a VCF completes it.
//! Here the attacker plays the moves of the search. The prover lists the defender's moves that may
//! save him, and each of those is tried. If all of them lose, the win is proved.

use super::search_game::ThreatGame;
use crate::games::connect5::threat_map::{PaddedCell, Threat, ThreatMap};
use crate::games::connect5::threats::{AttackKind, ProofLimits, ThreatProver};
use crate::search::Bound;
use crate::search::player::alpha_beta_window::Window;
use crate::search::player::score_encoding;
use crate::search::pvs::{NodeContext, PvsSearch};
use crate::search::tt::Entry;

/// Nodes of the VCT in one position of the attacker.
/// Set by hand; no measurement is recorded.
const PROOF_NODES: u64 = 1_000;
/// Nodes to find the moves that may save the defender in one position.
/// Set by hand; no measurement is recorded.
const DEFENCE_NODES: u64 = 10_000;

/// The limits of a proof.
pub(super) struct VerificationBudget {
    /// The node count of the search at which the proof ends.
    pub(super) until: u64,
    /// The depth, in plies, of searches for the attacker's moves, less the plies from the root.
    pub(super) depth: i32,
}

impl PvsSearch<'_, ThreatGame> {
    /// An upper bound of the plies to the end after this move of the side to act, if it is proved
    /// to win.
    pub(super) fn proved_win_after(
        &mut self,
        cell: PaddedCell,
        budget: &VerificationBudget,
    ) -> Option<usize> {
        if !self.worker.count_node() {
            return None;
        }
        self.game.map.play(cell);
        let plies = self.defender_loses(budget);
        self.game.map.undo();
        plies.map(|plies| plies + 1)
    }

    /// An upper bound of the plies to the end if the side to act is proved to win, by its best move
    /// or the only one.
    fn attacker_wins(
        &mut self,
        previous: PaddedCell,
        budget: &VerificationBudget,
    ) -> Option<usize> {
        let block = self.game.map.five(self.game.map.side().other());
        if let Some(block) = block
            && self.game.map.five(self.game.map.side()).is_none()
        {
            let is_only =
                self.game.map.count_threats(self.game.map.side().other(), Threat::Five) == 1;
            let can_block = is_only && !self.game.map.is_foul(block);
            return if can_block { self.proved_win_after(block, budget) } else { None };
        }
        let win = self.run_prover(PROOF_NODES, budget, |prover, map, limits| {
            prover.prove(map, map.side(), limits)
        });
        if let Some(win) = win {
            return Some(usize::from(win.plies));
        }
        if self.worker.nodes() >= budget.until {
            return None;
        }
        let cell = match self.unproved_win() {
            Some(cell) => cell,
            None => self.search_for_win(previous, budget)?,
        };
        self.proved_win_after(cell, budget)
    }

    /// The move by which the side to act wins, if the transposition table has one.
    fn unproved_win(&self) -> Option<PaddedCell> {
        let Entry { value, bound, best, .. } = self.worker.table.probe(self.game.map.key())?;
        let is_won =
            bound != Bound::Upper && i32::from(value) >= score_encoding::LEAST_UNPROVED_WIN;
        (is_won && best != PaddedCell::NONE && !self.game.map.is_foul(best)).then_some(best)
    }

    /// The move by which the side to act wins in a search as deep as the budget allows.
    fn search_for_win(
        &mut self,
        previous: PaddedCell,
        budget: &VerificationBudget,
    ) -> Option<PaddedCell> {
        let ply = self.game.map.plies();
        let depth = budget.depth - (ply as u32).cast_signed();
        if depth <= 0 {
            return None;
        }
        let value =
            self.search(Window::ANY_WIN, NodeContext { depth, ply, previous: previous.number() })?;
        if value >= score_encoding::LEAST_UNPROVED_WIN { self.unproved_win() } else { None }
    }

    /// An upper bound of the plies to the end, if every move of the side to act is proved to lose.
    fn defender_loses(&mut self, budget: &VerificationBudget) -> Option<usize> {
        let listed = self.run_prover(DEFENCE_NODES, budget, ThreatProver::defences)?;
        let mut most = usize::from(listed.plies);
        for cell in listed.cells {
            if self.game.map.is_foul(cell) {
                continue;
            }
            self.game.map.play(cell);
            let plies = self.attacker_wins(cell, budget);
            self.game.map.undo();
            most = most.max(plies? + 1);
        }
        Some(most)
    }

    /// Calls the prover with a part of the budget and counts its nodes.
    fn run_prover<T>(
        &mut self,
        nodes: u64,
        budget: &VerificationBudget,
        call: impl FnOnce(&mut ThreatProver, &mut ThreatMap, &mut ProofLimits<'_>) -> Option<T>,
    ) -> Option<T> {
        let nodes = nodes.min(budget.until.saturating_sub(self.worker.nodes()));
        if nodes == 0 {
            return None;
        }
        let (map, prover) = (&mut self.game.map, &mut self.thread.proof_search);
        let mut stop = || !self.worker.control.check_limits();
        let limits = &mut ProofLimits {
            attack: AttackKind::WideVct,
            nodes,
            plies: u16::MAX,
            stop: &mut stop,
        };
        let result = call(prover, map, limits);
        let spent = self.thread.proof_search.nodes();
        self.worker.control.count_nodes(spent);
        result
    }
}
