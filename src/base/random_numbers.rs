//! Seeded random numbers and dice, which are the same on every machine.

use super::hash::{GOLDEN_GAMMA, mix};

/// The numbers on a die: 1 to this.
pub const DIE_SIDES: u8 = 6;
/// Rolls of two dice, their order counted: 36.
pub const ORDERED_ROLLS: u64 = DIE_SIDES as u64 * DIE_SIDES as u64;

/// The `SplitMix64` generator (Steele, Lea and Flood 2014), public-domain constants.
///
/// # Examples
/// ```
/// use parlour::base::SplitMix64;
/// let mut random = SplitMix64::new(0);
/// assert_eq!(random.next(), 0xE220_A839_7B1D_CDAF);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    /// The number from which the next one is made; every state occurs once in 2⁶⁴ numbers.
    state: u64,
}

impl SplitMix64 {
    /// A generator that repeats itself for the same seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The generator for number `index` of the stream `seed`, without drawing those before it.
    pub const fn at(seed: u64, index: u64) -> Self {
        Self::new(mix(mix(seed.wrapping_add(GOLDEN_GAMMA)) ^ index))
    }

    /// The next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN_GAMMA);
        mix(self.state)
    }

    /// A number in `0..bound`, each equally likely (rejection, so without bias).
    ///
    /// # Panics
    /// In debug builds if `bound` is 0.
    pub const fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0, "there is no number below zero");
        let limit = u64::MAX - (u64::MAX % bound + 1) % bound;
        loop {
            let drawn = self.next();
            if drawn <= limit {
                return drawn % bound;
            }
        }
    }

    /// Two dice, 1 to 6 each: `d = below(36)` is split into `d / 6 + 1` and `d % 6 + 1`.
    ///
    /// With `unequal` the draw is repeated until the two differ, as for an opening roll.
    pub const fn dice(&mut self, unequal: bool) -> (u8, u8) {
        loop {
            let drawn = self.below(ORDERED_ROLLS) as u8;
            let (a, b) = (drawn / DIE_SIDES + 1, drawn % DIE_SIDES + 1);
            if a != b || !unequal {
                return (a, b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    #[test]
    fn dice_are_fair_within_five_sigma() {
        let mut counts = [0_i32; 36];
        for index in 0..360_000 {
            let (a, b) = SplitMix64::at(7, index).dice(false);
            counts[usize::from(a - 1) * 6 + usize::from(b - 1)] += 1;
        }
        assert!(counts.iter().all(|n| (n - 10_000).abs() < 500), "{counts:?}");
    }

    #[test]
    fn opening_rolls_are_never_doubles() {
        assert!((0..1_000).all(|k| {
            let (a, b) = SplitMix64::at(1, k).dice(true);
            a != b
        }));
    }
}
