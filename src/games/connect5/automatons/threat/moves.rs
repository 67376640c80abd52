//! Which moves a node looks at, and in which order.

use super::memory::Memory;
use crate::games::connect5::grid::{Grid, Site, Threat};

/// What the moves of a node are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Answers to a straight four or two fours that the other side can make next.
    ///
    /// They are all that save: own fours, and the cells of the other side's.
    Defend,
    /// Cells near stones.
    Quiet,
}

/// What the best move of the table is listed with.
const FIRST: i32 = 1 << 20;

impl Kind {
    /// What the moves are where nobody has a four and the side to act cannot make a straight one.
    pub(super) fn of(grid: &Grid) -> Self {
        let other = grid.side().other();
        if grid.count(other, Threat::TwoFours) > 0 { Self::Defend } else { Self::Quiet }
    }
}

/// Lists the moves at the end of the memory's, forbidden ones included, each with its promise.
pub(super) fn list(
    grid: &Grid,
    kind: Kind,
    best: Site,
    (ply, before): (usize, Site),
    memory: &mut Memory,
) {
    let own = grid.side();
    let sites = match kind {
        Kind::Defend => grid.fours(own).or(grid.fours(own.other())),
        Kind::Quiet => grid.near(),
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
