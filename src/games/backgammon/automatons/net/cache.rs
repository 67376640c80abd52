//! What the networks said of positions, so that they need not be asked twice.

use crate::base::rng::mix;
use crate::games::backgammon::board::{Board, Checkers};
use crate::games::backgammon::net::Probabilities;

/// One position and its chances; without any checker while it is empty.
#[derive(Clone, Copy)]
struct Slot {
    board: Board,
    chances: Probabilities,
}

/// A table with one place for each position; the latest stays.
///
/// The whole position is kept, so that what is found is always right.
pub(super) struct Cache {
    slots: Vec<Slot>,
}

impl Cache {
    /// A table of so many bytes at most, but of one place at least.
    pub(super) fn new(bytes: usize) -> Self {
        let places = (bytes / size_of::<Slot>()).max(1);
        Self { slots: vec![Self::empty(); 1 << places.ilog2()] }
    }

    fn empty() -> Slot {
        let none = Checkers::from_counts(&[0; 26]);
        Slot { board: Board { mover: none, other: none }, chances: Probabilities::default() }
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
        if slot.board != board {
            *slot = Slot { board, chances: judge() };
        }
        slot.chances
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill(Self::empty());
    }
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
    use crate::games::backgammon::net::Probabilities;

    #[test]
    fn positions_are_told_apart_even_in_the_smallest_table() {
        let start = Variant::Standard.start();
        let boards = [start, start.moved(6, OFF), start.moved(24, 23)]
            .map(|mover| Board { mover, other: start });
        for bytes in [0, 1 << 16] {
            let mut cache = Cache::new(bytes);
            let said = |i: usize| Probabilities([i as f32 / 10.0, 0.0, 0.0, 0.0, 0.0]);
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
