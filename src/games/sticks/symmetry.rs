//! The same key for positions that are turned or mirrored into each other: eight images.
//!
//! Bit 0 of a symmetry mirrors left and right, bit 1 top and bottom; then bit 2 exchanges columns
//! and rows.

use std::sync::LazyLock;

use super::moves::Move;
use super::packed_move::Code;
use super::pieces::{BOARD, Hole, Piece, Pieces, WIDTH};
use super::rules::{self, Sticks};
use crate::base::Side;
use crate::search::player::opening_book::Symmetric;

/// By symmetry and [`Hole::index`]: where a hole goes. The first leaves all where they are.
static GOES: LazyLock<[[Hole; 56]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| std::array::from_fn(|index| goes(symmetry, index as u8)))
});

fn goes(symmetry: usize, index: u8) -> Hole {
    let (mut x, mut y) = (index % 8 % WIDTH, index / 8);
    if symmetry & 1 != 0 {
        x = WIDTH - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = WIDTH - 1 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    Hole::new(x, y).unwrap_or(Hole::of_bit(0))
}

/// The symmetry that undoes another.
const fn undoing(symmetry: usize) -> usize {
    match symmetry {
        5 => 6,
        6 => 5,
        other => other,
    }
}

/// The least of the keys of all images, and the symmetry that leads to that image.
pub(super) fn least_key(sides: [Pieces; 2], mover: Side) -> (u64, usize) {
    let mut keys = [rules::side_key(mover); 8];
    for (side, pieces) in Side::BOTH.into_iter().zip(sides) {
        for piece in Piece::ALL {
            for hole in Hole::all_in(pieces.of(piece)) {
                for (key, goes) in keys.iter_mut().zip(GOES.iter()) {
                    *key ^= rules::piece_key(side, piece, goes[hole.index()]);
                }
            }
        }
    }
    let mut least = (keys[0], 0);
    for found in keys.into_iter().zip(0..) {
        least = least.min(found);
    }
    least
}

/// A move as it is in the image under a symmetry.
pub(super) fn image(code: Code, symmetry: usize) -> Code {
    let goes = |hole: Hole| GOES[symmetry][hole.index()];
    Code::of(match code.unpacked() {
        Move::Drop { piece, to } => Move::Drop { piece, to: goes(to) },
        Move::Shift { from, to } => Move::Shift { from: goes(from), to: goes(to) },
    })
}

/// The move whose image under a symmetry this is.
pub(super) fn origin(code: Code, symmetry: usize) -> Code {
    image(code, undoing(symmetry))
}

/// The holes of which one stands for each set that the symmetries exchange: ten of them.
pub fn corner_holes() -> Vec<Hole> {
    let is_least = |hole: &Hole| GOES.iter().all(|goes| goes[hole.index()] >= *hole);
    Hole::all_in(BOARD).filter(is_least).collect()
}

impl Symmetric for Sticks {
    fn least_key(&self) -> (u64, usize) {
        least_key(Side::BOTH.map(|side| *self.pieces(side)), self.mover())
    }

    fn image(&self, m: Move, symmetry: usize) -> Move {
        image(Code::of(m), symmetry).unpacked()
    }

    fn origin(&self, m: Move, symmetry: usize) -> Move {
        origin(Code::of(m), symmetry).unpacked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Position};

    #[test]
    fn images_have_one_key_and_moves_come_back() {
        let game = Sticks::new().read_position("7/2b4/3h3/2sSB2/3S3/7/7 y").unwrap();
        let (key, least) = game.least_key();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for symmetry in 0..8 {
            let sides = Side::BOTH.map(|side| {
                let mut turned = Pieces::default();
                for piece in Piece::ALL {
                    for hole in Hole::all_in(game.pieces(side).of(piece)) {
                        turned.toggle(piece, GOES[symmetry][hole.index()]);
                    }
                }
                turned
            });
            let image_of = Sticks::set_up(sides, game.mover(), 0);
            assert_eq!(image_of.least_key().0, key);
            assert!(image_of.key() >= key && (symmetry != least || image_of.key() == key));
            for m in &moves {
                assert_eq!(game.origin(game.image(*m, symmetry), symmetry), *m);
                assert!(image_of.allows(game.image(*m, symmetry)).is_ok());
            }
        }
    }

    #[test]
    fn ten_holes_stand_for_all() {
        assert_eq!(corner_holes().len(), 10);
    }
}
