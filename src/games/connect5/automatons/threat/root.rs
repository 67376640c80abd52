//! The root: which moves are open, and what is done there besides the search.

use super::moves;
use super::node::{Here, Window};
use super::tree::Tree;
use crate::base::Side;
use crate::games::connect5::grid::{Grid, Site, Threat};
use crate::games::connect5::{Cell, Rule};
use crate::search::candidates::Candidates;
use crate::search::deepening::RootSearch;
use crate::search::threads::worker::Worker;
use crate::search::value;

/// Nodes of the search of fours before all else.
const ROOT_FOURS: u64 = 20_000;

/// The search of one position.
pub(super) struct Root<'a> {
    pub(super) tree: Tree<'a>,
    /// Nodes that the solver of threats has taken.
    pub(super) spent: u64,
    /// Every move that is left out loses sooner than those that are not.
    is_whole: bool,
}

impl<'a> Root<'a> {
    /// A search among some moves (at least one), and those of them that matter, the most
    /// promising first.
    pub(super) fn new(
        tree: Tree<'a>,
        allowed: &[Cell],
        multi_pv: usize,
    ) -> (Self, Candidates<Site>) {
        let lines = multi_pv.min(allowed.len());
        let sites: Vec<Site> = allowed.iter().copied().map(Site::of).collect();
        let (mut open, is_whole) = urgent(&tree.grid, &sites);
        if open.len() < lines {
            open = sites;
        }
        let own = tree.grid.side();
        let promise = |site: &Site| {
            let (width, height) = tree.grid.size();
            let cell = site.cell();
            let off = |at: u8, length: u8| i32::from((2 * at + 1).abs_diff(length));
            let merit = 2 * tree.grid.merit(*site, own) + tree.grid.merit(*site, own.other());
            64 * merit - off(cell.x, width) - off(cell.y, height)
        };
        open.sort_by_key(|site| -promise(site));
        (Self { tree, spent: 0, is_whole }, Candidates::new(open, lines))
    }

    /// Looks for a win by fours and brings it to the front.
    fn win_at_once(&mut self, candidates: &mut Candidates<Site>) -> bool {
        let grid = &self.tree.grid;
        let own = grid.side();
        if grid.count(own, Threat::Five) > 0 {
            let is_five = |site| grid.threat(site, own) == Threat::Five;
            return candidates.lead(is_five, value::win(1)).is_some();
        }
        if grid.count(own.other(), Threat::Five) > 1 {
            return false;
        }
        let found = self.tree.win_by_all_fours(ROOT_FOURS);
        let Some((best, plies @ 1..)) = found else { return false };
        candidates.lead(|site| site == best, value::win(plies)).is_some()
    }
}

impl<'a> RootSearch<'a> for Root<'a> {
    type Code = Site;
    type Move = Cell;

    const ASPIRATION: i32 = 40;
    const WHOLE_DEPTH: i32 = 3;

    fn told(site: Site) -> Cell {
        site.cell()
    }

    fn strand(&self) -> &Worker<'a, Site> {
        &self.tree.strand
    }

    fn strand_mut(&mut self) -> &mut Worker<'a, Site> {
        &mut self.tree.strand
    }

    fn look(&mut self, site: Site, window: Window, depth: i32, tried: usize) -> Option<i32> {
        self.tree.root_move(site, window, Here { depth, ply: 0, before: Site::NONE }, tried)
    }

    fn line(&self) -> &[Site] {
        &self.tree.memory.lines[1]
    }

    fn settle(&mut self, candidates: &mut Candidates<Site>) -> bool {
        self.tree.grid.near().is_empty() || candidates.is_single() && self.win_at_once(candidates)
    }

    fn win_besides(&mut self, candidates: &mut Candidates<Site>) -> bool {
        self.win_by_threats(candidates)
    }

    fn prove(&mut self, candidates: &mut Candidates<Site>, depth: i32) -> bool {
        self.verify(candidates, depth)
    }

    fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// Those of the moves that are not lost or wasted at first sight, all if there are none; and
/// whether no other can be better.
fn urgent(grid: &Grid, allowed: &[Site]) -> (Vec<Site>, bool) {
    let own = grid.side();
    let near = grid.near();
    let keep = |wanted: &dyn Fn(Site) -> bool| -> Vec<Site> {
        allowed.iter().copied().filter(|site| wanted(*site)).collect()
    };
    let has = |side, threat| grid.count(side, threat) > 0;
    let other = own.other();
    let is_bound = (grid.rule(), own) == (Rule::Renju, Side::Second);
    let is_whole = has(other, Threat::Five) || moves::Choice::of(grid).is_defence() && !is_bound;
    let mut open = if has(own, Threat::Five) {
        keep(&|site| grid.threat(site, own) == Threat::Five)
    } else if has(other, Threat::Five) {
        keep(&|site| grid.threat(site, other) == Threat::Five)
    } else if has(own, Threat::TwoFours) {
        keep(&|site| grid.threat(site, own) == Threat::TwoFours)
    } else if moves::Choice::of(grid).is_defence() {
        keep(&|site| grid.fours(own).has(site) || grid.fours(other).has(site))
    } else {
        keep(&|site| near.has(site))
    };
    if open.is_empty() {
        open = allowed.to_vec();
    }
    (open, is_whole)
}
