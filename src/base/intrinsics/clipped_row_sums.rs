//! Sums over many places, each of which adds the limited sum of four rows: the sparse first layer of a
//! network, updated where a row of a place changes.

use super::wide_registers_and_layer_products::{CacheLine, with_wide_registers};

/// A row of the layer.
pub type Row32 = CacheLine<[i16; CHANNELS]>;

/// Numbers in a row: a register of 512 bits.
const CHANNELS: usize = 32;

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
pub fn change_clipped_row_sums<const LIMIT: i16, const SHIFT: u32>(
    sums: &mut [u16; CHANNELS],
    rows: &[Row32],
    changes: &[RowChange],
) {
    with_wide_registers(
        #[inline(always)]
        || {
            let mut totals = *sums;
            for change in changes {
                let [a, b, c, old, new] = change.map(|number| rows[usize::from(number)].0);
                let base = each(each(a, b, i16::wrapping_add), c, i16::wrapping_add);
                let (old, new) =
                    (limited::<LIMIT, SHIFT>(base, old), limited::<LIMIT, SHIFT>(base, new));
                totals = each(each(totals, new, u16::wrapping_add), old, u16::wrapping_sub);
            }
            *sums = totals;
        },
    );
}

/// The limited, rounded sums of three rows and a fourth.
#[inline(always)]
fn limited<const LIMIT: i16, const SHIFT: u32>(
    base: [i16; CHANNELS],
    row: [i16; CHANNELS],
) -> [u16; CHANNELS] {
    let sums = each(base, row, |base, number| base.wrapping_add(number).min(LIMIT).max(0));
    let mut rounded = [0; CHANNELS];
    for (rounded, sum) in rounded.iter_mut().zip(sums) {
        *rounded = (sum.cast_unsigned() + (1 << (SHIFT - 1))) >> SHIFT;
    }
    rounded
}

/// A function of two numbers, for each channel.
///
/// Written in this way the compiler keeps a row in one register.
#[inline(always)]
fn each<T: Copy>(
    mut one: [T; CHANNELS],
    other: [T; CHANNELS],
    function: impl Fn(T, T) -> T,
) -> [T; CHANNELS] {
    for (one, other) in one.iter_mut().zip(other) {
        *one = function(*one, other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::{CHANNELS, CacheLine, Row32, RowChange, change_clipped_row_sums};
    use crate::base::SplitMix64;

    #[test]
    fn sums_are_those_of_one_number_after_the_other() {
        let mut random = SplitMix64::new(1);
        let mut number = |most: u64| random.below(most);
        for range in [300_u64, 3_000, 65_536] {
            let row = |_| {
                CacheLine(std::array::from_fn(|_| (number(range) as i32 - range as i32 / 2) as i16))
            };
            let rows: Vec<Row32> = (0..50).map(row).collect();
            let change = |_| std::array::from_fn(|_| number(50) as u16);
            let changes: Vec<RowChange> = (0..400).map(change).collect();
            let (mut fast, mut slow) = ([7; CHANNELS], [7_u16; CHANNELS]);
            for part in changes.chunks(33) {
                change_clipped_row_sums::<1_016, 3>(&mut fast, &rows, part);
                for (at, sum) in slow.iter_mut().enumerate() {
                    for [a, b, c, old, new] in part.iter().copied() {
                        let limited = |last: u16| {
                            let numbers = [a, b, c, last].map(|row| rows[usize::from(row)].0[at]);
                            let sum = numbers.into_iter().fold(0, i16::wrapping_add);
                            (sum.clamp(0, 1_016).cast_unsigned() + 4) / 8
                        };
                        *sum = sum.wrapping_sub(limited(old)).wrapping_add(limited(new));
                    }
                }
                assert_eq!(fast, slow);
            }
        }
    }
}
