//! The values of positions in games without dice: exact integers.

use std::ops::Neg;

use super::number_with_noun;

/// The value of a position in a game without dice, **for the side to move**.
///
/// Ordered: a quicker win is greater, a later loss is greater. Three ranges share one integer:
///
/// ```text
/// -30000 ..= -28000   lost in (30000 + score) plies
/// -27999 ..=  27999   an estimate in hundredths; 0 is level
///  28000 ..=  30000   won in (30000 - score) plies
/// ```
///
/// # Examples
/// ```
/// use parlour::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::loss_in(4) > Score::loss_in(2));
/// assert_eq!((-Score::win_in(3)).plies_to_end(), Some(-3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A level game, and the value of every draw.
    pub const ZERO: Self = Self(0);
    /// Above every score that can occur.
    pub const INFINITE: Self = Self(32_000);
    /// The longest win or loss that a score can hold, in plies.
    pub const LONGEST: i32 = 2_000;
    /// A win in 0 plies.
    const WIN: i32 = 30_000;
    /// The least score that is a proved win.
    pub(crate) const LEAST_WIN: i32 = Self::WIN - Self::LONGEST;

    /// The side to move wins in `plies` plies (clamped to 0..=[`Self::LONGEST`]).
    pub const fn win_in(plies: i32) -> Self {
        Self(Self::WIN - clamp(plies, 0, Self::LONGEST))
    }

    /// The side to move loses in `plies` plies (clamped to 0..=[`Self::LONGEST`]).
    pub const fn loss_in(plies: i32) -> Self {
        Self(clamp(plies, 0, Self::LONGEST) - Self::WIN)
    }

    /// An estimate in hundredths of whatever the game counts, clamped to ±27,999.
    pub const fn centi(value: i32) -> Self {
        Self(clamp(value, 1 - Self::LEAST_WIN, Self::LEAST_WIN - 1))
    }

    /// The integer, for tables and arithmetic.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score of an integer that [`Self::value`] returned.
    #[inline]
    pub const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// Plies to the end of a decided game, negative when losing; `None` for an estimate.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 >= Self::LEAST_WIN {
            Some(Self::WIN - self.0)
        } else if self.0 <= -Self::LEAST_WIN {
            Some(-Self::WIN - self.0)
        } else {
            None
        }
    }

    /// How a decided game ends, in words; `None` for an estimate.
    ///
    /// # Examples
    /// ```
    /// use parlour::Score;
    /// assert_eq!(Score::win_in(1).ending().as_deref(), Some("wins in 1 ply"));
    /// assert_eq!(Score::ZERO.ending(), None);
    /// ```
    pub fn ending(self) -> Option<String> {
        self.ending_with("")
    }

    /// How a decided game ends, in words, of a bound: the game may end sooner.
    ///
    /// # Examples
    /// ```
    /// use parlour::Score;
    /// let text = Score::loss_in(4).ending_or_sooner();
    /// assert_eq!(text.as_deref(), Some("loses in 4 plies or sooner against best play"));
    /// ```
    pub fn ending_or_sooner(self) -> Option<String> {
        self.ending_with(" or sooner")
    }

    fn ending_with(self, after_plies: &str) -> Option<String> {
        let plies = number_with_noun(self.plies_to_end()?.unsigned_abs(), "ply");
        Some(if self > Self::ZERO {
            format!("wins in {plies}{after_plies}")
        } else {
            format!("loses in {plies}{after_plies} against best play")
        })
    }

    /// The score as solvers of games that fill cells print it, in stones left.
    ///
    /// +k if the side to move wins with its k-th last stone, −k if it loses so, 0 for a draw; `empty`
    /// is the number of empty cells. `None` for an estimate: a level score is one unless it
    /// `is_exact`.
    ///
    /// # Examples
    /// ```
    /// use parlour::Score;
    /// // Of 42 cells: the first player wins with the 41st stone, its last.
    /// assert_eq!(Score::win_in(41).stones_left(true, 42), Some(1));
    /// assert_eq!(Score::ZERO.stones_left(true, 42), Some(0));
    /// ```
    pub fn stones_left(self, is_exact: bool, empty: u32) -> Option<i64> {
        let cells = i64::from(empty);
        match self.plies_to_end() {
            None => (is_exact && self == Self::ZERO).then_some(0),
            Some(plies) if self > Self::ZERO => Some((cells + 2 - i64::from(plies)) / 2),
            Some(plies) => Some(-((cells + 2 + i64::from(plies)) / 2)),
        }
    }

    /// This result seen one ply earlier: wins and losses take one ply more.
    #[inline]
    #[must_use]
    pub const fn seen_one_ply_before(self) -> Self {
        if self.0 >= Self::LEAST_WIN {
            Self(self.0 - 1)
        } else if self.0 <= -Self::LEAST_WIN {
            Self(self.0 + 1)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

const fn clamp(value: i32, least: i32, most: i32) -> i32 {
    if value < least {
        least
    } else if value > most {
        most
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn quicker_wins_and_later_losses_are_greater() {
        let falling = [
            Score::win_in(1),
            Score::win_in(2_000),
            Score::centi(1_000_000),
            Score::ZERO,
            Score::centi(-1_000_000),
            Score::loss_in(2_000),
            Score::loss_in(0),
        ];
        assert!(falling.is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn stones_left_are_the_solvers_scores() {
        assert_eq!(Score::win_in(41).stones_left(true, 42), Some(1));
        assert_eq!(Score::loss_in(40).stones_left(true, 41), Some(-1));
        assert_eq!(Score::win_in(1).stones_left(true, 42 - 6), Some(18));
        assert_eq!(Score::ZERO.stones_left(true, 7), Some(0));
        assert_eq!(Score::ZERO.stones_left(false, 7), None);
        assert_eq!(Score::centi(3).stones_left(false, 7), None);
    }

    #[test]
    fn estimates_are_never_taken_for_proofs() {
        assert_eq!(Score::centi(i32::MAX).plies_to_end(), None);
        assert_eq!(Score::centi(i32::MIN).plies_to_end(), None);
        assert_eq!(Score::loss_in(0).plies_to_end(), Some(0));
    }
}
