//! Bearing off by rules of thumb, for who cannot wait for the table.
//!
//! Both rules are fitted by least squares to all 54,263 positions of the table: so much for each
//! checker on a point, less something for each point that is held.

use super::{Board, Checkers, home_counts};
use crate::games::backgammon::eval::sigmoid;

/// What a side needs: from the start, for each checker on the points 1 to 6, for each held point.
struct Rule {
    base: f32,
    checker: [f32; 6],
    point: [f32; 6],
}

/// The mean number of rolls; off by 0.12 (root mean square), by 0.75 at most.
const MEAN: Rule = Rule {
    base: 1.1694,
    checker: [0.3919, 0.4213, 0.4802, 0.5384, 0.6356, 0.7362],
    point: [-0.2081, -0.1796, -0.1736, -0.1821, -0.1848, -0.1463],
};
/// Its variance; off by 0.09 (root mean square), by 0.41 at most.
const VARIANCE: Rule = Rule {
    base: 0.2571,
    checker: [0.0213, 0.0364, 0.0746, 0.1043, 0.1440, 0.1476],
    point: [-0.0930, -0.0617, -0.0633, -0.0712, -0.0813, -0.0774],
};
/// The least variance told.
const LEAST: f32 = 0.02;
/// Makes the logistic function near the normal distribution: Bowling and others (2009).
const LOGISTIC: f32 = 1.702;

impl Rule {
    fn of(&self, counts: [u8; 6]) -> f32 {
        let each = counts.iter().zip(self.checker.iter().zip(self.point));
        each.filter(|(count, _)| **count > 0).fold(self.base, |sum, (count, (checker, point))| {
            sum + f32::from(*count) * checker + point
        })
    }
}

/// Mean and variance of the rolls needed, so many checkers on the points 1 to 6.
pub(super) fn moments(counts: [u8; 6]) -> [f32; 2] {
    if counts == [0; 6] {
        return [0.0; 2];
    }
    [MEAN.of(counts), VARIANCE.of(counts).max(LEAST)]
}

/// The chance of the mover, about to roll, to need no more rolls than the other, as if the
/// difference were normal.
pub(super) fn win(board: Board) -> f32 {
    let of = |checkers: Checkers| moments(home_counts(checkers));
    let [[mine, spread], [theirs, other_spread]] = [of(board.mover), of(board.other)];
    sigmoid(LOGISTIC * (theirs - mine + 0.5) / (spread + other_spread).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::{Bearoff, Source, rank};
    use super::moments;
    use crate::games::backgammon::board::{Board, Checkers};

    fn home(counts: [u8; 6]) -> Checkers {
        let mut all = [0; 26];
        all[1..7].copy_from_slice(&counts);
        all[0] = 15 - counts.iter().sum::<u8>();
        Checkers::from_counts(&all)
    }

    #[test]
    fn rules_are_as_near_to_the_table_as_they_say() {
        let mut errors = [(0.0_f32, 0.0_f32); 2];
        for counts in rank::all().skip(1) {
            let [found, exact] =
                [moments(counts), Source::Table.moments(counts)].map(|pair| pair.map(f32::from));
            for ((sum, most), error) in errors.iter_mut().zip([0, 1].map(|i| found[i] - exact[i])) {
                *sum += error * error;
                *most = most.max(error.abs());
            }
        }
        let [mean, variance] =
            errors.map(|(sum, most)| ((sum / (rank::COUNT - 1) as f32).sqrt(), most));
        assert!(mean.0 < 0.125 && mean.1 < 0.75, "{mean:?}");
        assert!(variance.0 < 0.095 && variance.1 < 0.42, "{variance:?}");
    }

    #[test]
    fn estimated_chances_are_near_those_of_the_table() {
        let sides: Vec<Checkers> = rank::all()
            .filter(|counts| (6..15).contains(&counts.iter().sum::<u8>()))
            .step_by(997)
            .map(home)
            .collect();
        let (mut sum, mut count) = (0.0, 0.0_f32);
        for (mover, other) in sides.iter().flat_map(|a| sides.iter().map(move |b| (*a, *b))) {
            let board = Board { mover, other };
            let [Some(found), Some(exact)] = [Source::Estimate.judge(board), Bearoff::judge(board)]
            else {
                panic!("both are at home")
            };
            sum += (found.win - exact.win).abs();
            count += 1.0;
        }
        assert!(count > 500.0 && sum / count < 0.025, "{} of {count}", sum / count);
    }
}
