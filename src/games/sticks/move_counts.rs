//! Counting moves, and the replies to all moves, without making them.

use super::pieces::{Piece, Pieces, Source};
use super::rules::{DRAW_PLIES, Sticks};
use super::winning_lines::Winning;
use crate::game::Position;

/// How many moves the side of `own` has against `other`, if the game goes on.
#[inline]
pub(super) fn moves(own: &Pieces, other: &Pieces) -> u64 {
    Piece::ALL
        .into_iter()
        .map(|piece| {
            own.source(piece).choices() * u64::from(own.open_to(piece, other).count_ones())
        })
        .sum()
}

/// The leaves two plies below: the moves of the opponent, summed over the moves here.
///
/// No move is made: all drops of a kind, and all shifts of a piece, leave the opponent the same
/// choices but for the one hole they fill.
pub(super) fn replies(position: &Sticks) -> u64 {
    if position.count_moves() == 0 {
        return 0;
    }
    let mover = position.mover();
    let (own, other) = (position.pieces(mover), position.pieces(mover.other()));
    let last_shift = position.since_drop() + 1 >= DRAW_PLIES;
    let mut leaves = 0;
    for piece in Piece::ALL {
        let open = own.open_to(piece, other);
        match own.source(piece) {
            Source::Tray => {
                let quiet = open & !position.winning(mover).with(piece);
                leaves += after(own, other, piece, quiet);
            }
            Source::Board(holes) if !last_shift => {
                for from in super::Hole::all_in(holes) {
                    let mut lifted = *own;
                    lifted.toggle(piece, from);
                    let quiet = open & !Winning::of(&lifted).with(piece);
                    leaves += after(&lifted, other, piece, quiet);
                }
            }
            Source::Board(_) | Source::Nothing => {}
        }
    }
    leaves
}

/// The opponent's moves, summed over the holes into which the piece goes without winning.
fn after(own: &Pieces, other: &Pieces, piece: Piece, holes: u64) -> u64 {
    let empty = holes & !other.all();
    let kept_out: u64 = Piece::ALL
        .into_iter()
        .filter(|theirs| !piece.shares_with(*theirs))
        .map(|theirs| other.source(theirs).choices())
        .sum();
    let each = moves(other, own);
    u64::from(holes.count_ones()) * each - u64::from(empty.count_ones()) * kept_out
}
