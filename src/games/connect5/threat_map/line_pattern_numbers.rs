//! Patterns of lines, numbered: the four cells on either side of an empty cell, for the codebook of
//! the evaluation's network.
//!
//! A pattern and its mirror image have one number. The patterns without stones, which differ in the
//! distance to the edge only, come first.

use std::sync::OnceLock;

use super::shapes::{self, Shape};
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::board::line_bitboards;

/// The first number of a pattern with stones.
///
/// The patterns without stones have the numbers 0 to 14; the numbers 15 to 31 are not used.
pub const FREE_PATTERNS: u16 = 32;
/// The patterns without stones: 0 to 4 cells to the edge on either side, mirror images apart.
const STONELESS_PATTERNS: u16 = 15;
/// All numbers are below this: 7,381 patterns, and the unused numbers among the first.
pub const PATTERNS: usize = 7_381 + (FREE_PATTERNS - STONELESS_PATTERNS) as usize;
/// More than the 121 patterns of four cells on one side: 3⁴ without edge, 3³ with one cell of it, and
/// so on.
const HALVES: usize = 128;

/// The numbers of all patterns.
#[derive(Debug)]
pub(super) struct PatternNumbers {
    /// By the two bits of each of the four cells on the lower side: the half, below [`HALVES`].
    lower: [u8; 256],
    /// The same on the upper side, where the nearest cell has the lowest bits.
    upper: [u8; 256],
    /// By the two halves, the lower one times [`HALVES`].
    numbers: Box<[u16; HALVES * HALVES]>,
    /// By number: the number of the pattern with the two sides' stones exchanged.
    exchanged: Vec<u16>,
}

impl PatternNumbers {
    /// The table, made when it is first used.
    pub(super) fn get() -> &'static Self {
        static NUMBERS: OnceLock<PatternNumbers> = OnceLock::new();
        NUMBERS.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut table = Self {
            lower: [0; 256],
            upper: [0; 256],
            numbers: shapes::filled(0),
            exchanged: vec![0; PATTERNS],
        };
        let halves = (0..=u8::MAX).filter(|cells| is_possible(u16::from(*cells) << 8));
        for (half, cells) in (0_u8..).zip(halves) {
            table.upper[usize::from(cells)] = half;
            table.lower[usize::from(mirror_image(u16::from(cells) << 8) as u8)] = half;
        }
        let (mut free, mut other) = (0, FREE_PATTERNS);
        for pattern in possible_patterns().filter(|pattern| *pattern <= mirror_image(*pattern)) {
            let next = if has_stones(pattern) { &mut other } else { &mut free };
            for pattern in [pattern, mirror_image(pattern)] {
                let index = table.index(pattern);
                table.numbers[index] = *next;
            }
            *next += 1;
        }
        for pattern in possible_patterns() {
            let other = table.number(line_bitboards::exchanged(pattern));
            let number = table.number(pattern);
            table.exchanged[usize::from(number)] = other;
        }
        table
    }

    /// The number of the pattern of a [`line_bitboards::neighbourhood`].
    #[inline(always)]
    pub(super) fn number(&self, pattern: u16) -> u16 {
        self.numbers[self.index(pattern)]
    }

    #[inline(always)]
    fn index(&self, pattern: u16) -> usize {
        let [lower, upper] = pattern.to_le_bytes().map(usize::from);
        let half = |half: u8| usize::from(half) % HALVES;
        half(self.lower[lower]) * HALVES + half(self.upper[upper])
    }
}

/// By the number of a pattern: the number of the one with the two sides' stones exchanged.
pub fn exchanged() -> &'static [u16] {
    &PatternNumbers::get().exchanged
}

/// The shapes of both sides under a rule, by the number of a pattern in a side's view.
///
/// In the view of Second, its own stones stand as those of First. The lower four bits are the shape that
/// a stone of that side makes there, the upper four bits that of the other side. Beyond the pattern the
/// line is taken as empty.
pub fn shapes(rule: Rule, side: Side) -> Vec<u8> {
    let table = shapes::shape_table(rule);
    let mut pairs = vec![0; PATTERNS];
    for pattern in possible_patterns() {
        let index = if shapes::needs_five_cells(rule) {
            let beyond = |cell: u16| if pattern >> (2 * cell) & 3 == 3 { 3 } else { 0 };
            usize::from(pattern) << 2 | beyond(0) | beyond(7) << 18
        } else {
            usize::from(pattern)
        };
        let (seen, pair) = match side {
            Side::First => (pattern, table[index]),
            Side::Second => {
                (line_bitboards::exchanged(pattern), table[index].rotate_left(Shape::BITS))
            }
        };
        pairs[usize::from(PatternNumbers::get().number(seen))] = pair;
    }
    pairs
}

