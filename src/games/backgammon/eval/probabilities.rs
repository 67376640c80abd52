//! The five probabilities of a game without a cube, as GNU Backgammon's evaluation has them.

use crate::search::NamedProbability;

/// How a game ends without a cube: five **cumulative** probabilities, for one side.
///
/// Each is 0.0 to 1.0. A gammon includes the backgammons and a win includes the gammons, so
/// `win ≥ win_gammon ≥ win_backgammon` and `1 − win ≥ lose_gammon ≥ lose_backgammon`. The
/// probability to lose is `1 − win`. Evaluations take the point of view of the side about to roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Probabilities {
    /// To win: a plain win, a gammon or a backgammon.
    pub win: f32,
    /// To win a gammon or a backgammon.
    pub win_gammon: f32,
    /// To win a backgammon.
    pub win_backgammon: f32,
    /// To lose a gammon or a backgammon.
    pub lose_gammon: f32,
    /// To lose a backgammon.
    pub lose_backgammon: f32,
}

impl Probabilities {
    /// A word for each in the order of the fields, as `info` and `eval` write them.
    pub const WORDS: [&'static str; 5] =
        ["win", "gammon", "backgammon", "lose_gammon", "lose_backgammon"];

    /// From an array in the order of the fields; nothing is checked, see [`Self::bounded`].
    #[inline(always)]
    pub const fn from_array(
        [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; 5],
    ) -> Self {
        Self { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }

    /// The array in the order of the fields: what networks, files and reports have.
    #[inline(always)]
    pub const fn to_array(self) -> [f32; 5] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }

    /// Each with its word, as reports have them.
    pub(crate) fn named(self) -> [NamedProbability; 5] {
        let values = self.to_array();
        std::array::from_fn(|i| NamedProbability { name: Self::WORDS[i], value: values[i] })
    }

    /// A game without gammons, won with this probability.
    pub const fn without_gammons(win: f32) -> Self {
        Self::from_array([win, 0.0, 0.0, 0.0, 0.0])
    }

    /// A game that is over: the side about to roll has lost 1 to 3 points.
    pub const fn lost(points: u32) -> Self {
        let (gammon, backgammon) = (points > 1, points > 2);
        Self::from_array([0.0, 0.0, 0.0, gammon as u8 as f32, backgammon as u8 as f32])
    }

    /// From the chance to win and the mean points of a win and of a loss, 1.0 to 3.0 each.
    ///
    /// What is beyond two points comes from backgammons.
    pub(crate) fn from_mean_points(win: f32, won: f32, lost: f32) -> Self {
        let parts = |mean: f32| [(mean - 1.0).min(1.0), mean - 2.0];
        let [win_gammon, win_backgammon] = parts(won).map(|part| part * win);
        let [lose_gammon, lose_backgammon] = parts(lost).map(|part| part * (1.0 - win));
        Self { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }.bounded()
    }

    /// These probabilities, each limited to a range that makes sense.
    ///
    /// Each is within 0.0 to 1.0, and no greater victory is likelier than a lesser one.
    ///
    /// # Examples
    /// ```
    /// use parlour::games::backgammon::Probabilities;
    /// let bounded = Probabilities::from_array([0.5, 0.6, 0.0, 0.2, f32::NAN]).bounded();
    /// assert_eq!((bounded.win_gammon, bounded.lose_backgammon), (0.5, 0.0));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn bounded(self) -> Self {
        /// 0.0 to `most`; 0.0 also for what is not a number.
        #[inline(always)]
        const fn within(chance: f32, most: f32) -> f32 {
            if chance > 0.0 { chance.min(most) } else { 0.0 }
        }
        let win = within(self.win, 1.0);
        let win_gammon = within(self.win_gammon, win);
        let lose_gammon = within(self.lose_gammon, 1.0 - win);
        Self {
            win,
            win_gammon,
            win_backgammon: within(self.win_backgammon, win_gammon),
            lose_gammon,
            lose_backgammon: within(self.lose_backgammon, lose_gammon),
        }
    }

    /// The probabilities of the same game for the other side.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// Cubeless equity: expected points at a cube of 1 that is never turned, −3.0 to 3.0.
    ///
    /// For the side whose probabilities these are.
    pub const fn equity(self) -> f32 {
        2.0 * self.win - 1.0
            + (self.win_gammon - self.lose_gammon)
            + (self.win_backgammon - self.lose_backgammon)
    }

    /// The sum of both, the other multiplied by `share`: for means over rolls.
    #[must_use]
    pub fn plus(self, other: Self, share: f32) -> Self {
        let (sum, terms) = (self.to_array(), other.to_array());
        Self::from_array(std::array::from_fn(|i| sum[i] + share * terms[i]))
    }

    /// The shares of plain wins, gammons and backgammons among the wins; all plain if there are
    /// no wins. These three exclude each other and sum to 1.0.
    pub(crate) fn shares_of_wins(self) -> [f64; 3] {
        if self.win <= 0.0 {
            return [1.0, 0.0, 0.0];
        }
        let [gammons, backgammons] = [self.win_gammon, self.win_backgammon]
            .map(|chance| f64::from(chance) / f64::from(self.win));
        [1.0 - gammons, gammons - backgammons, backgammons]
    }
}

#[cfg(test)]
mod tests {
    use super::Probabilities;

    #[test]
    fn equity_changes_its_sign_with_the_side() {
        let some = Probabilities::from_array([0.625, 0.25, 0.125, 0.125, 0.0]);
        assert!((some.equity() - 0.5).abs() < 1e-6);
        assert!((some.swapped().equity() + 0.5).abs() < 1e-6);
        assert_eq!(some.swapped().swapped(), some);
        assert!((Probabilities::lost(3).equity() + 3.0).abs() < 1e-6);
        assert!((Probabilities::without_gammons(0.6).equity() - 0.2).abs() < 1e-6);
    }

    #[test]
    fn greater_victories_are_at_most_as_likely_as_lesser_ones() {
        let bounded = Probabilities::from_array([0.25, 0.5, 0.375, 0.875, 0.9]).bounded();
        assert_eq!(bounded, Probabilities::from_array([0.25, 0.25, 0.25, 0.75, 0.75]));
        let outside = Probabilities::from_array([1.5, -0.5, 0.0, 0.5, f32::NAN]).bounded();
        assert_eq!(outside, Probabilities::without_gammons(1.0));
    }

    #[test]
    fn shares_of_wins_sum_to_one() {
        let hopeless = Probabilities::default().shares_of_wins();
        assert!(hopeless[0] > 0.999 && hopeless[1] + hopeless[2] < 1e-9);
        let shares = Probabilities::from_array([0.5, 0.25, 0.125, 0.0, 0.0]).shares_of_wins();
        assert!(shares.iter().zip([0.5, 0.25, 0.25]).all(|(a, b)| (a - b).abs() < 1e-9));
    }

    #[test]
    fn mean_points_become_probabilities() {
        let found = Probabilities::from_mean_points(0.5, 1.5, 2.5).to_array();
        assert_eq!(found.map(f32::to_bits), [0.5, 0.25, 0.0, 0.5, 0.25_f32].map(f32::to_bits));
    }
}
