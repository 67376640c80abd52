//! Questions about fours, put to the solver of threats and counted as nodes.

use super::moves::Choice;
use super::tree::Tree;
use crate::games::connect5::grid::Site;
use crate::games::connect5::threats::Fours;
use crate::search::Control;

impl Tree<'_> {
    /// A win by these fours of the side to act: its first move and its plies, 0 if none is found.
    ///
    /// `None` if the search must end, which it sees only then: so few nodes are soon spent.
    pub(super) fn win_by_fours(&mut self, fours: Fours, nodes: u64) -> Option<(Site, usize)> {
        self.ask_for_fours((fours, nodes), |_| false)
    }

    /// The same by any fours, and with so many nodes that clock and flag are looked at meanwhile.
    pub(super) fn win_by_all_fours(&mut self, nodes: u64) -> Option<(Site, usize)> {
        self.ask_for_fours((Fours::All, nodes), |control| !control.poll())
    }

    fn ask_for_fours(
        &mut self,
        (fours, nodes): (Fours, u64),
        must_end: impl Fn(&mut Control<'_>) -> bool,
    ) -> Option<(Site, usize)> {
        let Self { grid, strand, memory, .. } = self;
        let control = &mut strand.control;
        let nodes = nodes.min(control.left());
        let found = memory.prover.fours(grid, (fours, nodes), &mut || must_end(control));
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
