//! The bits of a word.

/// The positions of the set bits of a word, lowest first.
///
/// # Examples
/// ```
/// let ones: Vec<u32> = parlour::base::bits::ones(0b1010_0001).collect();
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
