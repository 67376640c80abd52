//! The weights of the static evaluation: `values.txt`, which `tools/tune-connect5` writes.
//!
//! Each set of four shapes has a slot with its weight, at [`place`]: the shapes are sorted, since
//! neither the axes nor their order matter. After the weights come the networks of
//! [`super::threat_count_network`].

use crate::base::Side;
use crate::games::connect5::Rule;

/// The table as text: a slot a line with its weight under each rule; then the networks.
pub const TEXT: &str = include_str!("values.txt");
/// The number of slots: the ways to choose four of 15 shapes, in any order.
pub const SLOTS: usize = 3_060;

/// The word of a line that is the weight for a side under a rule, 1 to 4; word 0 is the slot.
pub const fn column(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 1,
        (Rule::Standard, _) => 2,
        (Rule::Renju, Side::First) => 3,
        (Rule::Renju, Side::Second) => 4,
    }
}

/// The weights of a side's cells by slot, in hundredths, from the point of view of that side.
pub fn of(rule: Rule, side: Side) -> Vec<i16> {
    let column = column(rule, side);
    let mut weights = vec![0; SLOTS];
    for line in TEXT.lines() {
        if let Some((slot, weight)) = read(line, column)
            && let Some(place) = weights.get_mut(slot)
        {
            *place = weight;
        }
    }
    weights
}

/// The slot of a line of [`TEXT`] and its weight in this [`column()`].
///
/// `None` for lines of another kind.
pub fn read(line: &str, column: usize) -> Option<(usize, i16)> {
    let mut words = line.split(' ');
    let slot = slot(words.next()?)?;
    Some((slot, words.nth(column.checked_sub(1)?)?.parse().ok()?))
}

/// The slot of this name: four digits of base 15, one for each shape.
fn slot(name: &str) -> Option<usize> {
    let mut numbers = [0; 4];
    let mut letters = name.chars();
    for number in &mut numbers {
        *number = letters.next()?.to_digit(15)? as u16;
    }
    numbers.sort_unstable();
    letters.next().is_none().then(|| place(numbers))
}

/// The slot of four shapes, least first, among all such sets of four: 0 to 3,059.
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
    use super::{SLOTS, TEXT, place, read, slot};

    #[test]
    fn every_slot_has_one_line_with_four_weights() {
        let mut seen = [0; SLOTS];
        for line in TEXT.lines() {
            let Some((slot, _)) = read(line, 1) else { continue };
            assert!((1..=4).all(|column| read(line, column).is_some_and(|(at, _)| at == slot)));
            assert_eq!((read(line, 0), read(line, 5)), (None, None), "{line}");
            seen[slot] += 1;
        }
        assert!(seen.iter().all(|seen| *seen == 1));
    }

    #[test]
    fn slots_are_found_by_name_and_other_words_are_none() {
        let found = ["0000", "eeee", "9001"].map(|name| slot(name).unwrap());
        assert_eq!(found, [0, SLOTS - 1, place([0, 0, 1, 9])]);
        for name in ["", "#", "own-1x2", "000", "00000", "00f0"] {
            assert_eq!(slot(name), None, "{name}");
        }
    }
}
