//! The same key for positions that are turned or mirrored into each other.

use std::sync::LazyLock;

use crate::base::Side;
use crate::games::sticks::code::Code;
use crate::games::sticks::field::Field;
use crate::games::sticks::moves::Move;
use crate::games::sticks::pieces::{Hole, Piece, WIDTH};
use crate::games::sticks::rules;

/// From this many pieces on the board on, a position is its own image.
const MANY: u32 = 9;

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
///
/// Where there are many pieces, the key of the position itself.
pub(super) fn least_key(field: &Field) -> (u64, usize) {
    let [first, second] = Side::BOTH.map(|side| *field.pieces(side));
    if first.all().count_ones() + second.all().count_ones() >= MANY {
        return (field.key(), 0);
    }
    let mut keys = [rules::side_key(field.mover()); 8];
    for (side, pieces) in Side::BOTH.into_iter().zip([first, second]) {
        for piece in Piece::ALL {
            for hole in Hole::all_in(pieces.of(piece)) {
                for (key, goes) in keys.iter_mut().zip(GOES.iter()) {
                    *key ^= rules::piece_key(side, piece, goes[hole.index()]);
                }
            }
        }
    }
    let found = keys.into_iter().zip(0..).min();
    found.unwrap_or((field.key(), 0))
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
    Hole::all_in(crate::games::sticks::pieces::BOARD).filter(is_least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Position};
    use crate::games::sticks::Sticks;

    #[test]
    fn images_have_one_key_and_moves_come_back() {
        let game = Sticks::new().read_position("7/2b4/3h3/2sSB2/3S3/7/7 y").unwrap();
        let (key, _) = least_key(&Field::new(&game));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for symmetry in 0..8 {
            let sides = Side::BOTH.map(|side| {
                let mut turned = crate::games::sticks::Pieces::default();
                for piece in Piece::ALL {
                    for hole in Hole::all_in(game.pieces(side).of(piece)) {
                        turned.toggle(piece, GOES[symmetry][hole.index()]);
                    }
                }
                turned
            });
            let image_of = Sticks::set_up(sides, game.mover(), 0);
            assert_eq!(least_key(&Field::new(&image_of)).0, key);
            for m in &moves {
                let code = Code::of(*m);
                assert_eq!(origin(image(code, symmetry), symmetry), code);
                assert!(image_of.allows(image(code, symmetry).unpacked()).is_ok());
            }
        }
    }

    #[test]
    fn ten_holes_stand_for_all() {
        assert_eq!(corner_holes().len(), 10);
    }
}
