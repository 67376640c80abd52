//! The board: both sides' checkers, each counted from its owner's home, packed into a word.

/// Off the board: the place of checkers that have been borne off.
pub const OFF: u8 = 0;
/// The place of checkers on the bar, for their owner a 25th point.
pub const BAR: u8 = 25;
/// The highest point of a side's own home board.
pub const HOME: u8 = 6;

/// Places of a side: off, the points 1 to 24, the bar.
pub(crate) const PLACE_COUNT: usize = BAR as usize + 1;
/// The highest point, where the way of a checker begins.
pub(crate) const HIGHEST_POINT: u8 = BAR - 1;
/// The highest point of a side's own half of the board: its home board and its outer board.
pub(crate) const OWN_HALF: u8 = HIGHEST_POINT / 2;
/// The lowest point of the opponent's home board.
pub(crate) const OPPONENTS_HOME: u8 = BAR - HOME;
/// The most checkers of a side: those of the usual game.
pub(crate) const MOST_CHECKERS: u8 = 15;

/// Bits of a place in the packed word.
pub(super) const PLACE_BITS: u8 = 4;
/// The most checkers that a place of the packed word can hold; also the mask of its bits.
pub(super) const MOST_ON_PLACE: u8 = (1 << PLACE_BITS) - 1;
/// Bits of the packed word: 26 places of four.
pub(super) const WORD_BITS: u8 = PLACE_BITS * PLACE_COUNT as u8;
/// Places in the lower 64 bits of the packed word.
const PLACES_OF_HALF: u8 = u64::BITS as u8 / PLACE_BITS;
/// All bits of the packed word.
const PLACES: u128 = (1 << WORD_BITS) - 1;
/// The lowest bit of each of 16 places.
const LOWEST_BITS: u64 = 0x1111_1111_1111_1111;

/// The checkers of one side: how many on each of 26 places, as their owner sees them.
///
/// ```text
/// bits   0..=3           borne off (place 0)
/// bits  4p..=4p+3        point p, from 1 (the last before bearing off) to 24
/// bits 100..=103         on the bar (place 25)
/// ```
///
/// A place holds 0 to 15, so that moving a checker is one addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkers(u128);

impl Checkers {
    /// Checkers from a count for each place, off first, bar last; each at most 15.
    ///
    /// # Examples
    /// ```
    /// use parlour::games::backgammon::board::Checkers;
    /// let mut counts = [0; 26];
    /// counts[6] = 2;
    /// counts[25] = 1;
    /// let checkers = Checkers::from_counts(&counts);
    /// assert_eq!((checkers.total(), checkers.pips()), (3, 37));
    /// ```
    pub fn from_counts(counts: &[u8; PLACE_COUNT]) -> Self {
        debug_assert!(
            counts.iter().all(|n| *n <= MOST_ON_PLACE),
            "a place holds at most {MOST_ON_PLACE} checkers"
        );
        Self(counts.iter().rev().fold(0, |word, n| word << PLACE_BITS | u128::from(*n)))
    }

    /// Checkers from their packed word; bits above the places are dropped.
    #[inline]
    pub const fn from_word(word: u128) -> Self {
        Self(word & PLACES)
    }

    /// The packed word, as drawn above.
    #[inline]
    pub const fn word(self) -> u128 {
        self.0
    }

    /// The number of checkers on a place, 0 to 15.
    #[inline(always)]
    pub const fn count(self, place: u8) -> u8 {
        // To shift 64 bits by a number that varies is one instruction; to shift 128 takes several.
        let half = if place < PLACES_OF_HALF { self.0 as u64 } else { (self.0 >> 64) as u64 };
        (half >> (PLACE_BITS * (place % PLACES_OF_HALF))) as u8 & MOST_ON_PLACE
    }

