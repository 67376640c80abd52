//! Weaker play on purpose: fewer nodes, and now and then a move picked at random.

use crate::base::SplitMix64;

/// Nodes a move, and slips in a thousand moves, for the levels 0 to 19.
///
/// Made by rule: the nodes double or so from level to level, and the slips fade out at level 10.
/// Their order was seen in matches of `generic` against itself two levels apart, from varied
/// openings with sides swapped: Connect Four, levels 0 to 16, 60 games a pair, 78, 70, 59, 73,
/// 66, 58, 57 and 55 % (± 13); Sticks 'n' Barrels, 0 to 12, 40 games, 88, 65, 58, 78, 89 and
/// 63 % (± 15). Four levels apart, 0 to 12: Connect 5, 40 games, 93, 88 and 88 % (± 10);
/// backgammon, 200 games, 98, 73 and 60 % (± 7).
const LEVELS: [(u64, u64); 20] = [
    (2, 600),
    (10, 500),
    (25, 400),
    (50, 320),
    (100, 250),
    (200, 190),
    (400, 140),
    (800, 95),
    (1_500, 60),
    (3_000, 30),
    (6_000, 0),
    (12_000, 0),
    (25_000, 0),
    (50_000, 0),
    (100_000, 0),
    (200_000, 0),
    (400_000, 0),
    (800_000, 0),
    (1_600_000, 0),
    (3_200_000, 0),
];

/// A playing strength from 0 (weakest) to 20 (full).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    nodes: u64,
    slips: u64,
}

impl Level {
    /// Full strength.
    pub const FULL: Self = Self { nodes: u64::MAX, slips: 0 };

    /// The level of this number; numbers outside 0–20 count as the nearest of them.
    pub fn new(number: i64) -> Self {
        usize::try_from(number.max(0))
            .ok()
            .and_then(|number| LEVELS.get(number))
            .map_or(Self::FULL, |&(nodes, slips)| Self { nodes, slips })
    }

    /// The most nodes a move may take, at least 2; `u64::MAX` at full strength.
    pub const fn nodes(self) -> u64 {
        self.nodes
    }

    /// Draws whether this move is to be picked at random.
    ///
    /// Draws nothing from the stream at levels where that never happens.
    pub const fn slips(self, random: &mut SplitMix64) -> bool {
        self.slips > 0 && random.below(1_000) < self.slips
    }
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, Level};

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        assert!(LEVELS.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 >= pair[1].1));
    }

    #[test]
    fn numbers_out_of_range_are_the_nearest_level() {
        assert_eq!(Level::new(-5), Level::new(0));
        assert_eq!(Level::new(i64::MAX), Level::FULL);
        assert_eq!(Level::new(20), Level::FULL);
        assert_ne!(Level::new(19), Level::FULL);
    }
}
