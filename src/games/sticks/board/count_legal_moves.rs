//! Counts legal moves, and the replies to all of them, without making a move.

use super::holes_and_pieces::{Hole, Piece, PieceSource, Pieces};
use super::win_detection::WinningHoles;

/// How many moves the side of `own` has against `other`, if the game goes on.
#[inline]
pub(super) fn count_moves(own: &Pieces, other: &Pieces) -> u64 {
    Piece::ALL
        .into_iter()
        .map(|piece| {
            own.source(piece).choices() * u64::from(own.open_to(piece, other).count_ones())
        })
        .sum()
}

/// The leaves two plies below: the opponent's moves, summed over the moves of the side of `own`.
///
/// `winning` are the winning holes of `own`; with `is_last_shift` a shift ends the game as a draw.
/// No move is made: all drops of a kind, and all shifts of a piece, leave the opponent the same
/// choices except for the one hole that they fill.
pub(super) fn count_replies(
    own: &Pieces,
    other: &Pieces,
    winning: WinningHoles,
    is_last_shift: bool,
) -> u64 {
    let mut leaves = 0;
    for piece in Piece::ALL {
        let open = own.open_to(piece, other);
        match own.source(piece) {
            PieceSource::Tray => {
                leaves += count_replies_to(own, other, piece, open & !winning.with(piece));
            }
            PieceSource::Board(holes) if !is_last_shift => {
                for from in Hole::all_in(holes) {
                    let mut lifted = *own;
                    lifted.toggle(piece, from);
                    let not_winning = open & !WinningHoles::of(&lifted).with(piece);
                    leaves += count_replies_to(&lifted, other, piece, not_winning);
                }
            }
            PieceSource::Board(_) | PieceSource::Nothing => {}
        }
    }
    leaves
}

/// The opponent's moves, summed over the holes into which the piece goes without winning.
fn count_replies_to(own: &Pieces, other: &Pieces, piece: Piece, holes: u64) -> u64 {
    let empty = holes & !other.all();
    let kept_out: u64 = Piece::ALL
        .into_iter()
        .filter(|theirs| !piece.shares_with(*theirs))
        .map(|theirs| other.source(theirs).choices())
        .sum();
    let each = count_moves(other, own);
    u64::from(holes.count_ones()) * each - u64::from(empty.count_ones()) * kept_out
}
