//! Verification of unproved wins.
//!
//! The search leaves defences out, so a win that it finds is unproved, unless a VCF completes it.
//! Here the attacker plays the moves of the search. The prover lists the defender's moves that may
//! save him, and each of those is tried. If all of them lose, the win is proved.
//!
//! Where the search has no winning move for the attacker, it is asked again, each time two plies
//! deeper: the four and its block by which a defender delays a win take plies, but no depth. Every
//! position proved on the way is kept in the prover's table, since fours and blocks played in
//! another order lead to the same positions.

use super::search_game::ThreatGame;
use crate::base::Side;
use crate::games::connect5::threat_map::{PaddedCell, Threat, ThreatMap};
use crate::games::connect5::threats::{AttackKind, ProofLimits, ThreatProver};
use crate::search::Bound;
use crate::search::player::alpha_beta_window::Window;
use crate::search::player::score_encoding;
use crate::search::pvs::{NodeContext, PvsSearch};
use crate::search::tt::Entry;

/// The nodes of a verification, first few and then more.
///
/// Of 224 wins of 13 to 49 plies from games of the player, 164 are proved in 300,000 nodes and 204
/// in a million; with 1,000 and 10,000 nodes at once 153 and 195. With the first row alone, three of
/// 20 other wins are not proved in two million nodes that the two rows prove.
pub(super) const EFFORTS: [Effort; 2] = [
    Effort { proof_nodes: 100, defence_nodes: 500 },
    Effort { proof_nodes: 300, defence_nodes: 3_000 },
];

/// How many nodes a verification spends on one position.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// Nodes of the VCT in one position of the attacker.
    proof_nodes: u64,
    /// Nodes to find the moves that may save the defender in one position.
    defence_nodes: u64,
}

/// The limits of a verification.
pub(super) struct VerificationBudget {
    /// The nodes for each position.
    pub(super) effort: Effort,
    /// The node count of the search at which the verification ends.
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
        if let Some(plies) = self.known_win(self.game.map.side()) {
            return Some(plies);
        }
        let before = self.worker.nodes();
        let win = self.run_prover(budget.effort.proof_nodes, budget, |prover, map, limits| {
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
        let plies = self.proved_win_after(cell, budget)?;
        self.add_win(self.game.map.side(), plies, cell, before);
        Some(plies)
    }

    /// An upper bound of the plies to the end, if the prover's table has a win of this side.
    fn known_win(&self, side: Side) -> Option<usize> {
        self.thread.proof_search.known_win(&self.game.map, side).map(usize::from)
    }

    /// Stores a win of this side that was proved since the node count `before`.
    fn add_win(&mut self, side: Side, plies: usize, best: PaddedCell, before: u64) {
        let nodes = self.worker.nodes() - before;
        // No win is longer than the game: `max_ply` bounds the plies.
        let plies = plies as u16;
        self.thread.proof_search.add_win(&self.game.map, side, plies, best, nodes);
    }

    /// The move by which the side to act wins, if the transposition table has one.
    fn unproved_win(&self) -> Option<PaddedCell> {
        let Entry { value, bound, best, .. } = self.worker.table.probe(self.game.map.key())?;
        let is_won =
            bound != Bound::Upper && i32::from(value) >= score_encoding::LEAST_UNPROVED_WIN;
        (is_won && best != PaddedCell::NONE && !self.game.map.is_foul(best)).then_some(best)
    }

    /// The move by which the side to act wins in a search as deep as the iteration at most.
    ///
    /// Begins with the depth that the iteration has left at this ply.
    fn search_for_win(
        &mut self,
        previous: PaddedCell,
        budget: &VerificationBudget,
    ) -> Option<PaddedCell> {
        let ply = self.game.map.plies();
        let least = (budget.depth - (ply as u32).cast_signed()).max(1);
        for depth in (least..=budget.depth.max(1)).step_by(2) {
            let node = NodeContext { depth, ply, previous: previous.number() };
            let value = self.search(Window::ANY_WIN, node)?;
            if value >= score_encoding::LEAST_UNPROVED_WIN {
                return self.unproved_win();
            }
            if self.worker.nodes() >= budget.until {
                break;
            }
        }
        None
    }

    /// An upper bound of the plies to the end, if every move of the side to act is proved to lose.
    fn defender_loses(&mut self, budget: &VerificationBudget) -> Option<usize> {
        let attacker = self.game.map.side().other();
        if let Some(plies) = self.known_win(attacker) {
            return Some(plies);
        }
        let before = self.worker.nodes();
        let listed =
            self.run_prover(budget.effort.defence_nodes, budget, ThreatProver::defences)?;
        let mut most = usize::from(listed.plies);
        let mut longest = PaddedCell::NONE;
        for cell in listed.cells {
            if self.game.map.is_foul(cell) {
                continue;
            }
            self.game.map.play(cell);
            let plies = self.attacker_wins(cell, budget);
            self.game.map.undo();
            let plies = plies? + 1;
            if plies >= most {
                (most, longest) = (plies, cell);
            }
        }
        self.add_win(attacker, most, longest, before);
        Some(most)
    }

    /// Calls the prover with a part of the budget and counts its nodes.
    fn run_prover<T>(
        &mut self,
        nodes: u64,
        budget: &VerificationBudget,
        call: impl FnOnce(&mut ThreatProver, &mut ThreatMap, &mut ProofLimits<'_>) -> Option<T>,
    ) -> Option<T> {
        let left = budget.until.saturating_sub(self.worker.nodes());
        let nodes = nodes.min(left).min(self.worker.control.nodes_left());
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
