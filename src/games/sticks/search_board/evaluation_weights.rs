//! What the contents of five holes, the trays and the move are worth: a tapered evaluation.
//!
//! Every value is a pair of numbers in hundredths, one for full trays and one for empty trays;
//! the evaluation interpolates between them. Both are packed into one integer, so that one sum
//! adds both:
//!
//! ```text
//! bit 31 .. 16              15 .. 0
//!     empty trays (signed)  full trays (signed; borrows 1 from the upper half if negative)
//! ```

use std::cmp::Ordering;
use std::sync::LazyLock;

use super::five_hole_patterns;
use super::five_hole_patterns::{
    MissingHoles, PATTERN_COUNT, boxed, exchanged, piece_at_digit, reversed,
};
use crate::base::Side;
use crate::games::sticks::board::holes_and_pieces::Piece;
use crate::games::sticks::board::sequence_states::{LENGTH, Sequence};
use crate::games::sticks::evaluate::{SOLID_IN_TRAY, TEMPO, WEIGHTS};

/// Packs the numbers for full and for empty trays into one.
#[inline]
pub const fn packed(full_trays: i32, empty_trays: i32) -> i32 {
    (empty_trays << 16) + full_trays
}

/// The number for full trays.
#[inline]
pub const fn for_full_trays(packed: i32) -> i32 {
    packed as i16 as i32
}

/// The number for empty trays.
#[inline]
pub const fn for_empty_trays(packed: i32) -> i32 {
    ((packed + 0x8000) >> 16) as i16 as i32
}

/// The untuned value of a pattern **for the first side**, in hundredths.
///
/// The weights of [`crate::games::sticks::evaluate`]; the file has tuned values for most patterns.
pub fn untuned(pattern: usize) -> i32 {
    let digits = five_hole_patterns::digits(pattern);
    let of = |side: Side| -> i32 {
        let is_unblockable = |place: usize| piece_at_digit(digits[place], side.other()).is_some();
        Sequence::ALL
            .into_iter()
            .map(|sequence| MissingHoles::of(pattern, side, sequence))
            .filter(|missing| !missing.is_blocked())
            .map(|missing| {
                let is_missing = |place: &usize| missing.holes() >> place & 1 != 0;
                let open = (0..LENGTH).filter(|place| is_missing(place) && !is_unblockable(*place));
                WEIGHTS[LENGTH - open.count()]
            })
            .sum()
    };
    of(Side::First) - of(Side::Second)
}

/// The pattern that stands for all patterns that are equal but for direction and sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalPattern {
    /// The least pattern of those that are the same from either end and for either side.
    pub pattern: u16,
    /// 1, −1 where the sides are exchanged, 0 where that makes no difference.
    pub sign: i8,
}

/// The canonical pattern of each pattern.
pub fn canonical_patterns() -> Vec<CanonicalPattern> {
    let canonical = |pattern: usize| {
        let own = pattern.min(reversed(pattern));
        let other = exchanged(pattern).min(exchanged(reversed(pattern)));
        let sign = match own.cmp(&other) {
            Ordering::Less => 1,
            Ordering::Equal => 0,
            Ordering::Greater => -1,
        };
        CanonicalPattern { pattern: own.min(other) as u16, sign }
    };
    (0..PATTERN_COUNT).map(canonical).collect()
}

/// How many values there are for trays: 21.
///
/// One for each kind and number of pieces in the tray.
pub const TRAY_VALUE_COUNT: usize = FIRST_TRAY_VALUE[2] + values_of_kind(Piece::Solid);

/// Where the values of each kind begin, by [`Piece::index`].
const FIRST_TRAY_VALUE: [usize; 3] = {
    let of_hollow = values_of_kind(Piece::Stick);
    [0, of_hollow, of_hollow + values_of_kind(Piece::Hollow)]
};

/// How many values a kind has: for none in the tray up to all of them.
const fn values_of_kind(piece: Piece) -> usize {
    piece.supply() as usize + 1
}

/// The index of the value of `count` pieces of a kind in a tray; at most the supply counts.
#[inline]
pub const fn tray_index(piece: Piece, count: u8) -> usize {
    let most = piece.supply() as usize;
    let count = count as usize;
    FIRST_TRAY_VALUE[piece.index()] + if count < most { count } else { most }
}

/// The name and index of every tray value.
///
/// A name is the letter of the kind and the number of pieces, such as `S10`.
pub fn named_tray_values() -> Vec<(String, usize)> {
    let of_kind = |piece: Piece| {
        let counts = 0..=piece.supply() as u8;
        counts.map(move |count| (format!("{}{count}", piece.letter()), tray_index(piece, count)))
    };
    Piece::ALL.into_iter().flat_map(of_kind).collect()
}

