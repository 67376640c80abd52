//! Proofs of wins that the search believes in.
//!
//! The search leaves defences out, so a win that it finds is believed, not proved, unless fours
//! alone bring it home. Here the attacker follows the search; of the defender's moves the solver
//! of threats says which may save him, and each of those is tried. What comes out is a proof.

use super::Known;
use super::node::{Here, Window};
use super::tree::Tree;
use crate::games::connect5::grid::{Grid, Site, Threat};
use crate::games::connect5::threats::{Breadth, Effort, Prover};
use crate::search::{Bound, value};

/// Nodes for a proof by threats alone of one position.
const PROOF_NODES: u64 = 1_000;
/// Nodes to find out what saves the defender.
const DEFENCE_NODES: u64 = 10_000;

/// What a proof may cost.
pub(super) struct Purse {
    /// The node at which it ends.
    pub(super) until: u64,
    /// Plies that the attacker's moves are searched, less those from the root.
    pub(super) depth: i32,
}

impl Tree<'_> {
    /// The plies to the end at most after this move of the side to act, if it is proved to win.
    pub(super) fn wins_by(&mut self, site: Site, purse: &Purse) -> Option<usize> {
        if !self.strand.tick() {
            return None;
        }
        self.grid.play(site);
        let plies = self.defender_loses(purse);
        self.grid.undo();
        plies.map(|plies| plies + 1)
    }

    /// The same for the side to act with its best move, or the only one.
    fn attacker_wins(&mut self, before: Site, purse: &Purse) -> Option<usize> {
        let block = self.grid.five(self.grid.side().other());
        if let Some(block) = block
            && self.grid.five(self.grid.side()).is_none()
        {
            let is_only = self.grid.count(self.grid.side().other(), Threat::Five) == 1;
            let can_block = is_only && !self.grid.is_foul(block);
            return if can_block { self.wins_by(block, purse) } else { None };
        }
        let win = self.ask(PROOF_NODES, purse, |prover, grid, effort| {
            prover.prove(grid, grid.side(), effort)
        });
        if let Some(win) = win {
            return Some(usize::from(win.plies));
        }
        if self.strand.nodes() >= purse.until {
            return None;
        }
        let site = match self.believed() {
            Some(site) => site,
            None => self.search_for_win(before, purse)?,
        };
        self.wins_by(site, purse)
    }

    /// The move by which the side to act wins, as the table has it.
    fn believed(&self) -> Option<Site> {
        let Known { value, bound, best, .. } = self.strand.table.probe(self.grid.key())?;
        let is_won = bound != Bound::Upper && i32::from(value) >= value::UNPROVED;
        (is_won && best != Site::NONE && !self.grid.is_foul(best)).then_some(best)
    }

    /// The same after a search as deep as the purse allows.
    fn search_for_win(&mut self, before: Site, purse: &Purse) -> Option<Site> {
        let ply = self.grid.plies();
        let depth = purse.depth - (ply as u32).cast_signed();
        if depth <= 0 {
            return None;
        }
        let value = self.search(Window::ANY_WIN, Here { depth, ply, before })?;
        if value >= value::UNPROVED { self.believed() } else { None }
    }

    /// Plies to the end at most if every move of the side to act loses.
    fn defender_loses(&mut self, purse: &Purse) -> Option<usize> {
        let listed = self.ask(DEFENCE_NODES, purse, Prover::defences)?;
        let mut most = usize::from(listed.plies);
        for site in listed.sites {
            if self.grid.is_foul(site) {
                continue;
            }
            self.grid.play(site);
            let plies = self.attacker_wins(site, purse);
            self.grid.undo();
            most = most.max(plies? + 1);
        }
        Some(most)
    }

    /// Puts a question to the solver and counts its nodes.
    fn ask<T>(
        &mut self,
        nodes: u64,
        purse: &Purse,
        question: impl FnOnce(&mut Prover, &mut Grid, &mut Effort<'_>) -> Option<T>,
    ) -> Option<T> {
        let nodes = nodes.min(purse.until.saturating_sub(self.strand.nodes()));
        if nodes == 0 {
            return None;
        }
        let Self { grid, strand, memory, .. } = self;
        let mut stop = || !strand.control.poll();
        let effort =
            &mut Effort { breadth: Breadth::Twos, nodes, plies: u16::MAX, stop: &mut stop };
        let answer = question(&mut memory.prover, grid, effort);
        let spent = memory.prover.nodes();
        self.strand.control.spend(spent);
        answer
    }
}
