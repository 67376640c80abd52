//! Patterns: the contents of five holes in line as one number, and tables of what they mean.
//!
//! A hole is a digit of base nine, and a location has five digits, the first hole the lowest:
//!
//! ```text
//! 0 .   1 S   2 H   3 B   4 h   5 x = S + h   6 s   7 b   8 X = H + s
//! ```
//!
//! A shared hole has the sum of the digits of its two pieces. So a piece that is put or lifted
//! adds or subtracts its own digit times a power of nine, whatever else is in the hole.

use std::sync::LazyLock;

use crate::base::Side;
use crate::games::sticks::board::holes_and_pieces::{HOLE_BITS, Hole, Piece};
use crate::games::sticks::board::sequence_states::{
    LENGTH, LOCATION_COUNTS, LOCATIONS, MOST_LOCATIONS, Sequence,
};

/// The number of contents that a hole can have.
pub const DIGIT_COUNT: usize = 9;

/// The number of contents that five holes can have.
pub const PATTERN_COUNT: usize = DIGIT_COUNT.pow(LENGTH as u32);

/// The powers of nine of the five holes of a location.
pub const POWERS: [u16; LENGTH] = [1, 9, 81, 729, 6561];

/// The digit of a piece, by [`Side::index`] and [`Piece::index`].
const DIGIT: [[u16; 3]; 2] = [[1, 2, 3], [6, 4, 7]];

/// The piece of a side in a hole, by [`Side::index`] and the digit of the hole.
static PIECES: [[Option<Piece>; DIGIT_COUNT]; 2] = pieces_by_digit();

const fn pieces_by_digit() -> [[Option<Piece>; DIGIT_COUNT]; 2] {
    let mut found = [[None; DIGIT_COUNT]; 2];
    let mut n = 0;
    while n < 2 * Piece::ALL.len() {
        let (side, piece) = (n % 2, Piece::ALL[n / 2]);
        let digit = DIGIT[side][piece.index()] as usize;
        found[side][digit] = Some(piece);
        let mut others = 0;
        while others < Piece::ALL.len() {
            if piece.shares_with(Piece::ALL[others]) {
                found[side][digit + DIGIT[1 - side][others] as usize] = Some(piece);
            }
            others += 1;
        }
        n += 1;
    }
    found
}

/// The letters of the digits in the notation of positions.
const LETTERS: [char; DIGIT_COUNT] = ['.', 'S', 'H', 'B', 'h', 'x', 's', 'b', 'X'];

/// The digit that a piece adds to its hole.
#[inline]
pub const fn digit(side: Side, piece: Piece) -> u16 {
    DIGIT[side.index()][piece.index()]
}

/// The digits of a pattern, first hole first.
pub fn digits(pattern: usize) -> [usize; LENGTH] {
    POWERS.map(|power| pattern / usize::from(power) % DIGIT_COUNT)
}

/// The pattern of these digits, first hole first.
pub fn pattern_of(digits: [usize; LENGTH]) -> usize {
    digits.iter().zip(POWERS).map(|(digit, power)| digit * usize::from(power)).sum()
}

/// The pattern of the same holes from the other end.
pub fn reversed(pattern: usize) -> usize {
    let mut digits = digits(pattern);
    digits.reverse();
    pattern_of(digits)
}

/// The pattern of the same holes with the pieces of the two sides exchanged.
pub fn exchanged(pattern: usize) -> usize {
    /// For each digit that with the pieces of the sides exchanged.
    const OTHER: [usize; DIGIT_COUNT] = [0, 6, 4, 7, 2, 8, 1, 3, 5];
    pattern_of(digits(pattern).map(|digit| OTHER[digit]))
}

/// A pattern as five letters of the notation, `.` for an empty hole.
pub fn pattern_in_letters(pattern: usize) -> String {
    digits(pattern).iter().map(|digit| LETTERS[*digit]).collect()
}

/// The pattern of five letters.
pub fn pattern_from_letters(text: &str) -> Option<usize> {
    let mut found = [0; LENGTH];
    let mut letters = text.chars();
    for digit in &mut found {
        let letter = letters.next()?;
        *digit = LETTERS.iter().position(|known| *known == letter)?;
    }
    letters.next().is_none().then(|| pattern_of(found))
}

/// The piece of a side in a hole with this digit.
pub fn piece_at_digit(digit: usize, side: Side) -> Option<Piece> {
    PIECES[side.index()].get(digit).copied().flatten()
}

/// Whether a hole with this digit takes a piece of a side.
pub fn takes(digit: usize, side: Side, piece: Piece) -> bool {
    let other = piece_at_digit(digit, side.other());
    piece_at_digit(digit, side).is_none() && other.is_none_or(|other| piece.shares_with(other))
}

