//! What cells are worth: `values.txt`, which a trainer writes.

use crate::base::Side;
use crate::games::connect5::Rule;

/// The table as text: four shapes, and their worth under each law.
const TEXT: &str = include_str!("values.txt");
/// Ways to choose four shapes of 15, in any order.
const COUNT: usize = 3_060;

/// The worths of all cells for one side, by [`place`].
pub(super) fn of(rule: Rule, side: Side) -> Vec<i16> {
    let column = match (rule, side) {
        (Rule::Freestyle, _) => 1,
        (Rule::Standard, _) => 2,
        (Rule::Renju, Side::First) => 3,
        (Rule::Renju, Side::Second) => 4,
    };
    let mut worths = vec![0; COUNT];
    for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
        if let Some((numbers, worth)) = read(line, column)
            && let Some(slot) = worths.get_mut(place(numbers))
        {
            *slot = worth;
        }
    }
    worths
}

/// The shapes of a line and its worth in this column.
fn read(line: &str, column: usize) -> Option<([u16; 4], i16)> {
    let mut words = line.split(' ');
    let mut numbers = [0; 4];
    for (number, letter) in numbers.iter_mut().zip(words.next()?.chars()) {
        *number = letter.to_digit(15)? as u16;
    }
    numbers.sort_unstable();
    Some((numbers, words.nth(column - 1)?.parse().ok()?))
}

/// The place of four shapes, least first, among all such fours: 0 to 3,059.
pub(super) fn place([a, b, c, d]: [u16; 4]) -> usize {
    // The combinatorial number system, on fours made strictly rising.
    let [a, b, c, d] = [usize::from(a), usize::from(b) + 1, usize::from(c) + 2, usize::from(d) + 3];
    let pairs = b * b.saturating_sub(1) / 2;
    let triples = c * c.saturating_sub(1) * c.saturating_sub(2) / 6;
    let fours = d * d.saturating_sub(1) * d.saturating_sub(2) * d.saturating_sub(3) / 24;
    a + pairs + triples + fours
}

#[cfg(test)]
mod tests {
    use super::{COUNT, TEXT, place, read};

    #[test]
    fn every_four_of_shapes_has_one_line_with_four_worths() {
        let mut seen = [false; COUNT];
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            for column in 1..=4 {
                let (numbers, _) = read(line, column).expect(line);
                seen[place(numbers)] |= column == 4;
            }
        }
        assert_eq!(TEXT.lines().filter(|line| !line.starts_with('#')).count(), COUNT);
        assert!(seen.iter().all(|seen| *seen));
    }
}