/// The pattern from its other end.
fn mirror_image(pattern: u16) -> u16 {
    (0..8).fold(0, |image, cell| image << 2 | pattern >> (2 * cell) & 3)
}

/// Whether one of the eight cells has a stone.
fn has_stones(pattern: u16) -> bool {
    (pattern ^ pattern >> 1) & 0x5555 != 0
}

/// All patterns that a board may have.
fn possible_patterns() -> impl Iterator<Item = u16> {
    (0..=u16::MAX).filter(|pattern| is_possible(*pattern))
}

/// Whether a board may have the pattern: beyond a cell of edge there is nothing but edge.
fn is_possible(pattern: u16) -> bool {
    let is_edge = |cell: u16| pattern >> (2 * cell) & 3 == 3;
    (0..3).all(|cell| !is_edge(cell + 1) || is_edge(cell))
        && (4..7).all(|cell| !is_edge(cell) || is_edge(cell + 1))
}

#[cfg(test)]
mod tests {
    use super::{
        FREE_PATTERNS, PATTERNS, PatternNumbers, STONELESS_PATTERNS, Shape, exchanged, has_stones,
        mirror_image, possible_patterns, shapes,
    };
    use crate::base::Side;
    use crate::games::connect5::Rule;
    use crate::games::connect5::board::line_bitboards;

    /// The number of four cells on either side: `x` First's, `o` Second's, `-` empty.
    fn number(cells: &str) -> usize {
        let code = |cell: u8| u16::from(cell == b'x') | u16::from(cell == b'o') << 1;
        let pattern = cells.bytes().rev().fold(0, |pattern, cell| pattern << 2 | code(cell));
        usize::from(PatternNumbers::get().number(pattern))
    }

    #[test]
    fn shapes_in_the_view_of_a_side_are_by_the_rule_of_that_side() {
        let [first, second] = Side::BOTH.map(|side| shapes(Rule::Renju, side));
        let shape = |pair: u8| Shape::of(u16::from(pair & 0xF));
        for (own, by_first, by_second) in [
            // Six in line are five for Second only.
            ("--x-xxxo", Shape::Dead, Shape::Four),
            // Two fours in one line are a foul of First only.
            ("-x--x-xo", Shape::ClosedThree, Shape::OpenThree),
            ("---xxx--", Shape::OpenFour, Shape::OpenFour),
        ] {
            assert_eq!([&first, &second].map(|all| shape(all[number(own)])), [by_first, by_second]);
            // The other side has the same stones where they stand as Second's.
            let other = number(&own.replace('x', "O").replace('o', "x").to_lowercase());
            let shapes = [&second, &first].map(|all| shape(all[other].rotate_left(Shape::BITS)));
            assert_eq!(shapes, [by_first, by_second], "{own}");
        }
        for rule in [Rule::Freestyle, Rule::Standard] {
            assert_eq!(shapes(rule, Side::First), shapes(rule, Side::Second));
        }
    }

    #[test]
    fn every_pattern_has_a_number_which_it_shares_with_its_mirror_image_only() {
        let numbers = PatternNumbers::get();
        let mut seen = vec![Vec::new(); PATTERNS];
        for pattern in possible_patterns() {
            let number = numbers.number(pattern);
            assert_eq!(number < FREE_PATTERNS, !has_stones(pattern));
            seen[usize::from(number)].push(pattern);
        }
        for (number, patterns) in seen.iter().enumerate() {
            let is_unused = (STONELESS_PATTERNS..FREE_PATTERNS).contains(&(number as u16));
            assert_eq!(patterns.is_empty(), is_unused, "{number}");
            assert!(patterns.len() <= 2);
            for pattern in patterns {
                assert!(patterns.contains(&mirror_image(*pattern)));
                let other = numbers.number(line_bitboards::exchanged(*pattern));
                assert_eq!(exchanged()[number], other);
                assert_eq!(usize::from(exchanged()[usize::from(other)]), number);
            }
        }
    }
}
