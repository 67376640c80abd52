//! What five holes in line mean for both sides: a table of all their contents.
//!
//! A hole is a digit of base nine, and a location five digits, the first hole the lowest:
//!
//! ```text
//! 0 .   1 S   2 H   3 B   4 h   5 x = S + h   6 s   7 b   8 X = H + s
//! ```
//!
//! The digits of two pieces that share a hole add up, so that a piece that comes or goes adds or
//! takes its own digit times a power of nine, whatever else is in the hole.

use std::sync::LazyLock;

use crate::base::Side;
use crate::games::sticks::pieces::{Hole, Piece};
use crate::games::sticks::sequences::{LOCATIONS, Sequence, THROUGH};

/// Digits of a hole.
pub const DIGITS: usize = 9;

/// Contents of five holes.
pub const PATTERNS: usize = DIGITS.pow(5);

/// The powers of nine of the five holes of a location.
pub const POWERS: [u16; 5] = [1, 9, 81, 729, 6561];

/// The digit of a piece, by [`Side::index`] and [`Piece::index`].
const DIGIT: [[u16; 3]; 2] = [[1, 2, 3], [6, 4, 7]];

/// A digit's letter in the notation of positions.
const LETTERS: [char; DIGITS] = ['.', 'S', 'H', 'B', 'h', 'x', 's', 'b', 'X'];

/// The digit that a piece adds to its hole.
#[inline]
pub const fn digit(side: Side, piece: Piece) -> u16 {
    DIGIT[side.index()][piece.index()]
}

/// The digits of a pattern, first hole first.
pub fn digits(pattern: usize) -> [usize; 5] {
    POWERS.map(|power| pattern / usize::from(power) % DIGITS)
}

/// The pattern of these digits, first hole first.
pub fn pattern_of(digits: [usize; 5]) -> usize {
    digits.iter().zip(POWERS).map(|(digit, power)| digit * usize::from(power)).sum()
}

/// The same holes from the other end.
pub fn reversed(pattern: usize) -> usize {
    let mut digits = digits(pattern);
    digits.reverse();
    pattern_of(digits)
}

/// The same holes with the sides' pieces exchanged.
pub fn exchanged(pattern: usize) -> usize {
    const OTHER: [usize; DIGITS] = [0, 6, 4, 7, 2, 8, 1, 3, 5];
    pattern_of(digits(pattern).map(|digit| OTHER[digit]))
}

/// A pattern as five letters of the notation, `.` for an empty hole.
pub fn written(pattern: usize) -> String {
    digits(pattern).iter().map(|digit| LETTERS[*digit]).collect()
}

/// The pattern of five letters.
pub fn read(text: &str) -> Option<usize> {
    let mut found = [0; 5];
    let mut letters = text.chars();
    for digit in &mut found {
        let letter = letters.next()?;
        *digit = LETTERS.iter().position(|known| *known == letter)?;
    }
    letters.next().is_none().then(|| pattern_of(found))
}

/// The piece of a side in a hole with this digit.
pub fn piece_in(digit: usize, side: Side) -> Option<Piece> {
    match (digit, side) {
        (1 | 5, Side::First) | (6 | 8, Side::Second) => Some(Piece::Stick),
        (2 | 8, Side::First) | (4 | 5, Side::Second) => Some(Piece::Hollow),
        (3, Side::First) | (7, Side::Second) => Some(Piece::Solid),
        _ => None,
    }
}

/// Whether a hole with this digit takes a piece of a side.
pub fn takes(digit: usize, side: Side, piece: Piece) -> bool {
    let other = piece_in(digit, side.other());
    piece_in(digit, side).is_none() && other.is_none_or(|other| piece.shares_with(other))
}

/// What a sequence still wants of a side: the holes (bits 0 to 4) without their piece.
///
/// `None` if one of them cannot be entered by the piece it wants.
pub fn wanting(pattern: usize, side: Side, sequence: Sequence) -> Option<u8> {
    let mut wanting = 0;
    for (place, digit) in digits(pattern).into_iter().enumerate() {
        let wants_barrel = sequence.wants_barrel(place);
        let fits = |piece: Piece| piece.is_barrel() == wants_barrel;
        if piece_in(digit, side).is_some_and(fits) {
            continue;
        }
        if !Piece::ALL.into_iter().any(|piece| fits(piece) && takes(digit, side, piece)) {
            return None;
        }
        wanting |= 1 << place;
    }
    Some(wanting)
}

/// One piece of the side completes a sequence.
pub const FOUR: u8 = 1;
/// Two pieces of the side complete a sequence, and one does not.
pub const THREE: u8 = 2;

/// The other side has a piece in a hole that is wanted, and can put no other there.
pub const SURE: u8 = 32;
/// A sequence that cannot be completed.
pub const BLOCKED: u8 = 64;

/// What is known of each pattern.
pub struct Patterns {
    /// [`FOUR`] and [`THREE`] of the first side; two bits further on those of the second.
    pub(super) class: Box<[u8; PATTERNS]>,
    /// By side and sequence: what [`wanting`] says, [`SURE`] beside it where one of those holes
    /// has a piece of the other side, [`BLOCKED`] for none.
    pub(super) wanting: [Box<[[u8; 3]; PATTERNS]>; 2],
    /// By side: the place (bits 0 to 2) and the kinds (bits 3 to 5) that complete a sequence.
    pub(super) last: [Box<[u8; PATTERNS]>; 2],
}

/// Made at the first use, in some milliseconds.
pub static KNOWN: LazyLock<Patterns> = LazyLock::new(Patterns::new);

