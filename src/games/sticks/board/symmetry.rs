//! The images of holes, moves and positions under the eight symmetries of [`crate::board::symmetry`],
//! and one key for all images of a position.

use std::sync::LazyLock;

use super::holes_and_pieces::{ALL_HOLES, HOLE_BITS, Hole, Piece, Pieces, WIDTH};
use super::move_and_packed_move::{Move, PackedSticksMove};
use super::rules::{self, Sticks};
use crate::base::Side;
use crate::board::symmetry;
use crate::search::player::opening_book::Symmetric;

/// By symmetry and [`Hole::index`]: the image of a hole. The first symmetry is the identity.
static IMAGES: LazyLock<[[Hole; HOLE_BITS]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|index| image_of_hole(symmetry, index as u8))
    })
});

fn image_of_hole(symmetry: usize, index: u8) -> Hole {
    let cell = (index % 8 % WIDTH, index / 8);
    let (x, y) = symmetry::image(cell, (WIDTH, WIDTH), symmetry);
    Hole::new(x, y).unwrap_or(Hole::of_bit(0))
}

/// The least of the keys of all images, and the symmetry that leads to that image.
pub(in crate::games::sticks) fn least_key(sides: [Pieces; 2], mover: Side) -> (u64, usize) {
    let mut keys = [rules::side_key(mover); 8];
    for (side, pieces) in Side::BOTH.into_iter().zip(sides) {
        for piece in Piece::ALL {
            for hole in Hole::all_in(pieces.of(piece)) {
                for (key, images) in keys.iter_mut().zip(IMAGES.iter()) {
                    *key ^= rules::piece_key(side, piece, images[hole.index()]);
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

/// The image of a move under a symmetry.
pub(in crate::games::sticks) fn image(
    packed: PackedSticksMove,
    symmetry: usize,
) -> PackedSticksMove {
    let image = |hole: Hole| IMAGES[symmetry][hole.index()];
    PackedSticksMove::of(match packed.unpacked() {
        Move::Drop { piece, to } => Move::Drop { piece, to: image(to) },
        Move::Shift { from, to } => Move::Shift { from: image(from), to: image(to) },
    })
}

/// The move whose image under a symmetry this is.
pub(in crate::games::sticks) fn origin(
    packed: PackedSticksMove,
    symmetry: usize,
) -> PackedSticksMove {
    image(packed, symmetry::inverse(symmetry))
}

/// Ten holes, one of each set that the symmetries map to each other.
pub fn representative_holes() -> Vec<Hole> {
    let is_least = |hole: &Hole| IMAGES.iter().all(|images| images[hole.index()] >= *hole);
    Hole::all_in(ALL_HOLES).filter(is_least).collect()
}

impl Symmetric for Sticks {
    fn least_key(&self) -> (u64, usize) {
        least_key(Side::BOTH.map(|side| *self.pieces(side)), self.mover())
    }

    fn image(&self, m: Move, symmetry: usize) -> Move {
        image(PackedSticksMove::of(m), symmetry).unpacked()
    }

    fn origin(&self, m: Move, symmetry: usize) -> Move {
        origin(PackedSticksMove::of(m), symmetry).unpacked()
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
                let mut image = Pieces::default();
                for piece in Piece::ALL {
                    for hole in Hole::all_in(game.pieces(side).of(piece)) {
                        image.toggle(piece, IMAGES[symmetry][hole.index()]);
                    }
                }
                image
            });
            let image_of = Sticks::from_parts(sides, game.mover(), 0);
            assert_eq!(image_of.least_key().0, key);
            assert!(image_of.key() >= key && (symmetry != least || image_of.key() == key));
            for m in &moves {
                assert_eq!(game.origin(game.image(*m, symmetry), symmetry), *m);
                assert!(image_of.check_legal(game.image(*m, symmetry)).is_ok());
            }
        }
    }

    #[test]
    fn ten_holes_stand_for_all() {
        assert_eq!(representative_holes().len(), 10);
    }
}
