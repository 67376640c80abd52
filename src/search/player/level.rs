//! The option `Level`, the playing strength.

use super::options::MAX_LEVEL;
use crate::base::SplitMix64;

/// The levels 0 to 19: the nodes of a move, and the random moves in a thousand.
///
/// Chosen by rule: the nodes about double from level to level, and the random moves become fewer
/// until there are none from level 10 on. Matches of `generic` against itself, in the README of each
/// game, show that higher levels are stronger.
const LEVELS: [Level; MAX_LEVEL as usize] = [
    Level::of(2, 600),
    Level::of(10, 500),
    Level::of(25, 400),
    Level::of(50, 320),
    Level::of(100, 250),
    Level::of(200, 190),
    Level::of(400, 140),
    Level::of(800, 95),
    Level::of(1_500, 60),
    Level::of(3_000, 30),
    Level::of(6_000, 0),
    Level::of(12_000, 0),
    Level::of(25_000, 0),
    Level::of(50_000, 0),
    Level::of(100_000, 0),
    Level::of(200_000, 0),
    Level::of(400_000, 0),
    Level::of(800_000, 0),
    Level::of(1_600_000, 0),
    Level::of(3_200_000, 0),
];

/// A playing strength from 0 (weakest) to 20 (full).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The most nodes of a move, at least 2; `u64::MAX` at full strength.
    nodes: u64,
    /// How many of a thousand moves are picked at random, 0 to 600; 0 from level 10 on.
    random_per_mille: u64,
}

impl Level {
    /// Full strength.
    pub const FULL: Self = Self::of(u64::MAX, 0);

    const fn of(nodes: u64, random_per_mille: u64) -> Self {
        Self { nodes, random_per_mille }
    }

    /// The level of this number; numbers outside 0–20 count as the nearest of them.
    pub fn new(number: i64) -> Self {
        usize::try_from(number.max(0))
            .ok()
            .and_then(|number| LEVELS.get(number))
            .map_or(Self::FULL, |level| *level)
    }

    /// The most nodes a move may take, at least 2; `u64::MAX` at full strength.
    pub const fn nodes(self) -> u64 {
        self.nodes
    }

    /// Draws whether this move is to be picked at random.
    ///
    /// Draws nothing from the stream at levels where that never happens.
    pub const fn draws_random_move(self, stream: &mut SplitMix64) -> bool {
        self.random_per_mille > 0 && stream.below(1_000) < self.random_per_mille
    }
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, Level};

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        assert!(LEVELS.windows(2).all(|pair| {
            pair[0].nodes < pair[1].nodes && pair[0].random_per_mille >= pair[1].random_per_mille
        }));
    }

    #[test]
    fn numbers_out_of_range_are_the_nearest_level() {
        assert_eq!(Level::new(-5), Level::new(0));
        assert_eq!(Level::new(i64::MAX), Level::FULL);
        assert_eq!(Level::new(20), Level::FULL);
        assert_ne!(Level::new(19), Level::FULL);
    }
}
