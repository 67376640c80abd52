//! A roll of two dice: the 21 distinct ones and their weights; and a move: the steps of a checker
//! play, or an action at the cube.

use super::{BAR, OFF};
use crate::base::bits_hashes_and_random_numbers::{DIE_SIDES, ORDERED_ROLLS};
use crate::game::DiceError;

/// A roll of two dice; their order does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    /// The larger die, 1 to 6.
    high: u8,
    /// The smaller die, 1 to 6; the same as the larger in a double.
    low: u8,
}

impl Roll {
    /// How many rolls there are if the order of the dice does not count: 21.
    pub(crate) const DISTINCT_COUNT: usize = Self::UNEQUAL_COUNT + DIE_SIDES as usize;
    /// How many of them are no doubles: 15.
    pub(crate) const UNEQUAL_COUNT: usize = (DIE_SIDES * (DIE_SIDES - 1) / 2) as usize;

    /// Every distinct roll: 11, 21, 22, 31, … 66.
    pub const ALL: [Self; Self::DISTINCT_COUNT] = {
        let mut all = [Self { high: 1, low: 1 }; Self::DISTINCT_COUNT];
        let mut index = 1;
        while index < Self::DISTINCT_COUNT {
            let Self { high, low } = all[index - 1];
            all[index] = if low < high {
                Self { high, low: low + 1 }
            } else {
                Self { high: high + 1, low: 1 }
            };
            index += 1;
        }
        all
    };

    /// How many rolls there are if the order of the dice counts: the sum of all weights.
    pub const ORDERED_COUNT: u32 = ORDERED_ROLLS as u32;

    /// The roll of these two dice, in either order.
    ///
    /// # Errors
    /// [`DiceError::Value`] naming the first die that is not 1 to 6.
    pub const fn new(a: u8, b: u8) -> Result<Self, DiceError> {
        match (a, b) {
            (1..=6, 1..=6) if a > b => Ok(Self { high: a, low: b }),
            (1..=6, 1..=6) => Ok(Self { high: b, low: a }),
            (1..=6, _) => Err(DiceError::Value(b)),
            _ => Err(DiceError::Value(a)),
        }
    }

    /// The larger die.
    #[inline]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller die; the same as the larger in a double.
    #[inline]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice are the same.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// How many of the 36 ordered rolls this is: 1 for a double, else 2.
    pub const fn weight(self) -> u64 {
        if self.is_double() { 1 } else { 2 }
    }

    /// The probability of this roll: 1/36 for a double, else 2/36.
    pub const fn probability(self) -> f32 {
        self.weight() as f32 / Self::ORDERED_COUNT as f32
    }
}

/// One decision of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Roll the dice instead of turning the cube.
    Roll,
    /// Offer the cube at twice its value.
    Double,
    /// Accept the offered cube.
    Take,
    /// Give up the game for the value of the cube before it was offered.
    Drop,
    /// Accept, turn the cube once more and keep it (money play).
    Beaver,
    /// Play the dice; no steps at all is the forced `pass`.
    Checkers(Steps),
}

impl Move {
    /// The moves that are written as one word, with the word.
    pub(crate) const WORDS: [(&'static str, Self); 6] = [
        ("roll", Self::Roll),
        ("double", Self::Double),
        ("take", Self::Take),
        ("drop", Self::Drop),
        ("beaver", Self::Beaver),
        ("pass", Self::Checkers(Steps::NONE)),
    ];
}

/// One checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Where the checker is: point 1 to 24, or [`BAR`].
    pub from: u8,
    /// The die that moves it, 1 to 6; larger than `from` when it bears off from a lower point.
    pub die: u8,
}

impl Step {
    /// Where the checker goes: a point, or [`OFF`].
    #[inline]
    pub const fn to(self) -> u8 {
        self.from.saturating_sub(self.die)
    }
}

/// Up to four steps of one play, in the order they are made.
///
/// A byte a step, `from × 8 + die`, the first step in the top byte; comparing two values
/// compares their steps one after another.
///
/// # Examples
/// ```
/// use parlour::games::backgammon::{Step, Steps};
/// let steps = Steps::NONE.with(Step { from: 8, die: 3 }).with(Step { from: 6, die: 1 });
/// assert_eq!(steps.to_string(), "8/5,6/5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Steps(u32);

impl Steps {
    /// No step: the forced pass.
    pub const NONE: Self = Self(0);

    /// These steps and one more; a fifth is dropped (checked in debug builds).
    #[inline]
    #[must_use]
    pub const fn with(self, step: Step) -> Self {
        debug_assert!(self.0.trailing_zeros() >= 8, "a play has four steps at most");
        let free = if self.0 == 0 { 24 } else { (self.0.trailing_zeros() & !7).saturating_sub(8) };
        Self(self.0 | (step.from as u32 * 8 + step.die as u32) << free)
    }

    /// The two steps of a play, in this order.
    #[inline]
    pub(super) const fn two(first: Step, then: Step) -> Self {
        let first = (first.from as u32 * 8 + first.die as u32) << 24;
        Self(first | (then.from as u32 * 8 + then.die as u32) << 16)
    }

    /// These steps from the highest point down, the larger die first on equal points.
    #[must_use]
    pub fn sorted(self) -> Self {
        let mut bytes = self.0.to_be_bytes();
        bytes.sort_unstable_by(|a, b| b.cmp(a));
        Self(u32::from_be_bytes(bytes))
    }

    /// How many steps there are, 0 to 4.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// Whether this is the forced pass.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The steps in the order they are made.
    pub fn iter(self) -> impl Iterator<Item = Step> {
        self.0
            .to_be_bytes()
            .into_iter()
            .take_while(|byte| *byte != 0)
            .map(|byte| Step { from: byte / 8, die: byte % 8 })
    }
}

impl std::fmt::Display for Steps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("pass");
        }
        for (index, step) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            match step.from {
                BAR => write!(f, "{comma}bar/")?,
                from => write!(f, "{comma}{from}/")?,
            }
            match step.to() {
                OFF => f.write_str("off")?,
                to => write!(f, "{to}")?,
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for Steps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, Steps};

    fn steps(of: &[(u8, u8)]) -> Steps {
        of.iter().fold(Steps::NONE, |all, &(from, die)| all.with(Step { from, die }))
    }

    #[test]
    fn steps_come_back_in_order() {
        let four = [(25, 4), (21, 4), (8, 4), (2, 4)];
        let back: Vec<_> = steps(&four).iter().map(|step| (step.from, step.die)).collect();
        assert_eq!(back, four);
        assert_eq!(steps(&four).to_string(), "bar/21,21/17,8/4,2/off");
        assert_eq!(steps(&[(1, 6), (1, 1)]).len(), 2);
    }

    #[test]
    fn order_is_by_point_then_die_step_by_step() {
        let falling = [
            steps(&[(24, 6), (18, 5)]),
            steps(&[(24, 5), (19, 6)]),
            steps(&[(24, 5), (13, 6)]),
            steps(&[(13, 6), (13, 5)]),
            Steps::NONE,
        ];
        assert!(falling.is_sorted_by(|a, b| a > b));
    }
}
