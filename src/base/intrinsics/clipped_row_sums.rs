//! Sums over the places of a region, each of which adds the limited sum of four rows: the sparse first
//! layer of a network, updated where a row of a place changes.

use super::wide_registers_and_layer_products::{CacheLine, with_wide_registers};

/// A row of the layer.
pub type Row32 = CacheLine<[i16; CHANNELS]>;

/// Numbers in a row: a register of 512 bits.
const CHANNELS: usize = 32;

/// A change at a place.
///
/// It is the region, three rows that stay, the old fourth row and the new one.
pub type RowChange = [u16; 6];

/// Writes the sums of regions after one row of each of these places has changed.
///
/// For each place its limited old sum is subtracted from the sums of its region, and its limited new
/// sum is added.
///
/// The sum of four rows, 0 to `LIMIT` after it is limited, is rounded to a multiple of 2 to the
/// power of `SHIFT` and divided by it. Sums wrap around, the same on every processor.
///
/// # Panics
/// If there is no row or no region of a number.
#[inline]
pub fn change_clipped_row_sums<const LIMIT: i16, const SHIFT: u32, const REGIONS: usize>(
    sums: &[[i16; CHANNELS]; REGIONS],
    rows: &[Row32],
    changes: &[RowChange],
    after: &mut [[i16; CHANNELS]; REGIONS],
) {
    with_wide_registers(
        #[inline(always)]
        || {
            // Changes of a region often follow one another. With two sums in turn they wait less.
            let mut parts = [[[0; CHANNELS]; REGIONS]; 2];
            for (number, [region, places @ ..]) in changes.iter().enumerate() {
                let [a, b, c, old, new] = places.map(|number| rows[usize::from(number)].0);
                let base = each(each(a, b, i16::wrapping_add), c, i16::wrapping_add);
                let (old, new) =
                    (limited::<LIMIT, SHIFT>(base, old), limited::<LIMIT, SHIFT>(base, new));
                let part = &mut parts[number % 2][usize::from(*region)];
                *part = each(*part, each(new, old, i16::wrapping_sub), i16::wrapping_add);
            }
            for region in 0..REGIONS {
                let change = each(parts[0][region], parts[1][region], i16::wrapping_add);
                after[region] = each(sums[region], change, i16::wrapping_add);
            }
        },
    );
}

/// The limited, rounded sums of three rows and a fourth.
#[inline(always)]
fn limited<const LIMIT: i16, const SHIFT: u32>(
    base: [i16; CHANNELS],
    row: [i16; CHANNELS],
) -> [i16; CHANNELS] {
    let sums = each(base, row, |base, number| base.wrapping_add(number).min(LIMIT).max(0));
    let mut rounded = [0; CHANNELS];
    for (rounded, sum) in rounded.iter_mut().zip(sums) {
        *rounded = (sum + (1 << (SHIFT - 1))) >> SHIFT;
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
            let change = |_| {
                let [region, rows @ ..] = std::array::from_fn::<u16, 6, _>(|_| number(50) as u16);
                let [a, b, c, old, new] = rows;
                [region % 3, a, b, c, old, new]
            };
            let changes: Vec<RowChange> = (0..400).map(change).collect();
            let (mut fast, mut slow) = ([[7; CHANNELS]; 3], [[7_i16; CHANNELS]; 3]);
            for part in changes.chunks(33) {
                let before = fast;
                change_clipped_row_sums::<1_016, 3, 3>(&before, &rows, part, &mut fast);
                for [region, a, b, c, old, new] in part.iter().copied() {
                    for (at, sum) in slow[usize::from(region)].iter_mut().enumerate() {
                        let limited = |last: u16| {
                            let numbers = [a, b, c, last].map(|row| rows[usize::from(row)].0[at]);
                            let sum = numbers.into_iter().fold(0, i16::wrapping_add);
                            (sum.clamp(0, 1_016) + 4) / 8
                        };
                        *sum = sum.wrapping_sub(limited(old)).wrapping_add(limited(new));
                    }
                }
                assert_eq!(fast, slow);
            }
        }
    }
}
