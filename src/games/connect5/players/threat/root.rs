//! The root: which moves are tried, and what is done there besides the search.

use std::time::Duration;

use super::game::{ThreatGame, against_two_fours};
use crate::base::Side;
use crate::game::Record;
use crate::games::connect5::threat_map::{Grid, Site, Threat};
use crate::games::connect5::threats::{Fours, Prover};
use crate::games::connect5::{Board, Rule};
use crate::search::player::value;
use crate::search::pvs::{Candidates, RootGame, Search, Technique};

/// Nodes of the search of fours before all else.
const ROOT_FOURS: u64 = 20_000;

impl<const ON: u32> RootGame for ThreatGame<ON> {
    type Position = Board;

    fn new(record: &Record<Board>, prover: &mut Prover, time: Option<Duration>) -> Self {
        prover.begin_search(time);
        Self { grid: Grid::new(record.position()), spent: 0, is_whole: true }
    }

    /// Together a quarter, but 1 at least for each thread.
    fn proof_mebibytes(hash: u64, threads: u64) -> u64 {
        (hash / 4 / threads).max(1)
    }

    fn proof_search(mebibytes: u64) -> Prover {
        Prover::new(usize::try_from(mebibytes).unwrap_or(1))
    }

    fn forget(prover: &mut Prover) {
        prover.clear();
    }

    fn root_moves(&mut self, allowed: &[Site], least: usize) -> Vec<Site> {
        let grid = &self.grid;
        let own = grid.side();
        let mut open = allowed.to_vec();
        if Self::uses(Technique::MoveSelection) {
            let is_bound = (grid.rule(), own) == (Rule::Renju, Side::Second);
            self.is_whole = grid.count(own.other(), Threat::Five) > 0
                || against_two_fours(grid).is_some() && !is_bound;
            open = urgent(grid, allowed);
        }
        if open.len() < least {
            open = allowed.to_vec();
        }
        let score = |site: &Site| {
            let (width, height) = grid.size();
            let cell = site.cell();
            let off_centre = |at: u8, length: u8| i32::from((2 * at + 1).abs_diff(length));
            let merit = 2 * grid.merit(*site, own) + grid.merit(*site, own.other());
            64 * merit - off_centre(cell.x, width) - off_centre(cell.y, height)
        };
        open.sort_by_key(|site| -score(site));
        open
    }

    fn wins_at_once(&self, site: Site) -> bool {
        self.grid.threat(site, self.grid.side()) == Threat::Five
    }

    fn prove_before(search: &mut Search<'_, Self>, candidates: &mut Candidates<Site>) -> bool {
        search.game.grid.near().is_empty()
            || candidates.is_single() && search.wins_by_fours(candidates)
    }

    fn prove_between(search: &mut Search<'_, Self>, candidates: &mut Candidates<Site>) -> bool {
        search.wins_by_threats(candidates)
    }

    fn prove_after(
        search: &mut Search<'_, Self>,
        candidates: &mut Candidates<Site>,
        depth: i32,
    ) -> bool {
        search.verify(candidates, depth)
    }

    fn lists_all_defences(&self) -> bool {
        self.is_whole
    }
}

impl<const ON: u32> Search<'_, ThreatGame<ON>> {
    /// Looks for a win by fours and brings it to the front.
    fn wins_by_fours(&mut self, candidates: &mut Candidates<Site>) -> bool {
        let grid = &self.game.grid;
        let own = grid.side();
        if grid.count(own, Threat::Five) > 0 {
            let is_five = |site| grid.threat(site, own) == Threat::Five;
            return candidates.move_to_front(is_five, value::win(1)).is_some();
        }
        if grid.count(own.other(), Threat::Five) > 1 {
            return false;
        }
        let found = self.win_by_fours((Fours::All, ROOT_FOURS), |control| !control.check_limits());
        let Some((best, plies @ 1..)) = found else { return false };
        candidates.move_to_front(|site| site == best, value::win(plies)).is_some()
    }
}

/// Those of the moves that are not lost or wasted at first sight, all if there are none.
fn urgent(grid: &Grid, allowed: &[Site]) -> Vec<Site> {
    let own = grid.side();
    let other = own.other();
    let near = grid.near();
    let keep = |wanted: &dyn Fn(Site) -> bool| -> Vec<Site> {
        allowed.iter().copied().filter(|site| wanted(*site)).collect()
    };
    let has = |side, threat| grid.count(side, threat) > 0;
    let open = if has(own, Threat::Five) {
        keep(&|site| grid.threat(site, own) == Threat::Five)
    } else if has(other, Threat::Five) {
        keep(&|site| grid.threat(site, other) == Threat::Five)
    } else if has(own, Threat::TwoFours) {
        keep(&|site| grid.threat(site, own) == Threat::TwoFours)
    } else if let Some(saving) = against_two_fours(grid) {
        keep(&|site| saving.has(site))
    } else {
        keep(&|site| near.has(site))
    };
    if open.is_empty() { allowed.to_vec() } else { open }
}
