//! What a score is worth, and from where on a loss is doubtful, a mistake or a blunder.

use crate::host::GameHost;
use crate::search::Rating;

/// A value in the unit of its game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    unit: Unit,
    /// The value: a chance to win, 0.0 to 1.0, or points at the present cube.
    value: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Unit {
    /// Chance to win, a draw being half a win. The thresholds of losses are those of lichess.org,
    /// where they are 0.1, 0.2 and 0.3 on a scale from −1 to 1.
    Chance,
    /// Equity: 1 and −1 are a single game won and lost at the present cube. The thresholds are
    /// those of GNU Backgammon 1.07.
    Equity,
}

impl Unit {
    /// The least loss of each mark, the worst mark first.
    const fn marks(self) -> [(&'static str, f64); 3] {
        match self {
            Self::Chance => [("blunder", 0.15), ("mistake", 0.10), ("doubtful", 0.05)],
            Self::Equity => [("blunder", 0.12), ("mistake", 0.06), ("doubtful", 0.03)],
        }
    }
}

impl Worth {
    /// The worth of a score in the current position of a game whose estimates have this scale
    /// ([`crate::host::Description::winning_chance_scale`]); `None` for an estimate without a scale.
    pub(super) fn of(rating: Rating, game: &dyn GameHost, chance: Option<u32>) -> Option<Self> {
        match rating {
            Rating::Score(score) => {
                let value = match score.plies_to_end() {
                    Some(1..) => 1.0,
                    Some(_) => 0.0,
                    None => 1.0 / (1.0 + (-f64::from(score.value()) / f64::from(chance?)).exp()),
                };
                Some(Self { unit: Unit::Chance, value })
            }
            Rating::Equity(report) => {
                let value = normalised(report.equity.into(), game.stakes());
                Some(Self { unit: Unit::Equity, value })
            }
        }
    }

    /// The loss of a move of this worth against the best one, in its unit, 0 or more, and its mark.
    ///
    /// Both worths are for the side that moves.
    pub(super) fn loss(self, best: Self) -> (f64, Option<&'static str>) {
        let loss = (best.value - self.value).max(0.0);
        let is_reached = |least: f64| loss >= least - 1e-9;
        let mark = self.unit.marks().into_iter().find(|(_, least)| is_reached(*least));
        (loss, mark.map(|(mark, _)| mark))
    }
}

/// An equity on the scale on which 1 and −1 are a single game won and lost at the present cube.
///
/// Both are for the same side; `stakes` are those of `GameHost::stakes`.
fn normalised(equity: f64, stakes: Option<[f64; 4]>) -> f64 {
    let Some([won, lost, won_now, lost_now]) = stakes.filter(|[_, _, won, lost]| won > lost) else {
        return equity;
    };
    let value = f64::midpoint(won, lost) + equity * (won - lost) / 2.0;
    (2.0 * value - won_now - lost_now) / (won_now - lost_now)
}

#[cfg(test)]
mod tests {
    use super::{Unit, Worth, normalised};

    #[test]
    fn marks_begin_at_their_thresholds() {
        for (unit, losses) in [
            (Unit::Chance, [-0.1, 0.049, 0.05, 0.1, 0.15]),
            (Unit::Equity, [0.0, 0.029, 0.03, 0.06, 0.12]),
        ] {
            let best = Worth { unit, value: 0.7 };
            let mark = |loss: f64| Worth { unit, value: 0.7 - loss }.loss(best).1;
            let expected = [None, None, Some("doubtful"), Some("mistake"), Some("blunder")];
            assert_eq!(losses.map(mark), expected);
        }
        let (better, best) = [0.8, 0.7].map(|value| Worth { unit: Unit::Chance, value }).into();
        assert_eq!(better.loss(best), (0.0, None));
    }

    #[test]
    fn equities_are_normalised_to_the_cube() {
        // Money play at a cube of 2; a match that this game decides; one that is decided already.
        for (stakes, expected) in [
            (None, 0.4),
            (Some([1.0, -1.0, 2.0, -2.0]), 0.2),
            (Some([0.75, 0.25, 1.0, 0.0]), 0.2),
            (Some([0.5; 4]), 0.4),
        ] {
            assert!((normalised(0.4, stakes) - expected).abs() < 1e-9, "{stakes:?}");
        }
    }
}
