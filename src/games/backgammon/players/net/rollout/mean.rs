//! What games come to: chances and points, and their mean over many.

use crate::games::backgammon::eval::Probabilities;
use crate::search::Sample;

/// Chances and points of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Value {
    pub(super) chances: [f64; 5],
    pub(super) points: f64,
}

impl Value {
    pub(super) fn new(chances: Probabilities, points: f32) -> Self {
        Self { chances: chances.to_array().map(f64::from), points: f64::from(points) }
    }

    /// The sum of both, the other weighted by `share`.
    #[must_use]
    pub(super) fn plus(self, other: Self, share: f64) -> Self {
        Self {
            chances: std::array::from_fn(|i| self.chances[i] + share * other.chances[i]),
            points: self.points + share * other.points,
        }
    }
}

/// How one game went, for the side that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Trial {
    /// As the dice made it end.
    pub(super) plain: Value,
    /// What of that came by better dice than the mean.
    pub(super) luck: Value,
}

/// Sums over games, in the order of their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    games: u64,
    /// Without luck.
    sum: Value,
    squares: f64,
    plain: [f64; 2],
}

impl Tally {
    pub(super) fn add(&mut self, trial: &Trial) {
        let value = trial.plain.plus(trial.luck, -1.0);
        self.games += 1;
        self.sum = self.sum.plus(value, 1.0);
        self.squares += value.points * value.points;
        self.plain[0] += trial.plain.points;
        self.plain[1] += trial.plain.points * trial.plain.points;
    }

    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    /// The mean points of a game, its luck taken out.
    pub(super) fn points(&self) -> f32 {
        (self.sum.points / self.games.max(1) as f64) as f32
    }

    /// The mean chances, the luck taken out: within 0.0 to 1.0 even where that overshoots.
    pub(super) fn chances(&self) -> Probabilities {
        let mean = |sum: f64| (sum / self.games.max(1) as f64).clamp(0.0, 1.0) as f32;
        Probabilities::from_array(self.sum.chances.map(mean)).bounded()
    }

    /// How many games, and the standard error of [`Self::points`].
    pub(super) fn sample(&self) -> Sample {
        Sample { games: self.games, error: self.error(self.sum.points, self.squares) }
    }

    /// Mean and standard error of the points with the luck left in.
    pub(super) fn plain(&self) -> (f32, f32) {
        let [sum, squares] = self.plain;
        ((sum / self.games.max(1) as f64) as f32, self.error(sum, squares))
    }

    /// The standard error of a mean as if all games were drawn apart; 0.0 of less than two.
    fn error(&self, sum: f64, squares: f64) -> f32 {
        let games = self.games as f64;
        if self.games < 2 {
            return 0.0;
        }
        let variance = (squares - sum * sum / games) / (games - 1.0);
        (variance.max(0.0) / games).sqrt() as f32
    }
}

#[cfg(test)]
mod tests {
    use super::{Tally, Trial, Value};
    use crate::games::backgammon::eval::Probabilities;

    #[test]
    fn means_and_errors_are_those_of_the_textbook() {
        let mut tally = Tally::default();
        for (points, luck) in [(1.0, 0.5), (-1.0, -0.5), (2.0, 1.0), (-2.0, -3.0)] {
            let value = |points| Value::new(Probabilities::without_gammons(0.5), points);
            tally.add(&Trial { plain: value(points), luck: value(luck) });
        }
        // Without luck 0.5, −0.5, 1, 1: mean 0.5, variance 0.5 of three degrees of freedom.
        assert!((tally.points() - 0.5).abs() < 1e-6);
        assert!((tally.sample().error - (0.5_f32 / 4.0).sqrt()).abs() < 1e-6);
        let (mean, error) = tally.plain();
        assert!(mean.abs() < 1e-6 && (error - (10.0_f32 / 3.0 / 4.0).sqrt()).abs() < 1e-6);
        assert_eq!((tally.games(), Tally::default().sample().error), (4, 0.0));
    }
}
