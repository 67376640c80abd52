//! The moves that meet what the other side threatens.

use super::search_state::Search;
use super::{Effort, Prover};
use crate::games::connect5::threat_map::{Grid, Site, Threat};

/// The part of the nodes that the threat itself may take, and then all its answers.
const PART: u64 = 4;

/// What may be done against a win that the other side threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defences {
    /// The moves that may save, the most promising first.
    pub sites: Vec<Site>,
    /// Plies to the end after any other legal move: at most so many.
    pub plies: u16,
}

impl Prover {
    /// The moves of the side to act that may save it, if the other side threatens to win.
    ///
    /// The other side threatens if a win of it is proved were the side to act to pass; `None` if
    /// it is not, or if the side to act can win at once or make a straight four. All legal moves
    /// that are not in the list are proved to lose; those that are in it are not, with a share of
    /// the nodes each. The most promising come first.
    pub fn defences(&mut self, grid: &mut Grid, effort: &mut Effort<'_>) -> Option<Defences> {
        let (side, other) = (grid.side(), grid.side().other());
        let whole = effort.nodes;
        effort.nodes = whole / PART;
        let listed = self.candidates(grid, effort);
        let mut spent = self.nodes;
        let Defences { sites: mut listed, mut plies } = listed?;
        let merit = |site: &Site| 2 * grid.merit(*site, side) + grid.merit(*site, other);
        listed.sort_by_key(|site| -merit(site));
        let mut left = listed.len() as u64;
        listed.retain(|site| {
            effort.nodes = whole.saturating_sub(spent) / left;
            left -= 1;
            grid.play(*site);
            let win = self.prove(grid, other, effort);
            grid.undo();
            spent += self.nodes;
            plies = win.as_ref().map_or(plies, |win| plies.max(win.plies + 1));
            win.is_none()
        });
        effort.nodes = whole;
        self.nodes = spent;
        Some(Defences { sites: listed, plies })
    }

    /// The moves of the side to act that do not lose for sure to what the other side threatens.
    fn candidates(&mut self, grid: &mut Grid, effort: &mut Effort<'_>) -> Option<Defences> {
        let (side, other) = (grid.side(), grid.side().other());
        let has_four = grid.count(other, Threat::Five) > 0;
        if grid.count(side, Threat::Five) > 0 || grid.count(side, Threat::TwoFours) > 0 && !has_four
        {
            return None;
        }
        self.table.begin_search();
        let mut search = Search::new(grid, other, (&mut self.table, &mut self.memory), effort);
        let listed = match search.moves() {
            Ok(moves) if moves.plies > 0 => Some((moves.sites, moves.plies)),
            Err(value) if value.is_won() => {
                return Some(Defences { sites: Vec::new(), plies: value.plies });
            }
            Ok(_) | Err(_) => None,
        };
        let all = search.all_answers();
        self.nodes = search.nodes();
        if listed.is_none() {
            let before = self.nodes;
            let win = self.prove(grid, other, effort);
            self.nodes += before;
            win?;
        }
        let (sites, plies) = listed.unwrap_or((all, 0));
        Some(Defences { sites: sites.iter().collect(), plies })
    }
}
