//! The static value of a position in which nobody can win at once.

use super::value::MOST;
use crate::base::Side;
use crate::games::connect5::grid::{Grid, Threat};

/// The right to act.
const TEMPO: i32 = 257;
/// What the best threat of the side to act adds, by [`Threat`].
///
/// Fitted with `values.txt`, like what stands below.
const OWN: [i32; 15] = [-147, 0, 0, -193, -148, -5, 71, 9, 78, 1, -1, 66, 1_186, 0, 0];
/// What the best threat of the other side adds.
const OTHER: [i32; 15] = [-110, 0, 0, 156, -127, -1, -227, -63, -47, 132, -48, 31, -17, 50, 0];

/// What the position is worth **to the side to act**, in hundredths or so, −15,000 to 15,000.
pub(super) fn estimate(grid: &Grid) -> i32 {
    let side = grid.side();
    let best = |side: Side, worths: &[i32; 15]| {
        let is_there = |threat: &&Threat| grid.count(side, **threat) > 0;
        Threat::ALL.iter().rev().find(is_there).map_or(0, |threat| worths[*threat as usize])
    };
    let worth = grid.worth(side) - grid.worth(side.other());
    let threats = best(side, &OWN) + best(side.other(), &OTHER);
    (worth + threats + TEMPO).clamp(-MOST, MOST)
}
