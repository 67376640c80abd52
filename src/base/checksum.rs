//! The checksum of the files with tables and weights.

/// FNV-1a of these bytes, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
///
/// # Examples
/// ```
/// use parlour::base::checksum::fnv_1a;
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
