//! The class of a position (contact, crashed or race), which decides the network it goes to.

use crate::games::backgammon::board::{Board, Checkers};

/// The class of a position; each has a network of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PositionClass {
    /// The sides can meet, and both have checkers to play with.
    Contact,
    /// The sides can meet, and one of them has few checkers left above its 2-point.
    Crashed,
    /// The sides cannot meet any more.
    Race,
}

/// A side with this many checkers above its 2-point, or fewer, makes a position a crashed one.
/// Set by hand; no measurement is recorded.
const MAX_CRASHED: u8 = 6;

impl PositionClass {
    /// All of them, in the order of the weights' file.
    pub const ALL: [Self; 3] = [Self::Contact, Self::Crashed, Self::Race];

    /// The class of a position.
    #[inline]
    pub fn of(board: Board) -> Self {
        if !board.has_contact() {
            Self::Race
        } else if above_the_low_points(board.mover) <= MAX_CRASHED
            || above_the_low_points(board.other) <= MAX_CRASHED
        {
            Self::Crashed
        } else {
            Self::Contact
        }
    }

    /// Its place in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The checkers on the 3-point or above, those on the bar included.
#[inline]
fn above_the_low_points(checkers: Checkers) -> u8 {
    // Nibbles are summed in pairs, then in bytes.
    let word = checkers.word() >> 12;
    let low = word & 0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F;
    let bytes = low + (word >> 4 & 0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F);
    let halves = (bytes as u64).wrapping_add((bytes >> 64) as u64);
    (halves.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::{PositionClass, above_the_low_points};
    use crate::base::SplitMix64;
    use crate::games::backgammon::board::{Board, Checkers};

    #[test]
    fn checkers_above_the_low_points_are_counted() {
        let mut random = SplitMix64::new(4);
        for _ in 0..1_000 {
            let mut counts = [0_u8; 26];
            (0..15).for_each(|_| counts[random.below(26) as usize] += 1);
            let expected: u8 = counts[3..].iter().sum();
            assert_eq!(above_the_low_points(Checkers::from_counts(&counts)), expected);
        }
    }

    #[test]
    fn race_has_no_contact_and_few_checkers_crash() {
        let side = |places: &[(usize, u8)]| {
            let mut counts = [0; 26];
            for (place, n) in places {
                counts[*place] = *n;
            }
            Checkers::from_counts(&counts)
        };
        let home = side(&[(6, 10), (1, 5)]);
        let back = side(&[(6, 10), (24, 5)]);
        let crunched = side(&[(24, 2), (2, 13)]);
        assert_eq!(PositionClass::of(Board { mover: home, other: home }), PositionClass::Race);
        assert_eq!(PositionClass::of(Board { mover: home, other: back }), PositionClass::Contact);
        assert_eq!(
            PositionClass::of(Board { mover: crunched, other: back }),
            PositionClass::Crashed
        );
        assert_eq!(
            PositionClass::of(Board { mover: back, other: crunched }),
            PositionClass::Crashed
        );
    }
}
