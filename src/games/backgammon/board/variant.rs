//! The variants, with their start positions.

use super::{Checkers, PLACE_COUNT};

/// How the checkers are set up at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// The usual game.
    #[default]
    Standard,
    /// Two more checkers far back: four on the 24- and 23-points together.
    Nackgammon,
    /// Three checkers a side, on the three points furthest from home.
    Hypergammon,
}

impl Variant {
    /// Every variant with its name.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("standard", Self::Standard),
        ("nackgammon", Self::Nackgammon),
        ("hypergammon", Self::Hypergammon),
    ];

    /// Where either side's checkers stand at the start, as pairs of point and number.
    const fn places(self) -> &'static [(usize, u8)] {
        match self {
            Self::Standard => &[(24, 2), (13, 5), (8, 3), (6, 5)],
            Self::Nackgammon => &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)],
            Self::Hypergammon => &[(24, 1), (23, 1), (22, 1)],
        }
    }

    /// The checkers of either side at the start.
    pub fn start(self) -> Checkers {
        let mut counts = [0; PLACE_COUNT];
        for (point, number) in self.places() {
            counts[*point] = *number;
        }
        Checkers::from_counts(&counts)
    }

    /// How many checkers a side has: 15, or 3 in hypergammon.
    pub fn checkers_per_side(self) -> u8 {
        self.places().iter().map(|(_, number)| number).sum()
    }
}
