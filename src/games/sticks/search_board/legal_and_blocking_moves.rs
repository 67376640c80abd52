//! Lists of the legal moves, and of those that block a win, each with the change of the value
//! **for the mover** that it makes.

use super::board::{SearchBoard, WinsByKind, holes_of};
use crate::games::sticks::board::holes_and_pieces::{Hole, Piece, PieceSource};
use crate::games::sticks::board::move_and_packed_move::PackedSticksMove;
use crate::games::sticks::board::win_detection::has_line;
use crate::search::pvs::Scored;

impl SearchBoard {
    /// Adds every legal move.
    pub(in crate::games::sticks) fn list_all(&self, moves: &mut Vec<Scored<PackedSticksMove>>) {
        for piece in Piece::ALL {
            self.list(piece, self.open_to(self.mover(), piece), moves);
        }
    }

    /// Whether a shift leads to a position with one of these keys.
    pub(in crate::games::sticks) fn can_shift_to(&self, keys: &[u64]) -> bool {
        if keys.is_empty() {
            return false;
        }
        let mut moves = Vec::new();
        self.list_all(&mut moves);
        moves.iter().map(|(_, packed)| packed.unpacked()).any(|m| {
            let mut after = *self;
            m.from().is_some() && {
                after.play(m);
                keys.contains(&after.key())
            }
        })
    }

    /// Adds every move that blocks these wins of the other side, all of which are in one hole.
    ///
    /// Lifting a piece may open another hole to the other side; that is not checked.
    pub(in crate::games::sticks) fn list_blocks(
        &self,
        wins: WinsByKind,
        moves: &mut Vec<Scored<PackedSticksMove>>,
    ) {
        let kinds = self.blocking_kinds(wins);
        for piece in Piece::ALL.into_iter().filter(|piece| kinds[piece.index()]) {
            self.list(piece, holes_of(wins), moves);
        }
    }

    /// Adds the moves of a kind of piece into these holes, which must be open to it.
    fn list(&self, piece: Piece, holes: u64, moves: &mut Vec<Scored<PackedSticksMove>>) {
        match self.source(self.mover(), piece) {
            PieceSource::Nothing => {}
            PieceSource::Tray => {
                moves.extend(Hole::all_in(holes).map(|to| {
                    (self.change_by_placing(piece, to), PackedSticksMove::drop(piece, to))
                }));
            }
            PieceSource::Board(pieces) => {
                for to in Hole::all_in(holes) {
                    let placing = self.change_by_placing(piece, to);
                    moves.extend(Hole::all_in(pieces).map(|from| {
                        let lifting = self.change_by_lifting(piece, from);
                        (placing + lifting, PackedSticksMove::shift(from, to))
                    }));
                }
            }
        }
    }

    /// Whether the mover has a line after a move.
    pub(in crate::games::sticks) fn makes_line(&self, packed: PackedSticksMove) -> bool {
        let mut after = *self;
        after.play(packed.unpacked());
        has_line(after.pieces(self.mover()))
    }
}
