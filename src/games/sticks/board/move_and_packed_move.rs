//! A move: a piece from the tray, or a piece from one hole to another; also packed in 16 bits.

use super::holes_and_pieces::{HOLE_BITS, Hole, Piece};
use crate::search::tt;

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

/// A [`Move`] in 16 bits, for tables and lists of moves.
///
/// ```text
/// bit 15 .. 6                                                    5 .. 0
///     bit of the hole it leaves; 56 + kind of a piece of the tray  bit of the hole it goes to
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedSticksMove(u16);

/// The first of the three numbers for pieces of the tray, above the bits of all holes.
const TRAY: u16 = HOLE_BITS as u16;

impl tt::PackedMove for PackedSticksMove {
    /// From `a1` to `a1`, which is never a legal move.
    const NONE: Self = Self(0);

    #[inline]
    fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    fn from_bits(number: u16) -> Self {
        Self(number)
    }
}

impl From<Move> for PackedSticksMove {
    fn from(m: Move) -> Self {
        Self::of(m)
    }
}

impl From<PackedSticksMove> for Move {
    fn from(packed: PackedSticksMove) -> Self {
        packed.unpacked()
    }
}

impl PackedSticksMove {
    /// A drop, packed.
    #[inline]
    pub(in crate::games::sticks) const fn drop(piece: Piece, to: Hole) -> Self {
        Self((TRAY + piece.index() as u16) << 6 | to.index() as u16)
    }

    /// A shift, packed.
    #[inline]
    pub(in crate::games::sticks) const fn shift(from: Hole, to: Hole) -> Self {
        Self((from.index() as u16) << 6 | to.index() as u16)
    }

    /// Any move, packed.
    pub(in crate::games::sticks) const fn of(m: Move) -> Self {
        match m {
            Move::Drop { piece, to } => Self::drop(piece, to),
            Move::Shift { from, to } => Self::shift(from, to),
        }
    }

    /// The move.
    #[inline]
    pub(in crate::games::sticks) const fn unpacked(self) -> Move {
        let to = Hole::of_bit((self.0 & 63) as u32);
        match self.0 >> 6 {
            from @ 0..TRAY => Move::Shift { from: Hole::of_bit(from as u32), to },
            TRAY => Move::Drop { piece: Piece::Stick, to },
            57 => Move::Drop { piece: Piece::Hollow, to },
            _ => Move::Drop { piece: Piece::Solid, to },
        }
    }
}

/// The slot of a move in a history table, 0 to 191.
///
/// It depends on the kind of piece and the hole that it goes to.
#[inline]
pub const fn history_slot(piece: Piece, to: Hole) -> usize {
    piece.index() << 6 | to.index()
}

#[cfg(test)]
mod tests {
    use super::PackedSticksMove;
    use crate::game::{Notation, Position};
    use crate::games::sticks::Sticks;
    use crate::search::tt::PackedMove as _;

    #[test]
    fn every_move_comes_back_from_its_sixteen_bits() {
        for fen in ["7/7/7/7/7/7/7 r", "4Xs1/xs2S1S/Shb1XBx/5S1/s2BSB1/SsbbSsX/SsbX1hB y"] {
            let game = Sticks::new().read_position(fen).unwrap();
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for m in moves {
                assert_eq!(PackedSticksMove::of(m).unpacked(), m);
                assert_ne!(PackedSticksMove::of(m), PackedSticksMove::NONE);
            }
        }
    }
}
