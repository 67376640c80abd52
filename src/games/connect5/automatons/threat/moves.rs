//! Which moves a node looks at, and in which order.

use super::memory::Memory;
use crate::games::connect5::Rule;
use crate::games::connect5::grid::{Grid, Site, Sites, Threat};

/// Which cells a node looks at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// Answers to a win by fours that the other side threatens: its plies, and all that saves.
    Defend { plies: usize, saving: Sites },
    /// Cells near stones.
    Quiet,
}

/// What the best move of the table is listed with.
const FIRST: i32 = 1 << 20;

impl Choice {
    /// What the moves are against a straight four or two fours of the other side next, where
    /// nobody has a five and the side to act cannot make a straight four.
    pub(super) fn of(grid: &Grid) -> Self {
        let (own, other) = (grid.side(), grid.side().other());
        if grid.count(other, Threat::TwoFours) > 0 && !is_cramped(grid) {
            Self::Defend { plies: 4, saving: grid.fours(own).or(grid.fours(other)) }
        } else {
            Self::Quiet
        }
    }

    /// Whether a win by fours has to be met.
    pub(super) const fn is_defence(&self) -> bool {
        matches!(self, Self::Defend { .. })
    }
}

/// Whether so few cells are left that First, bound by renju, may run out of allowed ones, which
/// is a draw: then no threat of Second is a win before it is carried out.
pub(super) fn is_cramped(grid: &Grid) -> bool {
    /// Far more than were seen to be forbidden all together, which were five.
    const CELLS: u32 = 24;
    grid.rule() == Rule::Renju && grid.empties() < CELLS
}

/// Lists the moves at the end of the memory's, forbidden ones included, each with its promise.
pub(super) fn list(
    grid: &Grid,
    choice: &Choice,
    best: Site,
    (ply, before): (usize, Site),
    memory: &mut Memory,
) {
    let own = grid.side();
    let sites = match choice {
        Choice::Defend { saving, .. } => *saving,
        Choice::Quiet => grid.near(),
    };
    for site in sites.iter() {
        let promise = if site == best {
            FIRST
        } else {
            grid.merit(site, own) * 3 / 2
                + grid.merit(site, own.other())
                + memory.bonus(ply, own, before, site)
        };
        memory.moves.push((promise, site));
    }
}

/// Brings the move of the greatest promise to the front; of equals the one listed first.
pub(super) fn bring_best(moves: &mut [(i32, Site)]) {
    let mut best = 0;
    for (at, (promise, _)) in moves.iter().enumerate() {
        if *promise > moves[best].0 {
            best = at;
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
}
