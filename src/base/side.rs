//! The two players of a game.

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
