//! What the numbers of threats are worth together: a small network, kept in `values.txt`.
//!
//! ```text
//! cells of each threat, for either side ─┐ a row of 16
//!                                        ├─ numbers each ─ sum ─ cut off below 0 ─ · last row
//! stones on the board ───────────────────┘
//! ```
//!
//! It is asked **for the side to act**, knows no more than [`super::Grid`] counts anyway, and so
//! costs nothing while stones are played. The form is an efficiently updatable network's (Nasu
//! 2018), with rows that are added up anew where it is asked.

use super::{Threat, values};
use crate::base::Side;
use crate::games::connect5::Rule;

/// Numbers in a row, which is the width of the hidden layer.
pub const WIDTH: usize = 16;
/// So many cells of a threat, and all beyond, count alike.
const MANY: usize = 4;
/// The threats that are counted: all but [`Threat::Nothing`] and [`Threat::Five`].
const GAMES: usize = Threat::Five as usize - 1;
/// Rows of a threat: one for each count.
const COUNTS: usize = MANY + 1;
/// The first row of the stones.
const STONES: usize = 2 * GAMES * COUNTS;
/// Stones are told apart by so many, up to a last step.
const STEP: u32 = 8;
/// Steps of stones.
const STEPS: usize = 8;
/// All rows that are chosen from.
pub const ROWS: usize = STONES + STEPS;
/// The rows that a position chooses.
pub const CHOSEN: usize = 2 * GAMES + 1;
/// Bits behind the point in the product of the hidden layer and the last row.
pub const SHIFT: u32 = 10;

/// One row of the table.
pub type Row = [i16; WIDTH];

/// The network for a side to act.
#[derive(Clone, Debug)]
pub struct Head {
    /// [`ROWS`] to choose from, and the last row.
    rows: [Row; ROWS + 1],
}

impl Head {
    /// The network for this side to act, from `values.txt`.
    pub fn of(rule: Rule, side: Side) -> Self {
        let mut head = Self { rows: [[0; WIDTH]; ROWS + 1] };
        for line in values::TEXT.lines() {
            if let Some((row, numbers)) = read(line, rule, side)
                && let Some(place) = head.rows.get_mut(row)
            {
                *place = numbers;
            }
        }
        head
    }

    /// The worth of a position that chooses these rows, in hundredths or so.
    #[inline]
    pub fn worth(&self, chosen: [usize; CHOSEN]) -> i32 {
        let mut hidden = [0_i16; WIDTH];
        for row in chosen {
            for (sum, number) in hidden.iter_mut().zip(&self.rows[row.min(ROWS - 1)]) {
                *sum = sum.wrapping_add(*number);
            }
        }
        let product = |(sum, last): (&i16, &i16)| i32::from((*sum).max(0)) * i32::from(*last);
        hidden.iter().zip(&self.rows[ROWS]).map(product).sum::<i32>() >> SHIFT
    }
}

/// The rows that are chosen by what is counted for the side to act and for the other one, by
/// [`Threat`], and by the stones on the board.
#[inline]
pub(super) fn chosen(counts: [&[u16; 16]; 2], stones: u32) -> [usize; CHOSEN] {
    let mut rows = [STONES + (stones / STEP).min(STEPS as u32 - 1) as usize; CHOSEN];
    for (at, row) in rows.iter_mut().enumerate().take(2 * GAMES) {
        let count = counts[at / GAMES][1 + at % GAMES];
        *row = at * COUNTS + usize::from(count).min(MANY);
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
    if row >= STONES {
        return format!("stones-{}", row - STONES);
    }
    let (kind, count) = (row / COUNTS, row % COUNTS);
    let side = ["own", "other"][kind / GAMES];
    format!("{side}-{:x}x{count}", 1 + kind % GAMES)
}

/// The row of this name.
fn row(name: &str) -> Option<usize> {
    if name == "last" {
        return Some(ROWS);
    }
    if let Some(step) = name.strip_prefix("stones-") {
        let step: usize = step.parse().ok()?;
        return (step < STEPS).then_some(STONES + step);
    }
    let (first, name) = match name.strip_prefix("own-") {
        Some(name) => (0, name),
        None => (GAMES, name.strip_prefix("other-")?),
    };
    let (threat, count) = name.split_once('x')?;
    let kind = usize::from_str_radix(threat, 16).ok()?.checked_sub(1)?;
    let count: usize = count.parse().ok()?;
    (kind < GAMES && count < COUNTS).then_some((first + kind) * COUNTS + count)
}

#[cfg(test)]
mod tests {
    use super::{
        CHOSEN, COUNTS, GAMES, Head, ROWS, Row, SHIFT, STONES, chosen, line, name, read, row,
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
    fn counts_choose_a_row_each_and_stones_the_last() {
        let (mut own, mut other) = ([0; 16], [0; 16]);
        (own[1], own[13], other[7]) = (1, 2, 90);
        // Nothing, and five, which are not counted.
        (own[0], own[14]) = (200, 3);
        let rows = chosen([&own, &other], 17);
        assert_eq!((rows[0], rows[12]), (1, 12 * COUNTS + 2));
        assert_eq!(rows[GAMES + 6], (GAMES + 6) * COUNTS + 4);
        assert_eq!(rows[CHOSEN - 1], STONES + 2);
        assert_eq!(chosen([&own, &other], 400)[CHOSEN - 1], ROWS - 1);
    }

    #[test]
    fn worths_are_the_plain_products_and_no_sum_overflows() {
        for (rule, side) in tables() {
            let head = Head::of(rule, side);
            let greatest =
                |at: usize| head.rows.iter().take(ROWS).map(|row| row[at].unsigned_abs()).max();
            let most: u64 = (0..super::WIDTH)
                .map(|at| {
                    let hidden = u64::from(greatest(at).unwrap()) * CHOSEN as u64;
                    assert!(i16::try_from(hidden).is_ok(), "{rule:?} {side:?} {at}: {hidden}");
                    hidden * u64::from(head.rows[ROWS][at].unsigned_abs())
                })
                .sum();
            assert!(i32::try_from(most).is_ok(), "{rule:?} {side:?}: {most}");
            let mut random = SplitMix64::new(4);
            for _ in 0..500 {
                let mut counts = || std::array::from_fn(|_| random.below(7) as u16);
                let rows = chosen([&counts(), &counts()], random.below(120) as u32);
                assert_eq!(head.worth(rows), plain(&head.rows, rows), "{rule:?} {side:?}");
            }
        }
    }

    fn plain(rows: &[Row], chosen: [usize; CHOSEN]) -> i32 {
        let hidden = |at: usize| chosen.iter().map(|row| i64::from(rows[*row][at])).sum::<i64>();
        let last = |at: usize| i64::from(rows[ROWS][at]);
        let sum: i64 = (0..super::WIDTH).map(|at| hidden(at).max(0) * last(at)).sum();
        i32::try_from(sum.div_euclid(1 << SHIFT)).unwrap()
    }
}