/// The holes of a sequence at a location in which a side's piece is missing.
///
/// ```text
/// bit 6        5            4 .. 0
///     blocked  unblockable  holes without the piece that the sequence needs there
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissingHoles(u8);

impl MissingHoles {
    /// Set if one of the missing holes has a piece of the other side. The hole is then unblockable:
    /// the other side can put no second piece there.
    const UNBLOCKABLE: u8 = 32;
    /// A sequence that cannot be completed.
    const BLOCKED: Self = Self(64);

    /// The holes that a side misses in a pattern for a sequence.
    pub fn of(pattern: usize, side: Side, sequence: Sequence) -> Self {
        let mut missing = Self(0);
        for (place, digit) in digits(pattern).into_iter().enumerate() {
            let needs_barrel = sequence.needs_barrel(place);
            let fits = |piece: Piece| piece.is_barrel() == needs_barrel;
            if piece_at_digit(digit, side).is_some_and(fits) {
                continue;
            }
            if !Piece::ALL.into_iter().any(|piece| fits(piece) && takes(digit, side, piece)) {
                return Self::BLOCKED;
            }
            missing.0 |= 1 << place;
            if piece_at_digit(digit, side.other()).is_some() {
                missing.0 |= Self::UNBLOCKABLE;
            }
        }
        missing
    }

    /// Whether the sequence cannot be completed.
    #[inline]
    pub const fn is_blocked(self) -> bool {
        self.0 & Self::BLOCKED.0 != 0
    }

    /// Whether the other side cannot close one of the holes.
    #[inline]
    pub const fn is_unblockable(self) -> bool {
        self.0 & Self::UNBLOCKABLE != 0
    }

    /// The holes by place, bits 0 to 4; meaningless if the sequence is blocked.
    #[inline]
    pub const fn holes(self) -> u8 {
        self.0 & 31
    }

    /// How many holes, 0 to 5; meaningless if the sequence is blocked.
    #[inline]
    pub const fn count(self) -> u32 {
        self.holes().count_ones()
    }
}

/// The place of five, and the kinds of piece, that complete a sequence.
///
/// ```text
/// bit 5      4       3      2 .. 0
///     solid  hollow  stick  place
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completion(u8);

impl Completion {
    /// The pieces that complete a pattern for a side that misses these holes, by sequence.
    fn of(pattern: usize, side: Side, missing: [MissingHoles; 3]) -> Self {
        let mut found = 0;
        for (sequence, missing) in Sequence::ALL.into_iter().zip(missing) {
            if !missing.is_blocked() && missing.count() == 1 {
                let place = missing.holes().trailing_zeros() as usize;
                let digit = digits(pattern)[place];
                let fits = |piece: &Piece| {
                    piece.is_barrel() == sequence.needs_barrel(place) && takes(digit, side, *piece)
                };
                for piece in Piece::ALL.into_iter().filter(fits) {
                    found |= 8 << piece.index() | place as u8;
                }
            }
        }
        Self(found)
    }

    /// The place, 0 to 4.
    #[inline]
    pub const fn place(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Whether a piece of the kind with this [`Piece::index`] completes the sequence.
    #[inline]
    pub const fn takes(self, kind: usize) -> bool {
        self.0 >> (3 + kind) & 1 != 0
    }
}

/// Threat class: one piece of the side completes a sequence.
pub const CLASS_FOUR: u8 = 1;
/// Threat class: two pieces of the side complete a sequence, and one does not.
pub const CLASS_THREE: u8 = 2;

/// The lookup tables of the search board, by pattern.
pub struct PatternTables {
    /// [`CLASS_FOUR`] and [`CLASS_THREE`] of the first side in bits 0 and 1, of the second in bits 2 and 3.
    pub(super) class: Box<[u8; PATTERN_COUNT]>,
    /// By side, pattern and sequence.
    pub(super) missing: [Box<[[MissingHoles; 3]; PATTERN_COUNT]>; 2],
    /// By side and pattern.
    pub(super) completion: [Box<[Completion; PATTERN_COUNT]>; 2],
}

/// Made at the first use, in some five milliseconds.
pub static PATTERN_TABLES: LazyLock<PatternTables> = LazyLock::new(PatternTables::new);

impl PatternTables {
    fn new() -> Self {
        let all_missing = |side: Side| -> Vec<[MissingHoles; 3]> {
            let of = |pattern| Sequence::ALL.map(|s| MissingHoles::of(pattern, side, s));
            (0..PATTERN_COUNT).map(of).collect()
        };
        let missing = Side::BOTH.map(all_missing);
        let class = |side: Side, pattern: usize| {
            let open = missing[side.index()][pattern].into_iter().filter(|m| !m.is_blocked());
            match open.map(MissingHoles::count).filter(|count| *count > 0).min() {
                Some(1) => CLASS_FOUR,
                Some(2) => CLASS_THREE,
                _ => 0,
            }
        };
        let both = |pattern| class(Side::First, pattern) | class(Side::Second, pattern) << 2;
        let class = boxed((0..PATTERN_COUNT).map(both).collect());
        let completion = Side::BOTH.map(|side| {
            let missing = missing[side.index()].iter().enumerate();
            boxed(
                missing.map(|(pattern, missing)| Completion::of(pattern, side, *missing)).collect(),
            )
        });
        Self { class, missing: missing.map(boxed), completion }
    }
}

/// Boxes one number for each pattern.
pub(super) fn boxed<T: Copy + Default>(numbers: Vec<T>) -> Box<[T; PATTERN_COUNT]> {
    numbers
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| Box::new([T::default(); PATTERN_COUNT]))
}

