//! A bear-off by the database, or by estimates for a search that does not wait until it is built.
//!
//! Estimates of mean and variance of the number of rolls are linear: a base, a term for each checker
//! on a point, and a (negative) term for each occupied point. Both are fitted by least squares to all
//! 54,263 positions of the database.

use super::super::network::layer_arithmetic::sigmoid;
use super::super::probabilities::Probabilities;
use super::database::{BearoffDatabase, is_bearoff_without_gammons};
use super::position_numbers_and_successors::home_counts;
use crate::games::backgammon::board::{Board, Checkers};

/// Where bear-offs and races are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BearoffSource {
    /// In the database, waiting until it is built: the same answer at any time.
    Database,
    /// By estimates, about as good as a pip count, while the database is not built.
    Estimate,
}

impl BearoffSource {
    /// The database if it is built, else estimates: this source never waits.
    pub fn without_waiting() -> Self {
        if BearoffDatabase::is_built() { Self::Database } else { Self::Estimate }
    }

    /// The result of [`BearoffDatabase::evaluate`], or an estimate of it.
    pub fn evaluate(self, board: Board) -> Option<Probabilities> {
        match self {
            Self::Database => BearoffDatabase::evaluate(board),
            Self::Estimate => is_bearoff_without_gammons(board)
                .then(|| Probabilities::without_gammons(estimated_win(board))),
        }
    }

    /// Mean and variance of the rolls that a side needs, by its checkers on the points 1 to 6.
    pub(in crate::games::backgammon::eval) fn moments(self, counts: [u8; 6]) -> [f32; 2] {
        match self {
            Self::Database => BearoffDatabase::shared().moments(counts),
            Self::Estimate => estimated_moments(counts),
        }
    }
}

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
fn estimated_moments(counts: [u8; 6]) -> [f32; 2] {
    if counts == [0; 6] {
        return [0.0; 2];
    }
    [MEAN.estimate(counts), VARIANCE.estimate(counts).max(MIN_VARIANCE)]
}

/// The mean number of rolls that these checkers, all at home, need, by an estimate.
pub(in crate::games::backgammon) fn estimated_rolls(checkers: Checkers) -> f32 {
    estimated_moments(home_counts(checkers))[0]
}

/// The chance of the mover, about to roll, to need no more rolls than the other: the
/// difference of their rolls taken as normally distributed.
fn estimated_win(board: Board) -> f32 {
    let of = |checkers: Checkers| estimated_moments(home_counts(checkers));
    let [[mine, spread], [theirs, other_spread]] = [of(board.mover), of(board.other)];
    sigmoid(LOGISTIC_SCALE * (theirs - mine + 0.5) / (spread + other_spread).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::position_numbers_and_successors::{POSITION_COUNT, all_positions};
    use super::{BearoffDatabase, BearoffSource, Board, Checkers, estimated_moments};

    #[test]
    fn estimates_are_as_near_to_the_database_as_they_say() {
        let mut errors = [(0.0_f32, 0.0_f32); 2];
        for counts in all_positions().skip(1) {
            let [found, exact] =
                [estimated_moments(counts), BearoffSource::Database.moments(counts)]
                    .map(|pair| pair.map(f32::from));
            for ((sum, most), error) in errors.iter_mut().zip([0, 1].map(|i| found[i] - exact[i])) {
                *sum += error * error;
                *most = most.max(error.abs());
            }
        }
        let [mean, variance] =
            errors.map(|(sum, most)| ((sum / (POSITION_COUNT - 1) as f32).sqrt(), most));
        assert!(mean.0 < 0.125 && mean.1 < 0.75, "{mean:?}");
        assert!(variance.0 < 0.095 && variance.1 < 0.42, "{variance:?}");
    }

    #[test]
    fn estimated_chances_are_near_those_of_the_database() {
        let sides: Vec<Checkers> = all_positions()
            .filter(|counts| (6..15).contains(&counts.iter().sum::<u8>()))
            .step_by(997)
            .map(Checkers::with_home_points)
            .collect();
        let (mut sum, mut count) = (0.0, 0.0_f32);
        for (mover, other) in sides.iter().flat_map(|a| sides.iter().map(move |b| (*a, *b))) {
            let board = Board { mover, other };
            let [Some(found), Some(exact)] =
                [BearoffSource::Estimate.evaluate(board), BearoffDatabase::evaluate(board)]
            else {
                panic!("both are at home")
            };
            sum += (found.win - exact.win).abs();
            count += 1.0;
        }
        assert!(count > 500.0 && sum / count < 0.025, "{} of {count}", sum / count);
    }
}
