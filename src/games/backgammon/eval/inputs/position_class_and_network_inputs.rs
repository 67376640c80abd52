//! The class of a position (contact, crashed or race), which decides the network it goes to; and the
//! inputs of the networks: raw counts of checkers, and the expert features of that class.
//!
//! The raw inputs are four numbers for each of 26 places of each side:
//!
//! ```text
//! input  104 s + 4 p + k     side s (0 the mover, 1 the other), place p as its owner counts it
//! place  0        off: any, the first five, the next five, the last five (as parts of five)
//! place  1..=25   n = 1, n >= 2, n >= 3, (n - 3) / 2 beyond three checkers
//! ```
//!
//! Their shape is that of Tesauro's TD-Gammon.

use super::board_seen_by_side_shots_and_escapes::BoardSeenBySide;
use super::{contact_features, race_features};
use crate::games::backgammon::board::{Board, Checkers, PLACE_COUNT};
use crate::games::backgammon::eval::bearoff::BearoffSource;

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
    #[inline(always)]
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
#[inline(always)]
fn above_the_low_points(checkers: Checkers) -> u8 {
    // Nibbles are summed in pairs, then in bytes.
    let word = checkers.word() >> 12;
    let low = word & 0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F;
    let bytes = low + (word >> 4 & 0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F);
    let halves = (bytes as u64).wrapping_add((bytes >> 64) as u64);
    (halves.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// Inputs of a network for expert features, the most that a class has.
pub const EXPERT_FEATURES: usize = contact_features::FEATURE_COUNT;

/// How many features a class has; the inputs after them are 0.
pub(crate) const fn feature_count(class: PositionClass) -> usize {
    match class {
        PositionClass::Race => race_features::FEATURE_COUNT,
        PositionClass::Contact | PositionClass::Crashed => contact_features::FEATURE_COUNT,
    }
}

/// The features of a position of this class; those of a race wait for the bear-off database.
#[inline(always)]
pub fn features(board: Board, class: PositionClass) -> [f32; EXPERT_FEATURES] {
    features_from(board, class, BearoffSource::Database)
}

/// The features of a position of this class, with bear-offs looked up in this source.
#[inline(always)]
pub(crate) fn features_from(
    board: Board,
    class: PositionClass,
    source: BearoffSource,
) -> [f32; EXPERT_FEATURES] {
    let views = BoardSeenBySide::both(board);
    if class != PositionClass::Race {
        return contact_features::features(&views);
    }
    let mut all = [0.0; EXPERT_FEATURES];
    all[..race_features::FEATURE_COUNT].copy_from_slice(&race_features::features(&views, source));
    all
}

/// Raw inputs of a place.
const INPUTS_OF_PLACE: usize = 4;
/// Raw inputs of one side.
pub const RAW_INPUTS_OF_SIDE: usize = PLACE_COUNT * INPUTS_OF_PLACE;
/// Raw inputs of both sides.
pub const RAW_INPUTS: usize = 2 * RAW_INPUTS_OF_SIDE;

/// The four inputs of a place (0 to 25) with `count` checkers (0 to 15).
pub fn place_inputs(place: usize, count: u8) -> [f32; INPUTS_OF_PLACE] {
    let flag = |yes: bool| f32::from(u8::from(yes));
    let n = f32::from(count);
    if place == 0 {
        let part = |from: f32| (n - from).clamp(0.0, 5.0) / 5.0;
        return [flag(count > 0), part(0.0), part(5.0), part(10.0)];
    }
    [flag(count == 1), flag(count >= 2), flag(count >= 3), (n - 3.0).max(0.0) / 2.0]
}

#[cfg(test)]
mod tests {
    use super::{PositionClass, above_the_low_points, place_inputs};
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

    fn tenths(place: usize, count: u8) -> [i32; 4] {
        place_inputs(place, count).map(|input| (10.0 * input).round() as i32)
    }

    #[test]
    fn different_counts_have_different_inputs() {
        for place in [0, 7] {
            for count in 1..=15 {
                let mut others = (0..count).map(|fewer| tenths(place, fewer));
                assert!(others.all(|other| other != tenths(place, count)));
            }
        }
        assert_eq!(tenths(9, 5), [0, 10, 10, 10]);
        assert_eq!(tenths(0, 7), [10, 10, 4, 0]);
    }
}
