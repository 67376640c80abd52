//! A bear-off by the database, or by estimates for a search that does not wait until it is built.

use super::super::probabilities::Probabilities;
use super::database::{BearoffDatabase, is_bearoff_without_gammons};
use super::estimate;
use crate::games::backgammon::board::Board;

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
                .then(|| Probabilities::without_gammons(estimate::win(board))),
        }
    }

    /// Mean and variance of the rolls that a side needs, by its checkers on the points 1 to 6.
    pub(in crate::games::backgammon::eval) fn moments(self, counts: [u8; 6]) -> [f32; 2] {
        match self {
            Self::Database => BearoffDatabase::shared().moments(counts),
            Self::Estimate => estimate::moments(counts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::estimate::moments;
    use super::super::position_numbers_and_successors::{POSITION_COUNT, all_positions};
    use super::{BearoffDatabase, BearoffSource, Board};
    use crate::games::backgammon::board::Checkers;

    #[test]
    fn estimates_are_as_near_to_the_database_as_they_say() {
        let mut errors = [(0.0_f32, 0.0_f32); 2];
        for counts in all_positions().skip(1) {
            let [found, exact] = [moments(counts), BearoffSource::Database.moments(counts)]
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
