//! Which moves a node looks at, and what they promise.

use super::memory::Memory;
use super::node::Node;
use crate::games::sticks::code::Code;
use crate::games::sticks::field::Field;
use crate::games::sticks::field::threats::Four;
use crate::games::sticks::pieces::{Hole, Piece, Source};
use crate::search::tt::PackedMove;

/// What the best move of the table is listed with.
const FIRST: i32 = 1 << 20;
/// What a move that threatens to win is worth above what it adds to the value.
const THREAT: i32 = 150;
/// The same where the threat cannot be stopped, as far as can be seen.
const DOUBLE: i32 = 1 << 16;
/// Of the pieces of a kind on the board, so many of those that are missed least are moved.
const LIFTS: usize = 3;

/// Lists the moves of a node without danger: of shifts those that lift what is missed least.
pub(super) fn quiet(field: &Field, node: &Node, fours: &[Four], memory: &mut Memory) {
    let mover = field.mover();
    for piece in Piece::ALL {
        let open = field.open_to(mover, piece);
        match field.source(mover, piece) {
            Source::Nothing => {}
            Source::Tray => {
                for to in Hole::all_in(open) {
                    let gain = field.gain(piece, to) + threat(fours, piece, to);
                    add(field, node, memory, (gain, Code::drop(piece, to)));
                }
            }
            Source::Board(holes) => {
                let lifts = lifts(field, piece, holes);
                for to in Hole::all_in(open) {
                    let gain = field.gain(piece, to) + threat(fours, piece, to);
                    for (loss, from) in lifts.into_iter().flatten() {
                        add(field, node, memory, (gain + loss, Code::shift(from, to)));
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

#[inline]
fn add(field: &Field, node: &Node, memory: &mut Memory, (gain, code): (i32, Code)) {
    let promise = if code == node.best {
        FIRST
    } else {
        let place = (node.here.ply, field.mover(), node.here.before);
        gain + memory.bonus(place, code, code.place(field))
    };
    memory.moves.push((promise, code));
}

/// Brings the move of the greatest promise to the front; of equals the one listed first.
pub(super) fn bring_best(moves: &mut [(i32, Code)]) {
    let most = moves.iter().map(|(promise, _)| *promise).max();
    if let Some(at) = moves.iter().position(|(promise, _)| Some(*promise) == most) {
        moves.swap(0, at);
    }
}

/// Puts a known move to the front of a list.
pub(super) fn bring(moves: &mut [(i32, Code)], known: Code) {
    if let Some((promise, _)) =
        moves.iter_mut().find(|(_, code)| *code == known && known != Code::NONE)
    {
        *promise = FIRST;
    }
}
