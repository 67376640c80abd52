//! The pattern-count network: what the counts of threats add to the evaluation; in `values.txt`.
//!
//! ```text
//! cells of each threat, for either side ─┐ one row of 16
//!                                        ├─ numbers each ─ sum ─ ReLU ─ · last row
//! stones on the board ───────────────────┘
//! ```
//!
//! One hidden layer of [`WIDTH`] rectified linear units (`ReLU`: negative sums count as 0). Its
//! inputs are one-hot: each count activates one row of the first layer. Its output is **for the
//! side to act**. The inputs are counts that [`super::ThreatMap`] keeps anyway, so the network
//! costs nothing while stones are played. The form is that of an efficiently updatable network
//! (NNUE, Nasu 2018), but the active rows are added up at each evaluation.

use super::cell_threats::Threat;
use super::values;
use crate::base::Side;
use crate::games::connect5::Rule;

/// Numbers in a row, which is the width of the hidden layer.
pub const WIDTH: usize = 16;
/// The greatest count of cells of a threat that has its own row; greater ones use the same row.
const MAX_COUNT: usize = 4;
/// The threats that are counted: all but [`Threat::Nothing`] and [`Threat::Five`].
const COUNTED_THREATS: usize = Threat::Five as usize - 1;
/// Rows of a threat: one for each count.
const COUNTS: usize = MAX_COUNT + 1;
/// The index of the first row for the stones on the board.
const FIRST_STONE_ROW: usize = 2 * COUNTED_THREATS * COUNTS;
/// Stones on the board for each of their rows, up to the last row.
const STONES_PER_ROW: u32 = 8;
/// Rows for the stones on the board.
const STONE_ROWS: usize = 8;
/// Rows of the first layer.
pub const ROWS: usize = FIRST_STONE_ROW + STONE_ROWS;
/// Rows of the first layer that are active in a position.
pub const ACTIVE_ROWS: usize = 2 * COUNTED_THREATS + 1;
/// Fractional bits of the product of the hidden layer and the last row.
pub const SHIFT: u32 = 10;

/// One row of the table.
pub type Row = [i16; WIDTH];

/// The network for a side to act.
#[derive(Clone, Debug)]
pub struct PatternNetwork {
    /// The [`ROWS`] of the first layer, and the last row: the second layer.
    rows: [Row; ROWS + 1],
}

impl PatternNetwork {
    /// The network for this side to act, from `values.txt`.
    pub fn of(rule: Rule, side: Side) -> Self {
        let mut network = Self { rows: [[0; WIDTH]; ROWS + 1] };
        for line in values::TEXT.lines() {
            if let Some((row, numbers)) = read(line, rule, side)
                && let Some(place) = network.rows.get_mut(row)
            {
                *place = numbers;
            }
        }
        network
    }

    /// The output for a position with these active rows, for the side to act, in hundredths.
    #[inline]
    pub fn output(&self, active: [usize; ACTIVE_ROWS]) -> i32 {
        let mut hidden = [0_i16; WIDTH];
        for row in active {
            for (sum, number) in hidden.iter_mut().zip(&self.rows[row.min(ROWS - 1)]) {
                *sum = sum.wrapping_add(*number);
            }
        }
        let product = |(sum, last): (&i16, &i16)| i32::from((*sum).max(0)) * i32::from(*last);
        hidden.iter().zip(&self.rows[ROWS]).map(product).sum::<i32>() >> SHIFT
    }
}

/// The active rows for the counts of cells by the number of their [`Threat`], of the side to act
/// and of the other one, and for the stones on the board.
#[inline]
pub(super) fn active_rows(
    counts: &[impl Fn(usize) -> u32; 2],
    stones: u32,
) -> [usize; ACTIVE_ROWS] {
    let stone_row = (stones / STONES_PER_ROW).min(STONE_ROWS as u32 - 1) as usize;
    let mut rows = [FIRST_STONE_ROW + stone_row; ACTIVE_ROWS];
    for (at, row) in rows.iter_mut().enumerate().take(2 * COUNTED_THREATS) {
        let count = counts[at / COUNTED_THREATS](1 + at % COUNTED_THREATS);
        *row = at * COUNTS + (count as usize).min(MAX_COUNT);
    }
    rows
}

/// The names of the networks, in the order of the [`values::column`]s.
const NAMES: [&str; 4] = ["freestyle", "standard", "renju-first", "renju-second"];

/// The line of a network's row; [`ROWS`] is the last one.
pub fn line(rule: Rule, side: Side, row: usize, numbers: &Row) -> String {
    let mut text = format!("{} {}", NAMES[values::column(rule, side) - 1], name(row));
    for number in numbers {
        text = text + " " + &number.to_string();
    }
    text
}

/// The row and the numbers of such a line, `None` for any other.
pub fn read(line: &str, rule: Rule, side: Side) -> Option<(usize, Row)> {
    let words = line.strip_prefix(NAMES[values::column(rule, side) - 1])?.strip_prefix(' ')?;
    let mut words = words.split(' ');
    let row = row(words.next()?)?;
    let mut numbers = [0; WIDTH];
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some((row, numbers))
}

