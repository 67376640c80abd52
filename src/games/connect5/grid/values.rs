//! What a position is worth: `values.txt`, which the trainer in `tools/tune-connect5` writes.
//!
//! Every worth has a slot. First come the cells, by [`place`]: four shapes are sorted, since
//! neither the axes nor their order matter. Behind them come the right to act and what the best
//! threat of either side adds, for the side to act: see [`Outlook`].

use crate::base::Side;
use crate::games::connect5::Rule;

/// The table as text: a slot a line, and its worth under each rule.
pub const TEXT: &str = include_str!("values.txt");
/// Ways to choose four shapes of 15, in any order.
pub const COUNT: usize = 3_060;
/// The slot of the right to act.
pub const TEMPO: usize = COUNT;
/// The first slot of the best threat of the side to act; they go by [`super::Threat`].
pub const OWN: usize = TEMPO + 1;
/// The first slot of the best threat of the other side; they go by [`super::Threat`].
pub const OTHER: usize = OWN + 15;
/// All slots.
pub const SLOTS: usize = OTHER + 15;

/// What the position is worth **to the side to act**, whatever the single cells are worth.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The right to act.
    pub tempo: i32,
    /// What the best threat of the side to act adds, by [`super::Threat`].
    pub own: [i32; 15],
    /// What the best threat of the other side adds, by [`super::Threat`]; most often below 0.
    pub other: [i32; 15],
}

impl Outlook {
    /// The outlook of a side to act, from its worths.
    pub(super) fn of(worths: &[i16]) -> Self {
        let worth = |slot| worths.get(slot).copied().map_or(0, i32::from);
        Self {
            tempo: worth(TEMPO),
            own: std::array::from_fn(|threat| worth(OWN + threat)),
            other: std::array::from_fn(|threat| worth(OTHER + threat)),
        }
    }
}

/// Which of a line's four worths counts for a side under a rule, from 1: the first word is 0.
pub const fn column(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 1,
        (Rule::Standard, _) => 2,
        (Rule::Renju, Side::First) => 3,
        (Rule::Renju, Side::Second) => 4,
    }
}

/// The worths of a side, by slot: of its cells, and of the outlook when it acts.
pub fn of(rule: Rule, side: Side) -> Vec<i16> {
    let column = column(rule, side);
    let mut worths = vec![0; SLOTS];
    for line in TEXT.lines() {
        if let Some((slot, worth)) = read(line, column)
            && let Some(place) = worths.get_mut(slot)
        {
            *place = worth;
        }
    }
    worths
}

/// The slot of a line of [`TEXT`] and its worth in this [`column()`].
///
/// `None` for lines that are no such line.
pub fn read(line: &str, column: usize) -> Option<(usize, i16)> {
    let mut words = line.split(' ');
    let slot = slot(words.next()?)?;
    Some((slot, words.nth(column.checked_sub(1)?)?.parse().ok()?))
}

/// The slot of this name: `tempo`, `own-3`, `other-c`, or the digits of four shapes.
fn slot(name: &str) -> Option<usize> {
    let digit = |letter: char| Some(letter.to_digit(15)? as u16);
    let threat = |name: &str| Some(usize::from(digit(name.chars().next()?)?));
    if name == "tempo" {
        Some(TEMPO)
    } else if let Some(name) = name.strip_prefix("own-") {
        Some(OWN + threat(name)?)
    } else if let Some(name) = name.strip_prefix("other-") {
        Some(OTHER + threat(name)?)
    } else {
        let mut numbers = [0; 4];
        let mut letters = name.chars();
        for number in &mut numbers {
            *number = digit(letters.next()?)?;
        }
        numbers.sort_unstable();
        letters.next().is_none().then(|| place(numbers))
    }
}

/// The place of four shapes, least first, among all such fours: 0 to 3,059.
pub const fn place([a, b, c, d]: [u16; 4]) -> usize {
    // The combinatorial number system, on fours made strictly rising.
    let [a, b, c, d] = [a as usize, b as usize + 1, c as usize + 2, d as usize + 3];
    let pairs = b * b.saturating_sub(1) / 2;
    let triples = c * c.saturating_sub(1) * c.saturating_sub(2) / 6;
    let fours = d * d.saturating_sub(1) * d.saturating_sub(2) * d.saturating_sub(3) / 24;
    a + pairs + triples + fours
}

#[cfg(test)]
mod tests {
    use super::{COUNT, OTHER, OWN, SLOTS, TEMPO, TEXT, place, read, slot};

    #[test]
    fn every_slot_has_one_line_with_four_worths() {
        let mut seen = [0; SLOTS];
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            for column in 1..=4 {
                let (slot, _) = read(line, column).expect(line);
                seen[slot] += 1;
            }
            assert_eq!((read(line, 0), read(line, 5)), (None, None), "{line}");
        }
        assert!(seen.iter().all(|seen| *seen == 4));
    }

    #[test]
    fn slots_are_found_by_name_and_other_words_are_none() {
        let names = ["tempo", "own-0", "own-e", "other-0", "other-e", "0000", "eeee", "9001"];
        let found = names.map(|name| slot(name).unwrap());
        let nine = place([0, 0, 1, 9]);
        assert_eq!(found, [TEMPO, OWN, OWN + 14, OTHER, OTHER + 14, 0, COUNT - 1, nine]);
        for name in ["", "#", "own-", "own-f", "other", "000", "00000", "00f0"] {
            assert_eq!(slot(name), None, "{name}");
        }
    }
}