    /// The count of every place, off first, bar last.
    #[inline(always)]
    pub fn counts(self) -> [u8; PLACE_COUNT] {
        /// Eight counts of four bits, one in each byte.
        const fn nibbles_to_bytes(nibbles: u32) -> [u8; 8] {
            let word = nibbles as u64;
            let word = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
            let word = (word | word << 8) & 0x00FF_00FF_00FF_00FF;
            ((word | word << 4) & 0x0F0F_0F0F_0F0F_0F0F).to_le_bytes()
        }
        let word = self.0;
        let eights = [word as u32, (word >> 32) as u32, (word >> 64) as u32, (word >> 96) as u32];
        let mut counts = [0; 4 * 8];
        for (counts, nibbles) in counts.as_chunks_mut::<8>().0.iter_mut().zip(eights) {
            *counts = nibbles_to_bytes(nibbles);
        }
        let mut places = [0; PLACE_COUNT];
        places.copy_from_slice(&counts[..PLACE_COUNT]);
        places
    }

    /// All checkers of this side, those borne off included.
    pub fn total(self) -> u8 {
        self.counts().iter().sum()
    }

    /// The checkers still in play: on points or on the bar.
    pub fn in_play(self) -> u8 {
        self.total() - self.count(OFF)
    }

    /// Whether every checker has been borne off.
    #[inline]
    pub const fn all_borne_off(self) -> bool {
        self.0 >> PLACE_BITS == 0
    }

    /// Whether no checker is in the opponent's home board or on the bar: such a side can lose a
    /// gammon, but no backgammon.
    #[inline]
    pub(crate) const fn has_left_opponents_home(self) -> bool {
        in_opponents_home(self.occupied()) == 0
    }

    /// The pip count: how many points the checkers still have to travel; 25 from the bar.
    pub fn pips(self) -> u32 {
        self.counts().iter().zip(0_u32..).map(|(n, place)| u32::from(*n) * place).sum()
    }

    /// These checkers with one of them moved between two places of its owner.
    #[inline]
    #[must_use]
    pub const fn moved(self, from: u8, to: u8) -> Self {
        debug_assert!(self.count(from) > 0, "there must be a checker to move");
        Self(self.0 - (1 << (PLACE_BITS * from)) + (1 << (PLACE_BITS * to)))
    }

    /// Bit p is set where place p (1 to 25) holds at least one checker.
    #[inline(always)]
    pub const fn occupied(self) -> u32 {
        let folded = self.0 | self.0 >> 1;
        lowest_bit_of_each_place(folded | folded >> 2) & !1
    }

    /// Bit p is set where place p (1 to 25) holds two checkers or more.
    #[inline(always)]
    pub const fn made(self) -> u32 {
        lowest_bit_of_each_place(self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & !1
    }

    /// Bit p is set where place p (1 to 25) holds two checkers and no more.
    #[inline(always)]
    pub const fn pairs(self) -> u32 {
        lowest_bit_of_each_place(self.0 >> 1 & !(self.0 | self.0 >> 2 | self.0 >> 3)) & !1
    }
}

/// The lowest bit of each of the 26 places, side by side.
#[inline(always)]
const fn lowest_bit_of_each_place(word: u128) -> u32 {
    (lowest_bit_of_each_nibble(word as u64) | lowest_bit_of_each_nibble((word >> 64) as u64) << 16)
        & ((1 << PLACE_COUNT) - 1)
}

#[inline(always)]
const fn lowest_bit_of_each_nibble(word: u64) -> u32 {
    let bits = word & LOWEST_BITS;
    let bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    let bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
    let bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
    (bits | bits >> 24) as u32 & 0xFFFF
}

/// Both sides' checkers: `mover` is about to play, each side counts from its own home.
///
/// The mover's point p is the other's point 25 − p.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The side about to play.
    pub mover: Checkers,
    /// Its opponent.
    pub other: Checkers,
}

impl Board {
    /// This board with the sides' parts exchanged.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { mover: self.other, other: self.mover }
    }

    /// The mover's points (bits 1 to 24) on which the other has one checker at most.
    #[inline]
    pub const fn open(self) -> u32 {
        !as_numbered_by_other_side(self.other.made()) & POINTS
    }

    /// The mover's points (bits 1 to 24) where the other has a single checker, a blot.
    #[inline]
    pub const fn blots(self) -> u32 {
        as_numbered_by_other_side(self.other.occupied() & !self.other.made())
    }

    /// Whether the sides can still meet: some checker has an opposing one ahead of it.
    pub const fn has_contact(self) -> bool {
        highest(self.mover) + highest(self.other) > BAR
    }
}

