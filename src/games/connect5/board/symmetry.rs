//! The symmetries of the board, for the opening book: eight images of a position by rotation and
//! reflection, or four if the board is not square, as [`crate::board::symmetry`] numbers them.

use super::cell::Cell;
use super::rules::{Board, stone_key};
use crate::base::Side;
use crate::board::{Grid, symmetry};
use crate::game::Position;
use crate::search::player::opening_book::Symmetric;

impl Board {
    /// How many symmetries there are; some images may be equal.
    const fn symmetries(&self) -> usize {
        let (width, height) = self.size();
        if width == height { 8 } else { 4 }
    }

    /// Every stone with its owner.
    fn all_stones(&self) -> impl Iterator<Item = (Cell, Side)> {
        let (width, height) = self.size();
        Grid::new(width, height).cells().filter_map(|(x, y)| {
            let cell = Cell { x: x as u8, y: y as u8 };
            self.stone(x, y).map(|side| (cell, side))
        })
    }
}

impl Symmetric for Board {
    fn least_key(&self) -> (u64, usize) {
        let stones = self.all_stones().map(|(cell, side)| stone_key(cell, side));
        let empty = stones.fold(self.key(), |key, stone| key ^ stone);
        let key_of = |symmetry| {
            let images = self.all_stones().map(|(cell, side)| (self.image(cell, symmetry), side));
            images.fold(empty, |key, (cell, side)| key ^ stone_key(cell, side))
        };
        let keys = (0..self.symmetries()).map(|symmetry| (key_of(symmetry), symmetry));
        keys.min().unwrap_or((self.key(), 0))
    }

    fn image(&self, cell: Cell, symmetry: usize) -> Cell {
        let (width, height) = self.size();
        let size = (width as u8, height as u8);
        let (x, y) = symmetry::image((cell.x, cell.y), size, symmetry);
        Cell { x, y }
    }

    fn origin(&self, cell: Cell, symmetry: usize) -> Cell {
        self.image(cell, symmetry::inverse(symmetry))
    }
}

#[cfg(test)]
mod tests {
    use super::Symmetric;
    use crate::base::SplitMix64;
    use crate::game::Position;
    use crate::games::connect5::{Board, Cell, Rule};

    #[test]
    fn least_key_is_that_of_the_least_image_and_moves_come_back() {
        let mut random = SplitMix64::new(8);
        for (width, height, count) in [(7, 7, 8), (9, 6, 4), (5, 22, 4)] {
            let start = Board::with(width, height, Rule::Renju).unwrap();
            let (mut board, mut played) = (start.clone(), Vec::new());
            for _ in 0..7 {
                let mut moves = Vec::new();
                board.moves(&mut moves);
                played.push(moves[random.below(moves.len() as u64) as usize]);
                let _undo = board.play(played[played.len() - 1]);
                let images = (0..count).map(|symmetry| {
                    let mut image = start.clone();
                    for cell in &played {
                        let _undo = image.play(board.image(*cell, symmetry));
                    }
                    image
                });
                let images: Vec<Board> = images.collect();
                let (key, symmetry) = board.least_key();
                assert_eq!(Some(key), images.iter().map(Position::key).min());
                assert_eq!(images[symmetry].key(), key);
                assert!(images.iter().all(|image| image.least_key().0 == key));
            }
            for symmetry in 0..count {
                for cell in [Cell { x: 1, y: 0 }, Cell { x: 3, y: 4 }] {
                    assert_eq!(board.origin(board.image(cell, symmetry), symmetry), cell);
                }
            }
        }
    }
}
