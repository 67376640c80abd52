//! The moves of a node, and the scores that order them.

use crate::games::sticks::packed_move::Code;
use crate::games::sticks::pieces::{Hole, Piece, Source};
use crate::games::sticks::search_board::Field;
use crate::games::sticks::search_board::threats::Four;

/// What a move that threatens to win is worth above what it adds to the value.
const THREAT: i32 = 150;
/// The same where the threat cannot be stopped, as far as can be seen.
const DOUBLE: i32 = 1 << 16;
/// Of the pieces of a kind on the board, this many are lifted: those that are missed least.
pub(super) const LIFTS: usize = 3;

/// Gives every move of a node with its slot and score; of a kind on the board, `lifts_wanted`
/// pieces at most are lifted.
#[inline]
pub(super) fn list(
    field: &Field,
    fours: &[Four],
    lifts_wanted: usize,
    mut add: impl FnMut(Code, usize, i32),
) {
    let mover = field.mover();
    for piece in Piece::ALL {
        let open = field.open_to(mover, piece);
        match field.source(mover, piece) {
            Source::Nothing => {}
            Source::Tray => {
                for to in Hole::all_in(open) {
                    let gain = field.gain(piece, to) + threat(fours, piece, to);
                    add(Code::drop(piece, to), Code::slot(piece, to), gain);
                }
            }
            Source::Board(holes) if lifts_wanted == LIFTS => {
                let lifts = lifts(field, piece, holes);
                for to in Hole::all_in(open) {
                    let gain = field.gain(piece, to) + threat(fours, piece, to);
                    for (loss, from) in lifts.into_iter().flatten() {
                        add(Code::shift(from, to), Code::slot(piece, to), gain + loss);
                    }
                }
            }
            Source::Board(holes) => {
                for to in Hole::all_in(open) {
                    let gain = field.gain(piece, to) + threat(fours, piece, to);
                    for from in Hole::all_in(holes) {
                        let loss = field.loss(piece, from);
                        add(Code::shift(from, to), Code::slot(piece, to), gain + loss);
                    }
                }
            }
        }
    }
}

/// The pieces of a kind that are missed least, with what lifting them changes.
pub(super) fn lifts(field: &Field, piece: Piece, holes: u64) -> [Option<(i32, Hole)>; LIFTS] {
    let mut best = [None; LIFTS];
    for from in Hole::all_in(holes) {
        let mut next = Some((field.loss(piece, from), from));
        for place in &mut best {
            if place.is_none_or(|(loss, _)| next.is_some_and(|(other, _)| other > loss)) {
                std::mem::swap(place, &mut next);
            }
        }
    }
    best
}

/// What the threats of a piece in a hole promise.
fn threat(fours: &[Four], piece: Piece, to: Hole) -> i32 {
    let found = fours.iter().find(|four| four.piece == piece && four.to == to.bit());
    found.map_or(0, |four| if four.is_double() { DOUBLE } else { THREAT })
}
