//! The results of trials, their mean, and its standard error.

use crate::games::backgammon::eval::Probabilities;
use crate::search::Sample;

/// Chances and expected points of a position, for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ChancesAndPoints {
    /// In the order of [`Probabilities`], 0.0 to 1.0; sums and differences of them too.
    pub(super) chances: [f64; 5],
    /// Expected points of one game at the present cube, on the scale of
    /// [`Backgammon::cubeful_points`](crate::games::backgammon::Backgammon::cubeful_points);
    /// sums and differences of them too.
    pub(super) points: f64,
}

impl ChancesAndPoints {
    /// The value of these chances, and of this many expected points a game.
    pub(super) fn new(chances: Probabilities, points: f32) -> Self {
        Self { chances: chances.to_array().map(f64::from), points: f64::from(points) }
    }

    /// The sum of both, the other multiplied by `share`.
    #[must_use]
    pub(super) fn plus(self, other: Self, share: f64) -> Self {
        Self {
            chances: std::array::from_fn(|i| self.chances[i] + share * other.chances[i]),
            points: self.points + share * other.points,
        }
    }
}

/// The result of one game, **for the side about to roll at its start**.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TrialResult {
    /// As the game ended, with the luck of its dice.
    pub(super) value: ChancesAndPoints,
    /// The luck of its dice: what the rolls were worth more than the mean.
    pub(super) luck: ChancesAndPoints,
}

/// The mean of some numbers, and its standard error.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeanPoints {
    /// The mean, in points a game.
    pub(super) mean: f32,
    /// The standard error of the mean, in points a game, at least 0.0; `None` of less than two.
    pub(super) error: Option<f32>,
}

/// The sums of some numbers and of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct SumAndSquares {
    /// The sum of the numbers, in points.
    sum: f64,
    /// The sum of their squares, in points squared.
    squares: f64,
}

impl SumAndSquares {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean of the numbers, of which there are `count`, in points; 0.0 of none.
    fn mean(self, count: u64) -> f32 {
        (self.sum / count.max(1) as f64) as f32
    }

    /// The standard error of the mean as if all were drawn independently; `None` of less than two.
    fn error(self, count: u64) -> Option<f32> {
        if count < 2 {
            return None;
        }
        let Self { sum, squares } = self;
        let count = count as f64;
        let variance = (squares - sum * sum / count) / (count - 1.0);
        Some((variance.max(0.0) / count).sqrt() as f32)
    }
}

/// Sums over the games of one position, added in the order of their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TrialSums {
    /// Games added so far.
    games: u64,
    /// Sums of the chances of each game in the order of [`Probabilities`], the luck subtracted.
    chances: [f64; 5],
    /// Points at the present cube, the luck of the dice subtracted.
    points_without_luck: SumAndSquares,
    /// Points at the present cube, the luck of the dice included.
    with_luck: SumAndSquares,
}

impl TrialSums {
    /// Adds the result of one game.
    pub(super) fn add(&mut self, trial: &TrialResult) {
        let value = trial.value.plus(trial.luck, -1.0);
        self.games += 1;
        self.chances.iter_mut().zip(value.chances).for_each(|(sum, chance)| *sum += chance);
        self.points_without_luck.add(value.points);
        self.with_luck.add(trial.value.points);
    }

    /// How many games have been added.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    /// The mean points of a game with variance reduction, for the same side as those of the games.
    pub(super) fn points(&self) -> f32 {
        self.points_without_luck.mean(self.games)
    }

    /// The mean chances with variance reduction: within 0.0 to 1.0 even where that overshoots.
    pub(super) fn chances(&self) -> Probabilities {
        let mean = |sum: f64| (sum / self.games.max(1) as f64).clamp(0.0, 1.0) as f32;
        Probabilities::from_array(self.chances.map(mean)).bounded()
    }

    /// How many games, and the standard error of [`Self::points`].
    pub(super) fn sample(&self) -> Sample {
        Sample { games: self.games, error: self.points_without_luck.error(self.games) }
    }

    /// The mean points of a game without variance reduction.
    pub(super) fn points_with_luck(&self) -> MeanPoints {
        let Self { games, with_luck, .. } = *self;
        MeanPoints { mean: with_luck.mean(games), error: with_luck.error(games) }
    }
}

#[cfg(test)]
mod tests {
    use super::{ChancesAndPoints, MeanPoints, TrialResult, TrialSums};
    use crate::games::backgammon::eval::Probabilities;

    #[test]
    fn means_and_errors_are_those_of_the_textbook() {
        let mut tally = TrialSums::default();
        for (points, luck) in [(1.0, 0.5), (-1.0, -0.5), (2.0, 1.0), (-2.0, -3.0)] {
            let value = |points| ChancesAndPoints::new(Probabilities::without_gammons(0.5), points);
            tally.add(&TrialResult { value: value(points), luck: value(luck) });
        }
        // Without luck 0.5, −0.5, 1, 1: mean 0.5, variance 0.5 of three degrees of freedom.
        assert!((tally.points() - 0.5).abs() < 1e-6);
        assert!((tally.sample().error.unwrap() - (0.5_f32 / 4.0).sqrt()).abs() < 1e-6);
        let MeanPoints { mean, error } = tally.points_with_luck();
        let expected = (10.0_f32 / 3.0 / 4.0).sqrt();
        assert!(mean.abs() < 1e-6 && (error.unwrap() - expected).abs() < 1e-6);
        assert_eq!((tally.games(), TrialSums::default().sample().error), (4, None));
    }
}
