//! Caches of evaluations: one of 0-ply evaluations, so that no network judges a position twice; and
//! one of means over all rolls, so that one search looks ahead from no position twice.

use std::time::Duration;

use super::evaluation_and_cube_context::CubefulEvaluation;
use crate::base::Side;
use crate::base::intrinsics::{ZeroedMemory, prefetch};
use crate::base::rng::{GOLDEN_GAMMA, mix};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::cube::CubeStateSet;
use crate::games::backgammon::eval::Probabilities;
use crate::search::tt::Growth;

/// One position and its chances; all zero, a board without any checker, while it is empty.
///
/// ```text
/// [0]  the mover's checkers       [1]  the other's
/// [2]  four chances, 32 bits each, the first lowest       [3]  the fifth
/// ```
///
/// Plain zeros, so that the memory of a fresh cache is not touched before it is used.
type Slot = [u128; 4];

/// Slots in use for each millisecond of a search: it evaluates some hundred positions in one. Set
/// by hand.
const SLOTS_PER_MS: usize = 512;

/// A hash table with one slot for each position: the latest one stays.
///
/// The whole position is kept, so that no other position is ever taken for it. A search by the clock
/// uses as much of the table as it can fill ([`crate::search::tt::Growth`]).
pub(super) struct EvaluationCache {
    /// Room for all slots, reserved when it is first needed; those not in use are zero.
    slots: ZeroedMemory<Slot>,
    /// Slots in use, from the front: none, or a power of two.
    used: usize,
    /// The most slots, a power of two.
    most: usize,
    is_empty: bool,
}

impl EvaluationCache {
    /// A cache of at most this many bytes, but of one slot at least.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Slot>()).max(1);
        let most = 1 << slots.ilog2();
        Self { slots: ZeroedMemory::default(), used: 0, most, is_empty: true }
    }

    /// Prepares for a search of at most this time; `None` if it is not limited.
    pub(super) fn make_room(&mut self, time: Option<Duration>) {
        if self.slots.is_empty() {
            self.slots = ZeroedMemory::reserve_up_to(self.most, 1);
        }
        let sample = &self.slots[..self.used.min(Growth::SAMPLE)];
        let filled = sample.iter().filter(|slot| slot[0] | slot[1] != 0).count();
        let growth = Growth {
            whole: self.slots.len(),
            used: self.used,
            is_half_full: 2 * filled > sample.len(),
        };
        let wanted = growth.wanted(time, SLOTS_PER_MS).next_power_of_two().min(growth.whole);
        self.widen(wanted);
    }

    /// Uses this many slots from now on, a power of two and no fewer than before.
    fn widen(&mut self, count: usize) {
        let before = std::mem::replace(&mut self.used, count);
        if before == count {
            return;
        }
        // A position moves to a slot that is free, or stays.
        for at in 0..before {
            let slot = std::mem::take(&mut self.slots[at]);
            if let Some(to) = self.index(slot[0], slot[1]).filter(|_| slot[0] | slot[1] != 0) {
                self.slots[to] = slot;
            }
        }
    }

    /// The slot of a position; `None` if there are no slots.
    #[inline(always)]
    fn index(&self, mine: u128, theirs: u128) -> Option<usize> {
        Some(hash(mine, theirs) as usize & self.used.checked_sub(1)?)
    }

    /// Asks the processor for the slot of a position, which will soon be looked up.
    #[inline]
    pub(super) fn prefetch(&self, board: Board) {
        let index = self.index(board.mover.word(), board.other.word());
        if let Some(slot) = index.and_then(|index| self.slots.get(index)) {
            prefetch(slot);
        }
    }

    /// The chances of a position, found here or by `evaluate`, and then kept.
    #[inline]
    pub(super) fn find_or_evaluate(
        &mut self,
        board: Board,
        evaluate: impl FnOnce() -> Probabilities,
    ) -> Probabilities {
        let position = [board.mover.word(), board.other.word()];
        let index = self.index(position[0], position[1]);
        let Some(slot) = index.and_then(|index| self.slots.get_mut(index)) else {
            return evaluate();
        };
        if slot[..2] == position {
            return unpacked([slot[2], slot[3]]);
        }
        let chances = evaluate();
        let [front, last] = packed(chances);
        *slot = [position[0], position[1], front, last];
        self.is_empty = false;
        chances
    }

    /// Forgets everything, and uses no slots until the next search.
    pub(super) fn reset(&mut self) {
        self.clear();
        self.used = 0;
    }

    /// Forgets everything; as many slots stay in use.
    pub(super) fn clear(&mut self) {
        if !self.is_empty {
            self.slots.clear(self.used);
            self.is_empty = true;
        }
    }
}

