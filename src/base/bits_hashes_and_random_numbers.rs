//! 64-bit words: their bits, hashes of them and of bytes, and seeded random numbers, which are the same
//! on every machine.

/// The positions of the set bits of a word, lowest first.
///
/// # Examples
/// ```
/// let ones: Vec<u32> = parlour::base::bits_hashes_and_random_numbers::ones(0b1010_0001).collect();
/// assert_eq!(ones, [0, 5, 7]);
/// ```
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

/// The length of the longest run of set bits.
#[inline(always)]
pub const fn longest_run(mut bits: u32) -> u8 {
    let mut length = 0;
    while bits != 0 {
        bits &= bits << 1;
        length += 1;
    }
    length
}

/// FNV-1a of these bytes, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
///
/// # Examples
/// ```
/// use parlour::base::bits_hashes_and_random_numbers::fnv_1a;
/// assert_eq!(fnv_1a(b""), 0xCBF2_9CE4_8422_2325);
/// assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_F739_67E8);
/// ```
pub fn fnv_1a<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> u64 {
    /// The published value of no bytes.
    const OFFSET_BASIS: u64 = 0xCBF2_9CE4_8422_2325;
    /// The published prime.
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(PRIME);
    bytes.into_iter().fold(OFFSET_BASIS, step)
}

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

/// 2⁶⁴ divided by the golden ratio, rounded to an odd number.
///
/// The step of [`SplitMix64`] from one state to the next, and the multiplier of Fibonacci hashing
/// (Knuth, The Art of Computer Programming, volume 3, section 6.4).
pub const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finalizer of the generator; also a good hash of a small integer.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
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
