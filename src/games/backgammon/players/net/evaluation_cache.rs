//! A cache of 0-ply evaluations, so that no network judges a position twice.

use crate::base::rng::{GOLDEN_GAMMA, mix};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::eval::Probabilities;

/// One position and its chances; all zero, a board without any checker, while it is empty.
///
/// ```text
/// [0]  the mover's checkers       [1]  the other's
/// [2]  four chances, 32 bits each, the first lowest       [3]  the fifth
/// ```
///
/// Plain zeros, so that the memory of a fresh cache is not touched before it is used.
type Slot = [u128; 4];

/// A hash table with one slot for each position: the latest one stays.
///
/// The whole position is kept, so that no other position is ever taken for it.
pub(super) struct EvaluationCache {
    slots: Vec<Slot>,
    is_empty: bool,
}

impl EvaluationCache {
    /// A cache of at most this many bytes, but of one slot at least.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Slot>()).max(1);
        Self { slots: vec![[0; 4]; 1 << slots.ilog2()], is_empty: true }
    }

    /// The chances of a position, found here or by `evaluate`, and then kept.
    #[inline]
    pub(super) fn find_or_evaluate(
        &mut self,
        board: Board,
        evaluate: impl FnOnce() -> Probabilities,
    ) -> Probabilities {
        let mask = self.slots.len() - 1;
        let slot = &mut self.slots[hash(board) as usize & mask];
        let position = [board.mover.word(), board.other.word()];
        if slot[..2] == position {
            return unpacked([slot[2], slot[3]]);
        }
        let chances = evaluate();
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

fn hash(board: Board) -> u64 {
    let (mine, theirs) = (board.mover.word(), board.other.word());
    let fold = |word: u128| word as u64 ^ ((word >> 64) as u64).rotate_left(29);
    mix(fold(mine).wrapping_mul(GOLDEN_GAMMA) ^ fold(theirs))
}

#[cfg(test)]
mod tests {
    use super::EvaluationCache;
    use crate::games::backgammon::Variant;
    use crate::games::backgammon::board::{Board, OFF};
    use crate::games::backgammon::eval::Probabilities;

    #[test]
    fn positions_are_kept_apart_even_in_the_smallest_cache() {
        let start = Variant::Standard.start();
        let boards = [start, start.moved(6, OFF), start.moved(24, 23)]
            .map(|mover| Board { mover, other: start });
        for bytes in [0, 1 << 16] {
            let mut cache = EvaluationCache::new(bytes);
            let chances =
                |i: usize| Probabilities::from_array([i as f32 / 10.0, 0.0, 0.0, 0.0, 0.0]);
            for _ in 0..2 {
                for (i, board) in boards.into_iter().enumerate() {
                    assert_eq!(cache.find_or_evaluate(board, || chances(i)), chances(i));
                    assert_eq!(cache.find_or_evaluate(board, || chances(9)), chances(i));
                }
            }
            cache.clear();
            assert_eq!(cache.find_or_evaluate(boards[0], || chances(7)), chances(7));
        }
    }
}