/// The row's name: `own-7x2`, `other-cx0`, `stones-3`, `last`.
fn name(row: usize) -> String {
    if row >= ROWS {
        return "last".to_owned();
    }
    if row >= FIRST_STONE_ROW {
        return format!("stones-{}", row - FIRST_STONE_ROW);
    }
    let (kind, count) = (row / COUNTS, row % COUNTS);
    let side = ["own", "other"][kind / COUNTED_THREATS];
    format!("{side}-{:x}x{count}", 1 + kind % COUNTED_THREATS)
}

/// The row of this name.
fn row(name: &str) -> Option<usize> {
    if name == "last" {
        return Some(ROWS);
    }
    if let Some(step) = name.strip_prefix("stones-") {
        let step: usize = step.parse().ok()?;
        return (step < STONE_ROWS).then_some(FIRST_STONE_ROW + step);
    }
    let (first, name) = match name.strip_prefix("own-") {
        Some(name) => (0, name),
        None => (COUNTED_THREATS, name.strip_prefix("other-")?),
    };
    let (threat, count) = name.split_once('x')?;
    let kind = usize::from_str_radix(threat, 16).ok()?.checked_sub(1)?;
    let count: usize = count.parse().ok()?;
    (kind < COUNTED_THREATS && count < COUNTS).then_some((first + kind) * COUNTS + count)
}

#[cfg(test)]
mod tests {
    use super::{
        ACTIVE_ROWS, COUNTED_THREATS, COUNTS, FIRST_STONE_ROW, PatternNetwork, ROWS, Row, SHIFT,
        active_rows, line, name, read, row,
    };
    use crate::base::{Side, SplitMix64};
    use crate::games::connect5::Rule;
    use crate::games::connect5::threat_map::values::TEXT;

    fn tables() -> impl Iterator<Item = (Rule, Side)> {
        Rule::NAMES.into_iter().flat_map(|(_, rule)| Side::BOTH.map(|side| (rule, side)))
    }

    #[test]
    fn every_row_has_one_line_in_each_network() {
        for (rule, side) in tables() {
            let mut seen = [0; ROWS + 1];
            for text in TEXT.lines() {
                if let Some((row, numbers)) = read(text, rule, side) {
                    assert_eq!(line(rule, side, row, &numbers), text);
                    seen[row] += 1;
                }
            }
            assert!(seen.iter().all(|seen| *seen == 1), "{rule:?} {side:?}");
        }
    }

    #[test]
    fn rows_are_found_by_name_and_other_words_are_none() {
        assert!((0..=ROWS).all(|number| row(&name(number)) == Some(number)));
        for wrong in ["", "own", "own-0x1", "own-ex1", "own-1x5", "other-1", "stones-8", "first"] {
            assert_eq!(row(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn counts_activate_a_row_each_and_stones_the_last() {
        let (mut own, mut other) = ([0; 16], [0; 16]);
        (own[1], own[13], other[7]) = (1, 2, 90);
        // Nothing, and five, which are not counted.
        (own[0], own[14]) = (200, 3);
        let counts = [own, other].map(|counts| move |number: usize| counts[number]);
        let rows = active_rows(&counts, 17);
        assert_eq!((rows[0], rows[12]), (1, 12 * COUNTS + 2));
        assert_eq!(rows[COUNTED_THREATS + 6], (COUNTED_THREATS + 6) * COUNTS + 4);
        assert_eq!(rows[ACTIVE_ROWS - 1], FIRST_STONE_ROW + 2);
        assert_eq!(active_rows(&counts, 400)[ACTIVE_ROWS - 1], ROWS - 1);
    }

    #[test]
    fn outputs_are_the_plain_products_and_no_sum_overflows() {
        for (rule, side) in tables() {
            let network = PatternNetwork::of(rule, side);
            let greatest =
                |at: usize| network.rows.iter().take(ROWS).map(|row| row[at].unsigned_abs()).max();
            let most: u64 = (0..super::WIDTH)
                .map(|at| {
                    let hidden = u64::from(greatest(at).unwrap()) * ACTIVE_ROWS as u64;
                    assert!(i16::try_from(hidden).is_ok(), "{rule:?} {side:?} {at}: {hidden}");
                    hidden * u64::from(network.rows[ROWS][at].unsigned_abs())
                })
                .sum();
            assert!(i32::try_from(most).is_ok(), "{rule:?} {side:?}: {most}");
            let mut random = SplitMix64::new(4);
            for _ in 0..500 {
                let counts: [u32; 32] = std::array::from_fn(|_| random.below(7) as u32);
                let of_sides = [0, 16].map(|first| move |number: usize| counts[first + number]);
                let rows = active_rows(&of_sides, random.below(120) as u32);
                assert_eq!(network.output(rows), plain(&network.rows, rows), "{rule:?} {side:?}");
            }
        }
    }

    fn plain(rows: &[Row], active: [usize; ACTIVE_ROWS]) -> i32 {
        let hidden = |at: usize| active.iter().map(|row| i64::from(rows[*row][at])).sum::<i64>();
        let last = |at: usize| i64::from(rows[ROWS][at]);
        let sum: i64 = (0..super::WIDTH).map(|at| hidden(at).max(0) * last(at)).sum();
        i32::try_from(sum.div_euclid(1 << SHIFT)).unwrap()
    }
}
