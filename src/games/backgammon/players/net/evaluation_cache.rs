//! What the networks said of positions, so that they need not be asked twice.

use crate::base::rng::mix;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::eval::Probabilities;

/// One position and its chances; all zero, a board without any checker, while it is empty.
///
/// ```text
/// [0]  the mover's checkers       [1]  the other's
/// [2]  four chances, 32 bits each, the first lowest       [3]  the fifth
/// ```
///
/// Plain numbers, so that a fresh table is memory that nobody has touched yet.
type Slot = [u128; 4];

/// A table with one place for each position; the latest stays.
///
/// The whole position is kept, so that what is found is always right.
pub(super) struct Cache {
    slots: Vec<Slot>,
    is_empty: bool,
}

impl Cache {
    /// A table of so many bytes at most, but of one place at least.
    pub(super) fn new(bytes: usize) -> Self {
        let places = (bytes / size_of::<Slot>()).max(1);
        Self { slots: vec![[0; 4]; 1 << places.ilog2()], is_empty: true }
    }

    /// What is known of a position, or else what `judge` says, which is kept.
    #[inline]
    pub(super) fn ask(
        &mut self,
        board: Board,
        judge: impl FnOnce() -> Probabilities,
    ) -> Probabilities {
        let mask = self.slots.len() - 1;
        let slot = &mut self.slots[place(board) as usize & mask];
        let position = [board.mover.word(), board.other.word()];
        if slot[..2] == position {
            return unpacked([slot[2], slot[3]]);
        }
        let chances = judge();
        let [front, last] = packed(chances);
        *slot = [position[0], position[1], front, last];
        self.is_empty = false;
        chances
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if !self.is_empty {
            self.slots.fill([0; 4]);
            self.is_empty = true;
        }
    }
}

fn packed(chances: Probabilities) -> [u128; 2] {
    let [a, b, c, d, last] = chances.to_array();
    let front = [d, c, b, a].into_iter().fold(0, |bits, chance| bits << 32 | bits_of(chance));
    [front, bits_of(last)]
}

fn unpacked([front, last]: [u128; 2]) -> Probabilities {
    let [a, b, c, d] = [0, 32, 64, 96].map(|shift| f32::from_bits((front >> shift) as u32));
    Probabilities::from_array([a, b, c, d, f32::from_bits(last as u32)])
}

fn bits_of(chance: f32) -> u128 {
    u128::from(chance.to_bits())
}

fn place(board: Board) -> u64 {
    let (mine, theirs) = (board.mover.word(), board.other.word());
    let fold = |word: u128| word as u64 ^ ((word >> 64) as u64).rotate_left(29);
    mix(fold(mine).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ fold(theirs))
}

#[cfg(test)]
mod tests {
    use super::Cache;
    use crate::games::backgammon::Variant;
    use crate::games::backgammon::board::{Board, OFF};
    use crate::games::backgammon::eval::Probabilities;

    #[test]
    fn positions_are_told_apart_even_in_the_smallest_table() {
        let start = Variant::Standard.start();
        let boards = [start, start.moved(6, OFF), start.moved(24, 23)]
            .map(|mover| Board { mover, other: start });
        for bytes in [0, 1 << 16] {
            let mut cache = Cache::new(bytes);
            let said = |i: usize| Probabilities::from_array([i as f32 / 10.0, 0.0, 0.0, 0.0, 0.0]);
            for _ in 0..2 {
                for (i, board) in boards.into_iter().enumerate() {
                    assert_eq!(cache.ask(board, || said(i)), said(i));
                    assert_eq!(cache.ask(board, || said(9)), said(i));
                }
            }
            cache.clear();
            assert_eq!(cache.ask(boards[0], || said(7)), said(7));
        }
    }
}
