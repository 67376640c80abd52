//! Sums over many places, each of which adds the limited sum of four rows: the sparse first layer of a
//! network, updated where a row of a place changes.

use super::wide_registers_and_layer_products::CacheLine;

/// A row of the layer.
pub type Row32 = CacheLine<[i16; 32]>;

/// A change at a place: three rows that stay, the old fourth row and the new one.
pub type RowChange = [u16; 5];

/// Changes the sums for places of which one row has changed.
///
/// For each place its limited old sum is subtracted, and its limited new sum is added.
///
/// The sum of four rows, 0 to `LIMIT` after it is limited, is rounded to a multiple of 2 to the
/// power of `SHIFT` and divided by it. Sums wrap around, the same on every processor.
///
/// # Panics
/// If there is no row of a number.
#[inline]
pub fn change_clipped_row_sums<const LIMIT: i16, const SHIFT: i32>(
    sums: &mut [u16; 32],
    rows: &[Row32],
    changes: &[RowChange],
) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it knows these instructions.
        #[expect(
            unsafe_code,
            reason = "left to the compiler these loops stay scalar, at half the speed"
        )]
        return unsafe { wide::change::<LIMIT, SHIFT>(sums, rows, changes) };
    }
    change_one_by_one::<LIMIT, SHIFT>(sums, rows, changes);
}

fn change_one_by_one<const LIMIT: i16, const SHIFT: i32>(
    sums: &mut [u16; 32],
    rows: &[Row32],
    changes: &[RowChange],
) {
    for change in changes {
        let [a, b, c, old, new] = change.map(|number| &rows[usize::from(number)].0);
        for at in 0..32 {
            let base = a[at].wrapping_add(b[at]).wrapping_add(c[at]);
            let limited = |row: &[i16; 32]| {
                let sum = base.wrapping_add(row[at]).clamp(0, LIMIT);
                ((sum + (1 << (SHIFT - 1))) >> SHIFT).cast_unsigned()
            };
            sums[at] = sums[at].wrapping_sub(limited(old)).wrapping_add(limited(new));
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_loadu_si256, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_set1_epi16, _mm256_setzero_si256, _mm256_srli_epi16, _mm256_storeu_si256,
        _mm256_sub_epi16,
    };

    use super::{Row32, RowChange};

    /// Sixteen numbers a register.
    #[target_feature(enable = "avx2")]
    pub(super) fn change<const LIMIT: i16, const SHIFT: i32>(
        sums: &mut [u16; 32],
        rows: &[Row32],
        changes: &[RowChange],
    ) {
        let halves = sums.as_chunks_mut::<16>().0;
        let mut totals = [load(&halves[0]), load(&halves[1])];
        for change in changes {
            let [a, b, c, old, new] = [
                row(rows, change[0]),
                row(rows, change[1]),
                row(rows, change[2]),
                row(rows, change[3]),
                row(rows, change[4]),
            ];
            for half in 0..2 {
                let base = _mm256_add_epi16(_mm256_add_epi16(a[half], b[half]), c[half]);
                let old = limited::<LIMIT, SHIFT>(_mm256_add_epi16(base, old[half]));
                let new = limited::<LIMIT, SHIFT>(_mm256_add_epi16(base, new[half]));
                totals[half] = _mm256_add_epi16(totals[half], _mm256_sub_epi16(new, old));
            }
        }
        store(&mut halves[0], totals[0]);
        store(&mut halves[1], totals[1]);
    }

    #[target_feature(enable = "avx2")]
    fn limited<const LIMIT: i16, const SHIFT: i32>(sums: __m256i) -> __m256i {
        let sums = _mm256_min_epi16(sums, _mm256_set1_epi16(LIMIT));
        let sums = _mm256_max_epi16(sums, _mm256_setzero_si256());
        _mm256_srli_epi16::<SHIFT>(_mm256_add_epi16(sums, _mm256_set1_epi16(1 << (SHIFT - 1))))
    }

    #[target_feature(enable = "avx2")]
    fn row(rows: &[Row32], number: u16) -> [__m256i; 2] {
        let halves = rows[usize::from(number)].0.as_chunks::<16>().0;
        [load(&halves[0]), load(&halves[1])]
    }

    #[target_feature(enable = "avx2")]
    fn load<T>(numbers: &[T; 16]) -> __m256i {
        const { assert!(size_of::<[T; 16]>() == 32) };
        // SAFETY: 32 bytes are read, which are there, and any bits will do.
        #[expect(unsafe_code, reason = "the standard library has no safe name for it")]
        unsafe {
            _mm256_loadu_si256(std::ptr::from_ref(numbers).cast())
        }
    }

    #[target_feature(enable = "avx2")]
    fn store(sums: &mut [u16; 16], totals: __m256i) {
        // SAFETY: 32 bytes are written, which are the caller's, and any bits are whole numbers.
        #[expect(unsafe_code, reason = "the standard library has no safe name for it")]
        unsafe {
            _mm256_storeu_si256(std::ptr::from_mut(sums).cast(), totals);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CacheLine, Row32, RowChange, change_clipped_row_sums, change_one_by_one};
    use crate::base::SplitMix64;

    #[test]
    fn wide_registers_give_the_same_bits() {
        let mut random = SplitMix64::new(1);
        let mut number = |most: u64| random.below(most);
        for range in [300_u64, 3_000, 65_536] {
            let row = |_| {
                CacheLine(std::array::from_fn(|_| (number(range) as i32 - range as i32 / 2) as i16))
            };
            let rows: Vec<Row32> = (0..50).map(row).collect();
            let change = |_| std::array::from_fn(|_| number(50) as u16);
            let changes: Vec<RowChange> = (0..400).map(change).collect();
            let (mut fast, mut slow) = ([7; 32], [7; 32]);
            for part in changes.chunks(33) {
                change_clipped_row_sums::<1_016, 3>(&mut fast, &rows, part);
                change_one_by_one::<1_016, 3>(&mut slow, &rows, part);
                assert_eq!(fast, slow);
            }
        }
    }
}
