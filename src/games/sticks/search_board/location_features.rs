//! The features of locations: what the network of the evaluation knows of five holes in line.
//!
//! A feature is what each side misses there for each of the three sequences: how many pieces, and
//! whether the other side cannot close one of the holes. Which of the sequences it is, and which
//! holes, does not count. So the patterns are grouped into [`FEATURE_COUNT`] features.

use std::sync::LazyLock;

use super::five_hole_patterns::{MissingHoles, PATTERN_COUNT, boxed, exchanged};
use crate::base::Side;
use crate::games::sticks::board::sequence_states::Sequence;

/// How many features there are.
pub const FEATURE_COUNT: usize = 78;

/// The feature of five empty holes.
pub const EMPTY_FEATURE: usize = 0;

/// What one side misses for the three sequences, in ascending order.
///
/// `None` for a blocked sequence; else the number of pieces, and whether a hole is unblockable.
type MissingOfSide = [Option<(u32, bool)>; 3];

/// The features of all patterns.
pub struct LocationFeatures {
    /// The feature of each pattern.
    pub of_pattern: Box<[u8; PATTERN_COUNT]>,
    /// The least pattern of each feature.
    pub first_pattern: Vec<u16>,
    /// For each feature that with the sides exchanged.
    pub exchanged: Vec<u8>,
}

/// Made at the first use, in some five milliseconds.
pub static LOCATION_FEATURES: LazyLock<LocationFeatures> = LazyLock::new(LocationFeatures::new);

impl LocationFeatures {
    fn new() -> Self {
        let mut known: Vec<[MissingOfSide; 2]> = Vec::new();
        let mut first_pattern = Vec::new();
        let mut number = |pattern: usize| {
            let missing = missing_of_both(pattern);
            let at = known.iter().position(|other| *other == missing).unwrap_or_else(|| {
                known.push(missing);
                first_pattern.push(pattern as u16);
                known.len() - 1
            });
            at as u8
        };
        let of_pattern = boxed((0..PATTERN_COUNT).map(&mut number).collect());
        let other = |pattern: &u16| of_pattern[exchanged(usize::from(*pattern))];
        let exchanged = first_pattern.iter().map(other).collect();
        Self { of_pattern, first_pattern, exchanged }
    }
}

/// What First and Second miss in a pattern.
fn missing_of_both(pattern: usize) -> [MissingOfSide; 2] {
    Side::BOTH.map(|side| {
        let mut of_side = Sequence::ALL.map(|sequence| {
            let missing = MissingHoles::of(pattern, side, sequence);
            (!missing.is_blocked()).then(|| (missing.count(), missing.is_unblockable()))
        });
        of_side.sort_unstable();
        of_side
    })
}

#[cfg(test)]
mod tests {
    use super::{EMPTY_FEATURE, FEATURE_COUNT, LOCATION_FEATURES, missing_of_both};
    use crate::games::sticks::search_board::five_hole_patterns::{
        PATTERN_COUNT, exchanged, pattern_from_letters, reversed,
    };

    #[test]
    fn patterns_have_one_feature_if_both_sides_miss_the_same() {
        let features = &*LOCATION_FEATURES;
        assert_eq!(features.first_pattern.len(), FEATURE_COUNT);
        for pattern in 0..PATTERN_COUNT {
            let feature = features.of_pattern[pattern];
            let first = usize::from(features.first_pattern[usize::from(feature)]);
            assert_eq!(missing_of_both(pattern), missing_of_both(first));
            assert_eq!(feature, features.of_pattern[reversed(pattern)]);
            let other = features.of_pattern[exchanged(pattern)];
            assert_eq!(other, features.exchanged[usize::from(feature)]);
        }
        let of = |text| features.of_pattern[pattern_from_letters(text).unwrap()];
        assert_eq!(usize::from(of(".....")), EMPTY_FEATURE);
        assert_eq!(of("SS..."), of("...SS"));
        assert_ne!(of("SS..."), of("ss..."));
        assert_ne!(of("SS..."), of("SSh.."));
    }
}
