//! The moves of a node with the scores that order them; few of the shifts are selected.

use crate::games::sticks::board::holes_and_pieces::{Hole, Piece, PieceSource};
use crate::games::sticks::board::move_and_packed_move::{PackedSticksMove, history_slot};
use crate::games::sticks::search_board::SearchBoard;
use crate::games::sticks::search_board::four_making_moves::Four;

/// Added to the score of a move that threatens to win next, besides the change of value that it
/// makes; in hundredths. Set by hand; no measurement is recorded.
const FOUR_SCORE: i32 = 150;
/// Added instead if the threat is double or unblockable: such a move comes first. Set by hand:
/// above every other score.
const UNSTOPPABLE_FOUR_SCORE: i32 = 1 << 16;
/// Move selection: of the pieces of a kind on the board, this many are shifted, those whose lifting
/// costs the least value. The README of the game has what the technique is worth; for the number no
/// measurement is recorded.
pub(super) const SELECTED_LIFTS: usize = 3;

/// Calls `add` for every move of a node with its history slot and score.
///
/// With `selects`, at most [`SELECTED_LIFTS`] pieces of a kind on the board are shifted.
#[inline]
pub(super) fn list_candidates(
    board: &SearchBoard,
    fours: &[Four],
    selects: bool,
    mut add: impl FnMut(PackedSticksMove, usize, i32),
) {
    let mover = board.mover();
    for piece in Piece::ALL {
        let open = board.open_to(mover, piece);
        match board.source(mover, piece) {
            PieceSource::Nothing => {}
            PieceSource::Tray => {
                for to in Hole::all_in(open) {
                    let placing = board.change_by_placing(piece, to) + four_score(fours, piece, to);
                    add(PackedSticksMove::drop(piece, to), history_slot(piece, to), placing);
                }
            }
            PieceSource::Board(holes) if selects => {
                let lifts = select_lifts(board, piece, holes);
                for to in Hole::all_in(open) {
                    let placing = board.change_by_placing(piece, to) + four_score(fours, piece, to);
                    for (lifting, from) in lifts.into_iter().flatten() {
                        add(
                            PackedSticksMove::shift(from, to),
                            history_slot(piece, to),
                            placing + lifting,
                        );
                    }
                }
            }
            PieceSource::Board(holes) => {
                for to in Hole::all_in(open) {
                    let placing = board.change_by_placing(piece, to) + four_score(fours, piece, to);
                    for from in Hole::all_in(holes) {
                        let lifting = board.change_by_lifting(piece, from);
                        add(
                            PackedSticksMove::shift(from, to),
                            history_slot(piece, to),
                            placing + lifting,
                        );
                    }
                }
            }
        }
    }
}

/// The pieces of a kind whose lifting costs least, each with the change of the value, best first.
pub(super) fn select_lifts(
    board: &SearchBoard,
    piece: Piece,
    holes: u64,
) -> [Option<(i32, Hole)>; SELECTED_LIFTS] {
    let mut best = [None; SELECTED_LIFTS];
    for from in Hole::all_in(holes) {
        let mut next = Some((board.change_by_lifting(piece, from), from));
        for place in &mut best {
            if place.is_none_or(|(change, _)| next.is_some_and(|(other, _)| other > change)) {
                std::mem::swap(place, &mut next);
            }
        }
    }
    best
}

/// Bonus to the ordering score of a move for the fours that it makes, for the side that makes it.
///
/// 0, [`FOUR_SCORE`] or [`UNSTOPPABLE_FOUR_SCORE`], in the unit of the ordering score.
fn four_score(fours: &[Four], piece: Piece, to: Hole) -> i32 {
    let found = fours.iter().find(|four| four.piece == piece && four.to == to.bit());
    found.map_or(0, |four| if four.is_unstoppable() { UNSTOPPABLE_FOUR_SCORE } else { FOUR_SCORE })
}
