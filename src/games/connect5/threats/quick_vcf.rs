//! Fours alone, for a search that asks at every node.

use super::search_state::Search;
use super::vcf::{Fours, Verdict};
use super::{Breadth, Effort, Prover};
use crate::games::connect5::threat_map::{Grid, Site, Sites};

/// What the other side threatens to win by.
#[derive(Clone, Debug)]
pub struct Menace {
    /// The only cells that may save the side to act, its own fours among them; some may be fouls.
    pub saving: Sites,
    /// Plies to the end after any other move.
    pub plies: u16,
}

impl Prover {
    /// A win by these fours of the side to act: its first move and its plies.
    ///
    /// Not always the shortest. None may be found although there is one when the nodes are spent,
    /// or when `stop`, asked every 128 of them, says so.
    pub fn fours(
        &mut self,
        grid: &mut Grid,
        (fours, nodes): (Fours, u64),
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<(Site, u16)> {
        self.look(grid, (fours, nodes), stop, |search| match search.some_fours(nodes) {
            Verdict::Won(plies) => Some((search.memory.line.last().copied()?, plies)),
            Verdict::Never | Verdict::Unknown => None,
        })
    }

    /// How the other side would win by quick fours if the side to act passed.
    ///
    /// Nobody has a five.
    pub fn menace(&mut self, grid: &mut Grid, nodes: u64) -> Option<Menace> {
        let own = grid.side();
        grid.pass();
        let fours = Fours::quick(grid, own.other());
        let menace = self.look(grid, (fours, nodes), &mut || false, |search| {
            match search.some_fours(nodes) {
                Verdict::Won(plies) if !search.is_cramped() => {
                    let saving = search.memory.relied.or(search.grid.fours(own));
                    Some(Menace { saving, plies: plies + 1 })
                }
                _ => None,
            }
        });
        grid.pass();
        menace
    }

    /// Asks something of a search by the side to act.
    fn look<T>(
        &mut self,
        grid: &mut Grid,
        (fours, nodes): (Fours, u64),
        stop: &mut dyn FnMut() -> bool,
        question: impl FnOnce(&mut Search<'_, '_>) -> Option<T>,
    ) -> Option<T> {
        let effort = &mut Effort { breadth: Breadth::Fours, nodes, plies: u16::MAX, stop };
        let attacker = grid.side();
        let mut search = Search::new(grid, attacker, (&mut self.table, &mut self.memory), effort);
        search.fours = fours;
        let answer = question(&mut search);
        self.nodes = search.nodes();
        answer
    }
}
