//! The static value of a position in which nobody can win at once.

use crate::games::connect5::grid::Grid;
use crate::search::value::MAX_EVAL;

/// What the position is worth **to the side to act**, in hundredths or so, −15,000 to 15,000.
pub fn estimate(grid: &Grid) -> i32 {
    let side = grid.side();
    let worth = grid.worth(side) - grid.worth(side.other());
    (worth + grid.balance()).clamp(-MAX_EVAL, MAX_EVAL)
}
