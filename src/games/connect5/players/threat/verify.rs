//! Proofs of wins that the search believes in.
//!
//! The search leaves defences out, so a win that it finds is unproved, unless fours
//! alone bring it home. Here the attacker follows the search; of the defender's moves the solver
//! of threats says which may save him, and each of those is tried. What comes out is a proof.

use super::game::ThreatGame;
use crate::games::connect5::threat_map::{Grid, Site, Threat};
use crate::games::connect5::threats::{Breadth, Effort, Prover};
use crate::search::Bound;
use crate::search::player::value;
use crate::search::player::window::Window;
use crate::search::pvs::{NodeContext, Search};
use crate::search::tt::Entry;

/// Nodes for a proof by threats alone of one position.
const PROOF_NODES: u64 = 1_000;
/// Nodes to find out what saves the defender.
const DEFENCE_NODES: u64 = 10_000;

/// What a proof may cost.
pub(super) struct Budget {
    /// The node at which it ends.
    pub(super) until: u64,
    /// Plies that the attacker's moves are searched, less those from the root.
    pub(super) depth: i32,
}

impl<const ON: u32> Search<'_, ThreatGame<ON>> {
    /// The plies to the end at most after this move of the side to act, if it is proved to win.
    pub(super) fn wins_by(&mut self, site: Site, budget: &Budget) -> Option<usize> {
        if !self.worker.count_node() {
            return None;
        }
        self.game.grid.play(site);
        let plies = self.defender_loses(budget);
        self.game.grid.undo();
        plies.map(|plies| plies + 1)
    }

    /// The same for the side to act with its best move, or the only one.
    fn attacker_wins(&mut self, previous: Site, budget: &Budget) -> Option<usize> {
        let block = self.game.grid.five(self.game.grid.side().other());
        if let Some(block) = block
            && self.game.grid.five(self.game.grid.side()).is_none()
        {
            let is_only = self.game.grid.count(self.game.grid.side().other(), Threat::Five) == 1;
            let can_block = is_only && !self.game.grid.is_foul(block);
            return if can_block { self.wins_by(block, budget) } else { None };
        }
        let win = self.ask(PROOF_NODES, budget, |prover, grid, effort| {
            prover.prove(grid, grid.side(), effort)
        });
        if let Some(win) = win {
            return Some(usize::from(win.plies));
        }
        if self.worker.nodes() >= budget.until {
            return None;
        }
        let site = match self.unproved_win() {
            Some(site) => site,
            None => self.search_for_win(previous, budget)?,
        };
        self.wins_by(site, budget)
    }

    /// The move by which the side to act wins, as the table has it.
    fn unproved_win(&self) -> Option<Site> {
        let Entry { value, bound, best, .. } = self.worker.table.probe(self.game.grid.key())?;
        let is_won = bound != Bound::Upper && i32::from(value) >= value::UNPROVED;
        (is_won && best != Site::NONE && !self.game.grid.is_foul(best)).then_some(best)
    }

    /// The same after a search as deep as the budget allows.
    fn search_for_win(&mut self, previous: Site, budget: &Budget) -> Option<Site> {
        let ply = self.game.grid.plies();
        let depth = budget.depth - (ply as u32).cast_signed();
        if depth <= 0 {
            return None;
        }
        let value =
            self.search(Window::ANY_WIN, NodeContext { depth, ply, previous: previous.number() })?;
        if value >= value::UNPROVED { self.unproved_win() } else { None }
    }

    /// Plies to the end at most if every move of the side to act loses.
    fn defender_loses(&mut self, budget: &Budget) -> Option<usize> {
        let listed = self.ask(DEFENCE_NODES, budget, Prover::defences)?;
        let mut most = usize::from(listed.plies);
        for site in listed.sites {
            if self.game.grid.is_foul(site) {
                continue;
            }
            self.game.grid.play(site);
            let plies = self.attacker_wins(site, budget);
            self.game.grid.undo();
            most = most.max(plies? + 1);
        }
        Some(most)
    }

    /// Puts a question to the solver and counts its nodes.
    fn ask<T>(
        &mut self,
        nodes: u64,
        budget: &Budget,
        question: impl FnOnce(&mut Prover, &mut Grid, &mut Effort<'_>) -> Option<T>,
    ) -> Option<T> {
        let nodes = nodes.min(budget.until.saturating_sub(self.worker.nodes()));
        if nodes == 0 {
            return None;
        }
        let (grid, prover) = (&mut self.game.grid, &mut self.thread.proof_search);
        let mut stop = || !self.worker.control.check_limits();
        let effort =
            &mut Effort { breadth: Breadth::Twos, nodes, plies: u16::MAX, stop: &mut stop };
        let answer = question(prover, grid, effort);
        let spent = self.thread.proof_search.nodes();
        self.worker.control.count_nodes(spent);
        answer
    }
}
