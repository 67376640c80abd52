//! A style: the weight of each feature of a board, and what it does with the cube.

use super::cube_action::CubeThresholds;
use super::features::{Feature, FeatureCounts};

/// The weights of the features, and what it does with the cube.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PlayingStyle {
    /// In pips for each that is counted, of the side that has just played.
    pub(super) weights: FeatureCounts,
    /// The thresholds of its cube actions.
    pub(super) cube: CubeThresholds,
}

impl PlayingStyle {
    /// The score of a board for the side that has just played, in pips.
    pub(super) fn score(&self, counts: &FeatureCounts) -> f32 {
        self.weights.iter().zip(counts).map(|(weight, count)| weight * count).sum()
    }

    /// The weights that make up the score of a board: `pips 159 * -1 = -159, points 2 * 5 = 10`.
    ///
    /// The greatest first; those that add nothing are left out.
    pub(super) fn weights(&self, counts: &FeatureCounts) -> String {
        let mut parts: Vec<FeatureScore> = Feature::ALL
            .iter()
            .zip(self.weights.iter().zip(counts))
            .map(|((_, name), (weight, count))| FeatureScore {
                name,
                weight: *weight,
                count: *count,
            })
            .filter(|part| part.value() != 0.0)
            .collect();
        parts.sort_by(|a, b| b.value().abs().total_cmp(&a.value().abs()));
        parts.iter().map(FeatureScore::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// The addition of one feature to the score of a board.
struct FeatureScore {
    name: &'static str,
    /// The weight of one, in pips.
    weight: f32,
    /// How many there are.
    count: f32,
}

impl FeatureScore {
    /// What the feature adds to the score of a board, in pips for the side that has just played.
    fn value(&self) -> f32 {
        self.weight * self.count
    }
}

impl std::fmt::Display for FeatureScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = |number: f32| (f64::from(number) * 100.0).round() / 100.0 + 0.0;
        let [count, value] = [self.count, self.value()].map(hundredths);
        write!(f, "{} {count} * {} = {value}", self.name, self.weight)
    }
}
