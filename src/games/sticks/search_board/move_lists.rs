//! Lists of moves with what they change the value by **for the mover**.

use super::{Field, Wins};
use crate::games::sticks::packed_move::Code;
use crate::games::sticks::pieces::{Hole, Piece, Source};
use crate::games::sticks::winning_lines::has_line;

impl Field {
    /// Adds every legal move.
    pub(in crate::games::sticks) fn list_all(&self, moves: &mut Vec<(i32, Code)>) {
        for piece in Piece::ALL {
            self.list(piece, self.open_to(self.mover(), piece), moves);
        }
    }

    /// Adds every move that stops the wins of the other side, all of which are in one hole.
    ///
    /// A piece that is lifted may open another hole to it.
    pub(in crate::games::sticks) fn list_stops(&self, wins: Wins, moves: &mut Vec<(i32, Code)>) {
        let kinds = self.stops(wins);
        for piece in Piece::ALL.into_iter().filter(|piece| kinds[piece.index()]) {
            self.list(piece, wins[0] | wins[1] | wins[2], moves);
        }
    }

    /// Adds the moves of a kind into these holes, which are open to it.
    fn list(&self, piece: Piece, holes: u64, moves: &mut Vec<(i32, Code)>) {
        match self.source(self.mover(), piece) {
            Source::Nothing => {}
            Source::Tray => moves.extend(
                Hole::all_in(holes).map(|to| (self.gain(piece, to), Code::drop(piece, to))),
            ),
            Source::Board(pieces) => {
                for to in Hole::all_in(holes) {
                    let gain = self.gain(piece, to);
                    moves.extend(
                        Hole::all_in(pieces)
                            .map(|from| (gain + self.loss(piece, from), Code::shift(from, to))),
                    );
                }
            }
        }
    }

    /// Whether the mover has a line after a move.
    pub(in crate::games::sticks) fn makes_line(&self, code: Code) -> bool {
        let mut after = *self;
        after.play(code.unpacked());
        has_line(after.pieces(self.mover()))
    }
}
