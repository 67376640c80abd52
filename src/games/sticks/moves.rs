//! A move: a piece from the tray, or a piece from one hole to another.

use super::pieces::{Hole, Piece};

/// One move. Identical pieces of the tray make identical moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A piece of the tray goes into a hole.
    Drop {
        /// Its kind.
        piece: Piece,
        /// The hole it goes into.
        to: Hole,
    },
    /// The mover's piece in one hole goes into another.
    Shift {
        /// The hole it leaves; a piece of the other side may stay there.
        from: Hole,
        /// The hole it goes into.
        to: Hole,
    },
}

impl Move {
    /// The hole the piece goes into.
    #[inline]
    pub const fn to(self) -> Hole {
        match self {
            Self::Drop { to, .. } | Self::Shift { to, .. } => to,
        }
    }

    /// The hole a shifted piece leaves.
    #[inline]
    pub const fn from(self) -> Option<Hole> {
        match self {
            Self::Drop { .. } => None,
            Self::Shift { from, .. } => Some(from),
        }
    }
}
