//! What the contents of five holes are worth.
//!
//! A worth is two numbers for the first side: one while all pieces are in the trays, one when
//! none is. Both are kept in one integer, so that sums are made of both at once:
//!
//! ```text
//! bit 31 .. 16             15 .. 0
//!     trays empty (signed)  trays full (signed; a borrow from above where it is negative)
//! ```

use std::cmp::Ordering;
use std::sync::LazyLock;

use super::patterns::{PATTERNS, boxed, exchanged, reversed, wanting};
use super::tray_values::PLACES;
use super::{patterns, tray_values};
use crate::base::Side;
use crate::games::sticks::pieces::Piece;
use crate::games::sticks::sequences::Sequence;

/// Two numbers in one.
#[inline]
pub const fn packed(placing: i32, shifting: i32) -> i32 {
    (shifting << 16) + placing
}

/// The number for full trays.
#[inline]
pub const fn placing(worth: i32) -> i32 {
    worth as i16 as i32
}

/// The number for empty trays.
#[inline]
pub const fn shifting(worth: i32) -> i32 {
    ((worth + 0x8000) >> 16) as i16 as i32
}

/// What a sequence is worth that is not blocked, by how many holes are in place or unblockable.
///
/// The weights of [`crate::games::sticks::evaluate`]; the file has better ones for most patterns.
const WEIGHTS: [i32; 6] = [0, 1, 5, 20, 80, 300];

/// The plain worth of a pattern for the first side.
pub fn plain(pattern: usize) -> i32 {
    let digits = patterns::digits(pattern);
    let of = |side: Side| -> i32 {
        let other = side.other();
        let sure = |place: usize| patterns::piece_in(digits[place], other).is_some();
        Sequence::ALL
            .into_iter()
            .filter_map(|sequence| wanting(pattern, side, sequence))
            .map(|wanting| {
                let open = (0..5).filter(|place| wanting >> place & 1 != 0 && !sure(*place));
                WEIGHTS[5 - open.count()]
            })
            .sum()
    };
    of(Side::First) - of(Side::Second)
}

/// What a pattern stands for: itself, or the one it is turned or exchanged into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// The least pattern of those that are the same from either end and for either side.
    pub canon: u16,
    /// 1, −1 where the sides are exchanged, 0 where that makes no difference.
    pub sign: i8,
}

/// What each pattern stands for.
pub fn images() -> Vec<Image> {
    let image = |pattern: usize| {
        let turned = pattern.min(reversed(pattern));
        let other = exchanged(pattern).min(exchanged(reversed(pattern)));
        let sign = match turned.cmp(&other) {
            Ordering::Less => 1,
            Ordering::Equal => 0,
            Ordering::Greater => -1,
        };
        Image { canon: turned.min(other) as u16, sign }
    };
    (0..PATTERNS).map(image).collect()
}

/// All worths, packed.
pub struct Worths {
    /// For the first side, by pattern.
    pub patterns: Box<[i32; PATTERNS]>,
    /// For the side whose tray it is, by [`tray_values::place`].
    pub trays: [i32; PLACES],
    /// For the side to move.
    pub tempo: i32,
}

/// The worths that are built in.
pub static WORTH: LazyLock<Worths> =
    LazyLock::new(|| Worths::read(TEXT).unwrap_or_else(Worths::plain));

/// The table: `<name> <trays full> <trays empty>`, written by `tools/tune-sticks`.
const TEXT: &str = include_str!("values.txt");

impl Worths {
    /// The plain worths, with 30 for each solid barrel in the tray and 25 for the move.
    fn plain() -> Self {
        let patterns = (0..PATTERNS).map(plain).map(|worth| packed(worth, worth)).collect();
        let mut trays = [0; PLACES];
        for count in 0..=4 {
            let worth = 30 * i32::from(count);
            trays[tray_values::place(Piece::Solid, count)] = packed(worth, worth);
        }
        Self { patterns: boxed(patterns), trays, tempo: packed(25, 25) }
    }

    /// Reads a table; patterns that are not in it are worth what is plain.
    ///
    /// `None` if a line is no line of it.
    pub fn read(text: &str) -> Option<Self> {
        let mut worths = Self::plain();
        let places = tray_values::named();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split(' ');
            let name = words.next()?;
            let [placing, shifting] = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
            if name == "move" {
                worths.tempo = packed(placing, shifting);
            } else if let Some((_, place)) = places.iter().find(|(known, _)| known == name) {
                worths.trays[*place] = packed(placing, shifting);
            } else {
                let pattern = patterns::read(name)?;
                for pattern in [pattern, reversed(pattern)] {
                    worths.patterns[pattern] = packed(placing, shifting);
                    worths.patterns[exchanged(pattern)] = packed(-placing, -shifting);
                }
            }
        }
        Some(worths)
    }

    /// The worth of one side's tray, packed.
    #[inline]
    pub fn tray(&self, [sticks, hollow, solid]: [u8; 3]) -> i32 {
        self.trays[tray_values::place(Piece::Stick, sticks)]
            + self.trays[tray_values::place(Piece::Hollow, hollow)]
            + self.trays[tray_values::place(Piece::Solid, solid)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_come_back_from_one() {
        for placing in [-3_000, -1, 0, 1, 2_999] {
            for shifting in [-2_500, -1, 0, 1, 3_001] {
                let sum = packed(placing - 7, shifting + 9) + packed(7, -9);
                assert_eq!((super::placing(sum), super::shifting(sum)), (placing, shifting));
            }
        }
    }

    #[test]
    fn worths_are_the_same_from_either_end_and_turn_with_the_sides() {
        for pattern in 0..PATTERNS {
            let worth = |pattern: usize| {
                let packed = WORTH.patterns[pattern];
                [placing(packed), shifting(packed)]
            };
            assert_eq!(worth(pattern), worth(reversed(pattern)));
            assert_eq!(worth(pattern), worth(exchanged(pattern)).map(|number| -number));
        }
    }

    #[test]
    fn table_is_read_and_another_text_is_not() {
        assert!(Worths::read(TEXT).is_some());
        let worths = Worths::read("# a\nmove 3 4\nS10 5 6\nSS.b. 7 8\n").unwrap();
        assert_eq!((placing(worths.tempo), shifting(worths.tray([10, 0, 0]))), (3, 6));
        let pattern = patterns::read(".B.ss").unwrap();
        assert_eq!(placing(worths.patterns[pattern]), -7);
        for text in ["move 3", "SS.b 1 2", "SS.b. 1 x", "tray 1 2"] {
            assert!(Worths::read(text).is_none(), "{text}");
        }
    }
}
