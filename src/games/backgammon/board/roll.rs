//! A roll of two dice: the 21 distinct ones and their weights.

use crate::base::random_numbers::{DIE_SIDES, ORDERED_ROLLS};
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