/// The points 1 to 24 as bits.
pub(crate) const POINTS: u32 = 0x1FF_FFFE;

/// Of a mask of places: those in the opponent's home board, bits 0 to 5 for the points 19 to 24,
/// and the bar, bit 6.
#[inline]
pub(crate) const fn in_opponents_home(places: u32) -> u32 {
    places >> OPPONENTS_HOME
}

/// A point of one side as the other numbers it, 1 to 24 each; off and the bar change places.
#[inline]
pub(crate) const fn number_by_other_side(point: u8) -> u8 {
    BAR - point
}

/// Points of one side, numbered by the other.
#[inline]
pub(crate) const fn as_numbered_by_other_side(points: u32) -> u32 {
    points.reverse_bits() >> 6 & POINTS
}

/// The highest place that holds a checker in play, 25 for the bar; 0 if there is none.
pub(crate) const fn highest(checkers: Checkers) -> u8 {
    match checkers.occupied() {
        0 => 0,
        places => places.ilog2() as u8,
    }
}

#[cfg(test)]
impl Checkers {
    /// These checkers on the points 1 to 6; the rest of the 15 are borne off.
    pub(crate) fn with_home_points(points: [u8; 6]) -> Self {
        let mut counts = [0; PLACE_COUNT];
        counts[1..7].copy_from_slice(&points);
        counts[0] = MOST_CHECKERS - points.iter().sum::<u8>();
        Self::from_counts(&counts)
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Checkers};
    use crate::games::backgammon::board::moves::{Step, Steps};

    #[test]
    fn masks_agree_with_the_counts() {
        let mut counts = [0; 26];
        for (place, n) in [(0, 3), (1, 1), (6, 2), (13, 8), (15, 1), (16, 4), (24, 15), (25, 1)] {
            counts[place] = n;
        }
        let checkers = Checkers::from_counts(&counts);
        assert_eq!(checkers.counts(), counts);
        for (place, number) in counts.into_iter().enumerate().skip(1) {
            assert_eq!(checkers.occupied() >> place & 1 == 1, number > 0, "{place}");
            assert_eq!(checkers.made() >> place & 1 == 1, number > 1, "{place}");
            assert_eq!(checkers.pairs() >> place & 1 == 1, number == 2, "{place}");
        }
        assert_eq!(checkers.occupied() & 1 | checkers.made() & 1, 0);
    }

    #[test]
    fn points_are_numbered_from_both_ends() {
        let mut counts = [0; 26];
        (counts[1], counts[8], counts[24], counts[25]) = (1, 2, 1, 1);
        let other = Checkers::from_counts(&counts);
        let board = Board { mover: other, other };
        assert_eq!(board.blots(), 1 << 24 | 1 << 1);
        assert_eq!(!board.open() & 0x1FF_FFFE, 1 << 17);
    }

    fn steps(of: &[(u8, u8)]) -> Steps {
        of.iter().fold(Steps::NONE, |all, &(from, die)| all.with(Step { from, die }))
    }

    #[test]
    fn steps_come_back_in_order() {
        let four = [(25, 4), (21, 4), (8, 4), (2, 4)];
        let back: Vec<_> = steps(&four).iter().map(|step| (step.from, step.die)).collect();
        assert_eq!(back, four);
        assert_eq!(steps(&four).to_string(), "bar/21,21/17,8/4,2/off");
        assert_eq!(steps(&[(1, 6), (1, 1)]).len(), 2);
    }

    #[test]
    fn order_is_by_point_then_die_step_by_step() {
        let falling = [
            steps(&[(24, 6), (18, 5)]),
            steps(&[(24, 5), (19, 6)]),
            steps(&[(24, 5), (13, 6)]),
            steps(&[(13, 6), (13, 5)]),
            Steps::NONE,
        ];
        assert!(falling.is_sorted_by(|a, b| a > b));
    }
}