impl Patterns {
    fn new() -> Self {
        let wanting = Side::BOTH.map(|side| (0..PATTERNS).map(|p| wanted(p, side)).collect());
        let class = |side: Side, pattern: usize| {
            let wanting: &Vec<[u8; 3]> = &wanting[side.index()];
            let open = wanting[pattern].into_iter().filter(|wanted| wanted & BLOCKED == 0);
            let least = open.map(|wanted| (wanted & 31).count_ones()).filter(|n| *n > 0).min();
            match least {
                Some(1) => FOUR,
                Some(2) => THREE,
                _ => 0,
            }
        };
        let both = |pattern| class(Side::First, pattern) | class(Side::Second, pattern) << 2;
        let class = boxed((0..PATTERNS).map(both).collect());
        let last = Side::BOTH.map(|side| {
            let wanting: &Vec<[u8; 3]> = &wanting[side.index()];
            boxed((0..PATTERNS).map(|pattern| last(pattern, side, wanting[pattern])).collect())
        });
        Self { class, wanting: wanting.map(boxed), last }
    }
}

/// What all sequences want of a side.
fn wanted(pattern: usize, side: Side) -> [u8; 3] {
    let digits = digits(pattern);
    Sequence::ALL.map(|sequence| {
        let Some(wanting) = wanting(pattern, side, sequence) else { return BLOCKED };
        let has_other = |place: usize| piece_in(digits[place], side.other()).is_some();
        let is_sure = (0..5).any(|place| wanting >> place & 1 != 0 && has_other(place));
        wanting | if is_sure { SURE } else { 0 }
    })
}

/// The place and the kinds that complete a sequence.
fn last(pattern: usize, side: Side, wanted: [u8; 3]) -> u8 {
    let mut found = 0;
    for (sequence, wanted) in Sequence::ALL.into_iter().zip(wanted) {
        if wanted & BLOCKED == 0 && (wanted & 31).is_power_of_two() {
            let place = wanted.trailing_zeros() as usize;
            let hole = digits(pattern)[place];
            let fits = |piece: &Piece| {
                piece.is_barrel() == sequence.wants_barrel(place) && takes(hole, side, *piece)
            };
            for piece in Piece::ALL.into_iter().filter(fits) {
                found |= 8 << piece.index() | place as u8;
            }
        }
    }
    found
}

/// The numbers of all patterns behind one pointer.
pub(super) fn boxed<T: Copy + Default>(numbers: Vec<T>) -> Box<[T; PATTERNS]> {
    numbers.into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([T::default(); PATTERNS]))
}

/// A location through a hole, and the power of nine that the hole has in its pattern.
#[derive(Clone, Copy)]
pub struct Crossing {
    /// An index into [`LOCATIONS`].
    pub line: u8,
    /// One of [`POWERS`].
    pub power: u16,
}

/// The locations through each hole, by [`Hole::index`]; as many as [`THROUGH`] says.
static CROSSINGS: [[Crossing; 12]; 56] = crossings();

const fn crossings() -> [[Crossing; 12]; 56] {
    let mut found = [[Crossing { line: 0, power: 0 }; 12]; 56];
    let mut counts = [0; 56];
    let mut line = 0;
    while line < LOCATIONS.len() {
        let mut place = 0;
        while place < 5 {
            let hole = LOCATIONS[line].holes[place].index();
            found[hole][counts[hole]] = Crossing { line: line as u8, power: POWERS[place] };
            counts[hole] += 1;
            place += 1;
        }
        line += 1;
    }
    found
}

/// The locations through a hole.
#[inline]
pub fn crossing(hole: Hole) -> &'static [Crossing] {
    &CROSSINGS[hole.index()][..usize::from(THROUGH[hole.index()])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_they_are_written_and_turn_back() {
        for pattern in 0..PATTERNS {
            assert_eq!(read(&written(pattern)), Some(pattern));
            assert_eq!(reversed(reversed(pattern)), pattern);
            assert_eq!(exchanged(exchanged(pattern)), pattern);
        }
        assert_eq!(read("SS.b"), None);
        assert_eq!(read("SS.bXX"), None);
        assert_eq!(read("SS?bX"), None);
        assert_eq!(written(exchanged(pattern_of([1, 0, 5, 8, 3]))), "s.Xxb");
    }

    #[test]
    fn pieces_that_share_a_hole_add_their_digits() {
        let sum = |a, b| usize::from(digit(Side::First, a) + digit(Side::Second, b));
        assert_eq!(LETTERS[sum(Piece::Stick, Piece::Hollow)], 'x');
        assert_eq!(LETTERS[sum(Piece::Hollow, Piece::Stick)], 'X');
    }

    #[test]
    fn what_a_sequence_wants_is_what_the_document_says() {
        let wants = |text, sequence| wanting(read(text).unwrap(), Side::First, sequence);
        assert_eq!(wants("S.BhS", Sequence::OneBarrel), Some(0b01010));
        assert_eq!(wants("S.BhS", Sequence::TwoBarrels), None);
        assert_eq!(wants("SB.BS", Sequence::ThreeBarrels), Some(0b00100));
        assert_eq!(wants("xXBXS", Sequence::ThreeBarrels), Some(0));
        let [last, _] = &KNOWN.last;
        assert_eq!(last[read("SB.BS").unwrap()], 0b111_010);
        assert_eq!(last[read("SBhBS").unwrap()], 0b001_010);
        assert_eq!(last[read("SBsBS").unwrap()], 0b010_010);
        assert_eq!(KNOWN.class[read("S.BhS").unwrap()], THREE);
        assert_eq!(KNOWN.class[read("ssb.s").unwrap()], FOUR << 2);
    }
}