/// A location through a hole, and the power of nine of that hole in its pattern.
#[derive(Clone, Copy)]
pub struct LocationThrough {
    /// An index into [`LOCATIONS`].
    pub location: u8,
    /// One of [`POWERS`].
    pub power: u16,
}

/// The locations through each hole, by [`Hole::index`]; [`LOCATION_COUNTS`] says how many.
static LOCATIONS_THROUGH: [[LocationThrough; MOST_LOCATIONS]; HOLE_BITS] = all_locations_through();

const fn all_locations_through() -> [[LocationThrough; MOST_LOCATIONS]; HOLE_BITS] {
    let mut found = [[LocationThrough { location: 0, power: 0 }; MOST_LOCATIONS]; HOLE_BITS];
    let mut counts = [0; HOLE_BITS];
    let mut n = 0;
    while n < LOCATIONS.len() {
        let mut place = 0;
        while place < LENGTH {
            let hole = LOCATIONS[n].holes[place].index();
            found[hole][counts[hole]] = LocationThrough { location: n as u8, power: POWERS[place] };
            counts[hole] += 1;
            place += 1;
        }
        n += 1;
    }
    found
}

/// The locations through a hole.
#[inline]
pub fn locations_through(hole: Hole) -> &'static [LocationThrough] {
    &LOCATIONS_THROUGH[hole.index()][..usize::from(LOCATION_COUNTS[hole.index()])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_they_are_written_and_reversed_twice_are_the_same() {
        for pattern in 0..PATTERN_COUNT {
            assert_eq!(pattern_from_letters(&pattern_in_letters(pattern)), Some(pattern));
            assert_eq!(reversed(reversed(pattern)), pattern);
            assert_eq!(exchanged(exchanged(pattern)), pattern);
        }
        assert_eq!(pattern_from_letters("SS.b"), None);
        assert_eq!(pattern_from_letters("SS.bXX"), None);
        assert_eq!(pattern_from_letters("SS?bX"), None);
        assert_eq!(pattern_in_letters(exchanged(pattern_of([1, 0, 5, 8, 3]))), "s.Xxb");
    }

    #[test]
    fn pieces_that_share_a_hole_add_their_digits() {
        let sum = |a, b| usize::from(digit(Side::First, a) + digit(Side::Second, b));
        assert_eq!(LETTERS[sum(Piece::Stick, Piece::Hollow)], 'x');
        assert_eq!(LETTERS[sum(Piece::Hollow, Piece::Stick)], 'X');
    }

    #[test]
    fn missing_holes_are_those_of_the_document() {
        let missing = |text, sequence| {
            let missing =
                MissingHoles::of(pattern_from_letters(text).unwrap(), Side::First, sequence);
            (!missing.is_blocked()).then(|| missing.holes())
        };
        assert_eq!(missing("S.BhS", Sequence::OneBarrel), Some(0b01010));
        assert_eq!(missing("S.BhS", Sequence::TwoBarrels), None);
        assert_eq!(missing("SB.BS", Sequence::ThreeBarrels), Some(0b00100));
        assert_eq!(missing("xXBXS", Sequence::ThreeBarrels), Some(0));
        let [completion, _] = &PATTERN_TABLES.completion;
        assert_eq!(completion[pattern_from_letters("SB.BS").unwrap()], Completion(0b111_010));
        assert_eq!(completion[pattern_from_letters("SBhBS").unwrap()], Completion(0b001_010));
        assert_eq!(completion[pattern_from_letters("SBsBS").unwrap()], Completion(0b010_010));
        assert_eq!(PATTERN_TABLES.class[pattern_from_letters("S.BhS").unwrap()], CLASS_THREE);
        assert_eq!(PATTERN_TABLES.class[pattern_from_letters("ssb.s").unwrap()], CLASS_FOUR << 2);
    }
}
