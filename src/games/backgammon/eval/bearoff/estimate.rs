//! Estimates of a bear-off, used while the database is not built.
//!
//! Mean and variance of the number of rolls are linear: a base, a term for each checker on a point,
//! and a (negative) term for each occupied point. Both are fitted by least squares to all 54,263
//! positions of the database.

use super::super::network::layer_arithmetic::sigmoid;
use super::position_numbers_and_successors::home_counts;
use crate::games::backgammon::board::{Board, Checkers};

/// A linear estimate from the checkers on the points 1 to 6, in rolls or rolls squared.
struct LinearFit {
    /// For any position with a checker.
    base: f32,
    /// For each checker on the point.
    checker: [f32; 6],
    /// Once for the point if it is occupied.
    point: [f32; 6],
}

/// The mean number of rolls: root mean square error 0.12, largest error 0.75.
const MEAN: LinearFit = LinearFit {
    base: 1.1694,
    checker: [0.3919, 0.4213, 0.4802, 0.5384, 0.6356, 0.7362],
    point: [-0.2081, -0.1796, -0.1736, -0.1821, -0.1848, -0.1463],
};
/// Its variance: root mean square error 0.09, largest error 0.41.
const VARIANCE: LinearFit = LinearFit {
    base: 0.2571,
    checker: [0.0213, 0.0364, 0.0746, 0.1043, 0.1440, 0.1476],
    point: [-0.0930, -0.0617, -0.0633, -0.0712, -0.0813, -0.0774],
};
/// The lower limit of an estimated variance, in rolls squared. Set by hand.
const MIN_VARIANCE: f32 = 0.02;
/// Scale at which the logistic function is nearest to the normal distribution: Bowling and
/// others (2009).
const LOGISTIC_SCALE: f32 = 1.702;

impl LinearFit {
    fn estimate(&self, counts: [u8; 6]) -> f32 {
        let each = counts.iter().zip(self.checker.iter().zip(self.point));
        each.filter(|(count, _)| **count > 0).fold(self.base, |sum, (count, (checker, point))| {
            sum + f32::from(*count) * checker + point
        })
    }
}

/// Mean and variance of the rolls needed, by the checkers on the points 1 to 6.
pub(super) fn moments(counts: [u8; 6]) -> [f32; 2] {
    if counts == [0; 6] {
        return [0.0; 2];
    }
    [MEAN.estimate(counts), VARIANCE.estimate(counts).max(MIN_VARIANCE)]
}

/// The chance of the mover, about to roll, to need no more rolls than the other: the
/// difference of their rolls taken as normally distributed.
pub(super) fn win(board: Board) -> f32 {
    let of = |checkers: Checkers| moments(home_counts(checkers));
    let [[mine, spread], [theirs, other_spread]] = [of(board.mover), of(board.other)];
    sigmoid(LOGISTIC_SCALE * (theirs - mine + 0.5) / (spread + other_spread).sqrt())
}
