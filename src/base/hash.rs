//! Hashes of words and of bytes, which are the same on every machine.

/// FNV-1a of these bytes, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
///
/// # Examples
/// ```
/// use parlour::base::hash::fnv_1a;
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

/// 2⁶⁴ divided by the golden ratio, rounded to an odd number.
///
/// The step of [`SplitMix64`](super::SplitMix64) from one state to the next, and the multiplier of Fibonacci hashing
/// (Knuth, The Art of Computer Programming, volume 3, section 6.4).
pub const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finalizer of the generator; also a good hash of a small integer.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
