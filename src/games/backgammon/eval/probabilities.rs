//! The five probabilities of a game without a cube.

/// How a game ends without a cube, **for the side about to roll**.
///
/// Each 0.0 to 1.0, in this order: win, win a gammon, win a backgammon, lose a gammon, lose a
/// backgammon. A gammon counts the backgammons in, a win the gammons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Probabilities(pub [f32; 5]);

impl Probabilities {
    /// A word for each, as `info` and `eval` have them.
    pub const WORDS: [&'static str; 5] =
        ["win", "gammon", "backgammon", "lose_gammon", "lose_backgammon"];

    /// Expected points at a cube of 1 that nobody turns, −3.0 to 3.0.
    pub fn equity(self) -> f32 {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = self.0;
        2.0 * win - 1.0 + (gammon - lost_gammon) + (backgammon - lost_backgammon)
    }

    /// The same game for the other side.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = self.0;
        Self([1.0 - win, lost_gammon, lost_backgammon, gammon, backgammon])
    }

    /// The same with every greater victory at most as likely as the lesser one.
    #[must_use]
    pub const fn bounded(self) -> Self {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = self.0;
        let (gammon, lost_gammon) = (gammon.min(win), lost_gammon.min(1.0 - win));
        let (backgammon, lost) = (backgammon.min(gammon), lost_backgammon.min(lost_gammon));
        Self([win, gammon, backgammon, lost_gammon, lost])
    }

    /// A game that the side about to roll has lost for so many points, 1 to 3.
    pub const fn lost(points: u32) -> Self {
        let (gammon, backgammon) = (points > 1, points > 2);
        Self([0.0, 0.0, 0.0, gammon as u8 as f32, backgammon as u8 as f32])
    }

    /// The sum of both, the other weighted by `share`: for means over rolls.
    #[must_use]
    pub fn plus(self, other: Self, share: f32) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + share * other.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::Probabilities;

    #[test]
    fn equity_turns_its_sign_with_the_side() {
        let some = Probabilities([0.625, 0.25, 0.125, 0.125, 0.0]);
        assert!((some.equity() - 0.5).abs() < 1e-6);
        assert!((some.swapped().equity() + 0.5).abs() < 1e-6);
        assert_eq!(some.swapped().swapped(), some);
        assert!((Probabilities::lost(3).equity() + 3.0).abs() < 1e-6);
    }

    #[test]
    fn greater_victories_are_at_most_as_likely_as_lesser_ones() {
        let bounded = Probabilities([0.25, 0.5, 0.375, 0.875, 0.9]).bounded();
        assert_eq!(bounded, Probabilities([0.25, 0.25, 0.25, 0.75, 0.75]));
    }
}
