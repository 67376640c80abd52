//! Questions about fours, put to the solver of threats and counted as nodes.

use super::moves::Choice;
use super::tree::Tree;
use crate::games::connect5::grid::Site;
use crate::games::connect5::threats::Fours;

impl Tree<'_> {
    /// A win by these fours of the side to act: its first move and its plies, 0 if none is found.
    ///
    /// `None` if the search must end.
    pub(super) fn win_by_fours(&mut self, fours: Fours, nodes: u64) -> Option<(Site, usize)> {
        let nodes = nodes.min(self.strand.control.left());
        let found = self.memory.prover.fours(&mut self.grid, fours, nodes);
        let (site, plies) = found.unwrap_or((Site::NONE, 0));
        self.spend().then_some((site, usize::from(plies)))
    }

    /// Which cells meet a win by fours that the other side threatens, all that are near if it
    /// threatens none; `None` if the search must end.
    pub(super) fn menace(&mut self, nodes: u64) -> Option<Choice> {
        let nodes = nodes.min(self.strand.control.left());
        let menace = self.memory.prover.menace(&mut self.grid, nodes);
        let choice = menace.map_or(Choice::Quiet, |menace| Choice::Defend {
            plies: usize::from(menace.plies),
            saving: menace.saving,
        });
        self.spend().then_some(choice)
    }

    /// Counts the nodes of the last question and says whether to go on.
    fn spend(&mut self) -> bool {
        self.strand.spend(self.memory.prover.nodes())
    }
}
