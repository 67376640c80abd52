//! A roll of two dice: the 21 distinct ones and their weights.

use crate::game::DiceError;

/// A roll of two dice; their order does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// Every distinct roll: 11, 21, 22, 31, … 66.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: 1, low: 1 }; 21];
        let mut index = 1;
        while index < 21 {
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
}
