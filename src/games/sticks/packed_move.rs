//! Moves in sixteen bits.

use super::moves::Move;
use crate::games::sticks::pieces::{Hole, Piece};
use crate::games::sticks::search_board::Field;
use crate::search::tt::PackedMove;

/// A move: the hole it goes to in bits 0 to 5; above, the hole it leaves, or 56 and the kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Code(u16);

/// Above the numbers of all holes: the first of three for the tray.
const TRAY: u16 = 56;

impl PackedMove for Code {
    /// From `a1` to `a1`, which nobody can move.
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

impl From<Move> for Code {
    fn from(m: Move) -> Self {
        Self::of(m)
    }
}

impl From<Code> for Move {
    fn from(code: Code) -> Self {
        code.unpacked()
    }
}

impl Code {
    /// The code of a drop.
    #[inline]
    pub(in crate::games::sticks) const fn drop(piece: Piece, to: Hole) -> Self {
        Self((TRAY + piece.index() as u16) << 6 | to.index() as u16)
    }

    /// The code of a shift.
    #[inline]
    pub(in crate::games::sticks) const fn shift(from: Hole, to: Hole) -> Self {
        Self((from.index() as u16) << 6 | to.index() as u16)
    }

    /// The code of a move.
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

    /// A number below 192 for the kind of piece and the hole it goes to.
    #[inline]
    pub(in crate::games::sticks) fn place(self, field: &Field) -> usize {
        let piece = field.piece_of(self.unpacked()).unwrap_or(Piece::Stick);
        Self::slot(piece, Hole::of_bit(u32::from(self.0 & 63)))
    }

    /// The same of a kind of piece and a hole.
    #[inline]
    pub(in crate::games::sticks) const fn slot(piece: Piece, to: Hole) -> usize {
        piece.index() << 6 | to.index()
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, PackedMove};
    use crate::game::{Notation, Position};
    use crate::games::sticks::Sticks;

    #[test]
    fn every_move_comes_back_from_its_code() {
        for fen in ["7/7/7/7/7/7/7 r", "4Xs1/xs2S1S/Shb1XBx/5S1/s2BSB1/SsbbSsX/SsbX1hB y"] {
            let game = Sticks::new().read_position(fen).unwrap();
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for m in moves {
                assert_eq!(Code::of(m).unpacked(), m);
                assert_ne!(Code::of(m), Code::NONE);
            }
        }
    }
}