/// A hash of the checkers of both sides.
#[inline(always)]
pub(super) fn hash(mine: u128, theirs: u128) -> u64 {
    let fold = |word: u128| word as u64 ^ ((word >> 64) as u64).rotate_left(29);
    mix(fold(mine).wrapping_mul(GOLDEN_GAMMA) ^ fold(theirs))
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

/// The inputs of a mean over all rolls, within one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeanKey {
    /// The side about to roll is the mover.
    pub(super) board: Board,
    /// The side about to roll.
    pub(super) side: Side,
    /// Plies of lookahead.
    pub(super) plies: u32,
    /// The cube states in which points are known.
    pub(super) states: CubeStateSet,
}

/// A hash table with one slot for each mean: the latest one stays.
///
/// Two plays of a roll often lead to the same position two plies later, and so do two rolls; in a
/// search of depth 4, a third of the means over all rolls are found here.
pub(super) struct MeanCache {
    /// [`Self::SLOTS`] of them, or none before the first mean is kept; each with its search.
    slots: Vec<Option<(u64, MeanKey, CubefulEvaluation)>>,
    /// The number of the present search.
    search: u64,
}

impl MeanCache {
    /// Set by hand; the same positions come soon after each other.
    const SLOTS: usize = 1 << 11;

    /// An empty cache.
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new(), search: 0 }
    }

    fn index(key: &MeanKey) -> usize {
        hash(key.board.mover.word(), key.board.other.word()) as usize & (Self::SLOTS - 1)
    }

    /// The mean that was kept.
    pub(super) fn find(&self, key: &MeanKey) -> Option<CubefulEvaluation> {
        let (search, kept, mean) = (*self.slots.get(Self::index(key))?)?;
        (search == self.search && kept == *key).then_some(mean)
    }

    /// Keeps a mean, in the place of another one.
    pub(super) fn keep(&mut self, key: MeanKey, mean: CubefulEvaluation) {
        if self.slots.is_empty() {
            self.slots.resize(Self::SLOTS, None);
        }
        self.slots[Self::index(&key)] = Some((self.search, key, mean));
    }

    /// Forgets everything: another search begins.
    pub(super) const fn start_search(&mut self) {
        self.search += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{CubeStateSet, CubefulEvaluation, EvaluationCache, MeanCache, MeanKey, Side};
    use crate::games::backgammon::board::{Board, OFF};
    use crate::games::backgammon::cube::CubeState;
    use crate::games::backgammon::eval::Probabilities;
    use crate::games::backgammon::{Backgammon, Variant};

    #[test]
    fn positions_are_kept_apart_even_in_the_smallest_cache() {
        let start = Variant::Standard.start();
        let boards = [start, start.moved(6, OFF), start.moved(24, 23)]
            .map(|mover| Board { mover, other: start });
        for bytes in [0, 1 << 16] {
            let mut cache = EvaluationCache::new(bytes);
            cache.make_room(None);
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

    #[test]
    fn cache_grows_with_the_time_and_keeps_what_it_holds() {
        let mut cache = EvaluationCache::new(1 << 22);
        let start = Variant::Standard.start();
        let board = Board { mover: start, other: start };
        let chances = Probabilities::from_array([0.25, 0.0, 0.0, 0.0, 0.0]);
        // Without room nothing is kept.
        cache.find_or_evaluate(board, || chances);
        let mut evaluations = 0;
        let mut sizes = Vec::new();
        for time in [Some(3), Some(3), Some(40), None] {
            cache.make_room(time.map(Duration::from_millis));
            sizes.push(cache.used);
            let found = cache.find_or_evaluate(board, || {
                evaluations += 1;
                chances
            });
            assert_eq!(found, chances);
        }
        assert_eq!((sizes, evaluations), (vec![2_048, 2_048, 32_768, 65_536], 1));
        cache.reset();
        assert_eq!(cache.used, 0);
    }

    #[test]
    fn only_the_same_mean_is_found() {
        let game =
            Backgammon::from_text("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:00:0:0:0:0:10", false);
        let key = MeanKey {
            board: game.board(),
            side: Side::First,
            plies: 1,
            states: CubeStateSet::PRESENT,
        };
        let mean = CubefulEvaluation { points: [0.5; CubeState::COUNT], ..CubefulEvaluation::ZERO };
        let mut cache = MeanCache::new();
        assert_eq!(cache.find(&key), None);
        cache.keep(key, mean);
        assert_eq!(cache.find(&key), Some(mean));
        for other in [
            MeanKey { board: key.board.swapped(), ..key },
            MeanKey { side: Side::Second, ..key },
            MeanKey { plies: 2, ..key },
        ] {
            assert_eq!(cache.find(&other), None, "{other:?}");
        }
        cache.start_search();
        assert_eq!(cache.find(&key), None);
    }
}
