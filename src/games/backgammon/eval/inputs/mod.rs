//! The inputs of the networks: raw counts of checkers, and expert features of a position by its
//! class: those of contact, or those of a race.
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

pub(crate) mod board_seen_by_side;
mod contact_features;
mod race_features;
mod shots_escapes_and_point_making;

use board_seen_by_side::BoardSeenBySide;

use super::bearoff::BearoffSource;
use super::position_class::PositionClass;
use crate::games::backgammon::board::{Board, PLACE_COUNT};

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
    use super::place_inputs;

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