/// All values of the evaluation, in hundredths, packed.
pub struct EvaluationWeights {
    /// Of the contents of a location **for the first side**, by pattern.
    pub patterns: Box<[i32; PATTERN_COUNT]>,
    /// Of a tray **for the side that has it**, by [`tray_index`].
    pub trays: [i32; TRAY_VALUE_COUNT],
    /// Of having the move **for the side to move**.
    pub tempo: i32,
}

/// The values that are built in.
pub static BUILT_IN_WEIGHTS: LazyLock<EvaluationWeights> =
    LazyLock::new(|| EvaluationWeights::read(TEXT).unwrap_or_else(EvaluationWeights::untuned));

/// Lines `<name> <full trays> <empty trays>` in hundredths, written by `tools/tune-sticks`.
const TEXT: &str = include_str!("evaluation_weights.txt");

impl EvaluationWeights {
    /// The values before tuning: those of [`crate::games::sticks::evaluate`].
    fn untuned() -> Self {
        let patterns = (0..PATTERN_COUNT).map(untuned).map(|value| packed(value, value)).collect();
        let mut trays = [0; TRAY_VALUE_COUNT];
        for count in 0..=4 {
            let value = SOLID_IN_TRAY * i32::from(count);
            trays[tray_index(Piece::Solid, count)] = packed(value, value);
        }
        Self { patterns: boxed(patterns), trays, tempo: packed(TEMPO, TEMPO) }
    }

    /// Reads a file of values; patterns that are not in it keep their untuned value.
    ///
    /// `None` if a line has another form.
    pub fn read(text: &str) -> Option<Self> {
        let mut values = Self::untuned();
        let tray_names = named_tray_values();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split(' ');
            let name = words.next()?;
            let [full, empty] = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
            if name == "move" {
                values.tempo = packed(full, empty);
            } else if let Some((_, index)) = tray_names.iter().find(|(known, _)| known == name) {
                values.trays[*index] = packed(full, empty);
            } else {
                let pattern = five_hole_patterns::pattern_from_letters(name)?;
                for pattern in [pattern, reversed(pattern)] {
                    values.patterns[pattern] = packed(full, empty);
                    values.patterns[exchanged(pattern)] = packed(-full, -empty);
                }
            }
        }
        Some(values)
    }

    /// The value of one side's tray **for that side**, packed.
    #[inline]
    pub fn tray(&self, [sticks, hollow, solid]: [u8; 3]) -> i32 {
        self.trays[tray_index(Piece::Stick, sticks)]
            + self.trays[tray_index(Piece::Hollow, hollow)]
            + self.trays[tray_index(Piece::Solid, solid)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_come_back_from_one() {
        for full in [-3_000, -1, 0, 1, 2_999] {
            for empty in [-2_500, -1, 0, 1, 3_001] {
                let sum = packed(full - 7, empty + 9) + packed(7, -9);
                assert_eq!((for_full_trays(sum), for_empty_trays(sum)), (full, empty));
            }
        }
    }

    #[test]
    fn values_are_the_same_from_either_end_and_change_sign_with_the_sides() {
        for pattern in 0..PATTERN_COUNT {
            let value = |pattern: usize| {
                let packed = BUILT_IN_WEIGHTS.patterns[pattern];
                [for_full_trays(packed), for_empty_trays(packed)]
            };
            assert_eq!(value(pattern), value(reversed(pattern)));
            assert_eq!(value(pattern), value(exchanged(pattern)).map(|number| -number));
        }
    }

    #[test]
    fn every_tray_value_has_one_name() {
        let mut indices: Vec<usize> =
            named_tray_values().into_iter().map(|(_, index)| index).collect();
        indices.sort_unstable();
        assert!(indices.into_iter().eq(0..TRAY_VALUE_COUNT));
    }

    #[test]
    fn file_of_values_is_read_and_another_text_is_not() {
        assert!(EvaluationWeights::read(TEXT).is_some());
        let values = EvaluationWeights::read("# a\nmove 3 4\nS10 5 6\nSS.b. 7 8\n").unwrap();
        assert_eq!(for_full_trays(values.tempo), 3);
        assert_eq!(for_empty_trays(values.tray([10, 0, 0])), 6);
        let pattern = five_hole_patterns::pattern_from_letters(".B.ss").unwrap();
        assert_eq!(for_full_trays(values.patterns[pattern]), -7);
        for text in ["move 3", "SS.b 1 2", "SS.b. 1 x", "tray 1 2"] {
            assert!(EvaluationWeights::read(text).is_none(), "{text}");
        }
    }
}
