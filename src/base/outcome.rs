//! How a finished game ended.

use super::side::Side;

/// The result of one finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One side won.
    Win {
        /// The winner.
        side: Side,
        /// The stake won, at least 1: 1 in games without stakes; with a doubling cube 1 to 3 × cube.
        points: u32,
    },
    /// Neither side won.
    Draw,
}

impl Outcome {
    /// A plain win of one point.
    pub const fn win(side: Side) -> Self {
        Self::Win { side, points: 1 }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win { side, .. } => Some(side),
            Self::Draw => None,
        }
    }

    /// The stake that changes hands: 0 for a draw.
    pub const fn points(self) -> u32 {
        match self {
            Self::Win { points, .. } => points,
            Self::Draw => 0,
        }
    }
}
