//! The two players of a game, and how a finished game ended.

/// One of the two players: the one that starts a game by its rules, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player that moves first at the start position (red, X, player 1).
    First,
    /// The other player (yellow, O, player 2).
    Second,
}

impl Side {
    /// Both sides, `First` before `Second`.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent of this side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for `First`, 1 for `Second`: the index into a pair of per-side values.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

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
