//! A cache of 0-ply evaluations, so that no network judges a position twice.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::search_size::SearchSize;
use crate::base::hash::{GOLDEN_GAMMA, mix};
use crate::base::intrinsics::{CacheLine, prefetch};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::eval::Probabilities;
use crate::search::tt::GrowingTable;

/// One position and its chances; all zero, a board without any checker, while it is empty.
///
/// ```text
/// [0..=1]  the mover's checkers      [2..=3]  the other's
/// [4..=6]  five chances, 32 bits each, the first lowest
/// [7]      the check: threads write without a lock, so that the words may come from two of them
/// ```
///
/// Plain zeros, so that the memory of a fresh cache is not touched before it is used.
type Slot = CacheLine<[AtomicU64; 8]>;

/// Slots in use for each millisecond and thread of a search: a thread evaluates some hundred
/// positions in one. Set by hand.
const SLOTS_PER_MS: usize = 512;

/// A hash table with one slot for each position, which the threads of a search share: the latest one
/// stays.
///
/// The whole position is kept, so that no other position is ever taken for it. A search uses as much
/// of the table as it can fill ([`GrowingTable`]): memory that is touched for the first time takes
/// longer than an evaluation.
#[derive(Default)]
pub(super) struct EvaluationCache {
    /// Those in use are none, or a power of two.
    slots: GrowingTable<Slot>,
    /// The most slots, a power of two.
    most: usize,
    /// Whether something was kept since it was cleared.
    is_written: AtomicBool,
}

impl EvaluationCache {
    /// A cache of at most this many bytes, but of one slot at least.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Slot>()).max(1);
        Self { most: 1 << slots.ilog2(), ..Self::default() }
    }

    /// Prepares for a search of this size on this many threads.
    pub(super) fn make_room(&mut self, size: SearchSize, threads: usize) {
        self.slots.reserve(self.most, 1);
        let growth = self.slots.growth(self.slots.in_use().iter().map(|slot| !is_free(slot)));
        let wanted = match size {
            SearchSize::Unlimited => growth.whole,
            SearchSize::Time(time) => growth.wanted(Some(time), SLOTS_PER_MS * threads),
            SearchSize::Positions(positions) => growth.wanted_for(positions.into()),
        };
        self.widen(wanted.next_power_of_two().min(growth.whole));
    }

    /// Uses this many slots from now on, a power of two and no fewer than before.
    fn widen(&mut self, count: usize) {
        // A position moves to a slot that is free, or stays.
        for at in 0..self.slots.widen(count) {
            if is_free(&self.slots[at]) {
                continue;
            }
            let slot = std::mem::take(&mut self.slots[at].0);
            let position = [0, 1, 2, 3].map(|word| slot[word].load(Ordering::Relaxed));
            if let Some(to) = self.index(hash_of_words(position)) {
                self.slots[to].0 = slot;
            }
        }
    }

    /// The slot of a position with this hash; `None` if there are no slots.
    #[inline(always)]
    fn index(&self, hash: u64) -> Option<usize> {
        Some(hash as usize & self.slots.used().checked_sub(1)?)
    }

    /// Asks the processor for the slot of a position, which will soon be looked up.
    #[inline]
    pub(super) fn prefetch(&self, board: Board) {
        let index = self.index(hash(board.mover.word(), board.other.word()));
        if let Some(slot) = index.and_then(|index| self.slots.get(index)) {
            prefetch(slot);
        }
    }

    /// The chances of a position that were kept.
    ///
    /// They are found only if they were kept with the same `evaluator`, a number for what evaluates.
    #[inline]
    pub(super) fn find(&self, board: Board, evaluator: u64) -> Option<Probabilities> {
        let position = words_of(board);
        let hash = hash_of_words(position);
        let CacheLine(slot) = self.slots.get(self.index(hash)?)?;
        let words = slot.each_ref().map(|word| word.load(Ordering::Relaxed));
        let [mine, mine_high, theirs, theirs_high, front, middle, last, checked] = words;
        let kept = [front, middle, last];
        let is_kept = [mine, mine_high, theirs, theirs_high] == position;
        (is_kept & (checked == check(hash, evaluator, kept))).then(|| unpacked(kept))
    }

    /// Keeps the chances of a position that this `evaluator` has found.
    #[inline]
    pub(super) fn keep(&self, board: Board, evaluator: u64, chances: Probabilities) {
        let position = words_of(board);
        let hash = hash_of_words(position);
        let Some(CacheLine(slot)) = self.index(hash).and_then(|index| self.slots.get(index)) else {
            return;
        };
        let kept = packed(chances);
        let written = position.into_iter().chain(kept).chain([check(hash, evaluator, kept)]);
        for (word, value) in slot.iter().zip(written) {
            word.store(value, Ordering::Relaxed);
        }
        if !self.is_written.load(Ordering::Relaxed) {
            self.is_written.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets everything, and uses no slots until the next search.
    pub(super) fn reset(&mut self) {
        if std::mem::take(self.is_written.get_mut()) {
            self.slots.clear();
        }
        self.slots.use_none();
    }
}

fn is_free(CacheLine(slot): &Slot) -> bool {
    slot[..4].iter().all(|word| word.load(Ordering::Relaxed) == 0)
}

/// The first four words of the slot of a position.
#[inline(always)]
const fn words_of(board: Board) -> [u64; 4] {
    let (mine, theirs) = (board.mover.word(), board.other.word());
    [mine as u64, (mine >> 64) as u64, theirs as u64, (theirs >> 64) as u64]
}

#[inline(always)]
fn hash_of_words([mine, mine_high, theirs, theirs_high]: [u64; 4]) -> u64 {
    let both = |low, high| u128::from(low) | u128::from(high) << 64;
    hash(both(mine, mine_high), both(theirs, theirs_high))
}

/// What makes the words of a slot belong together.
#[inline(always)]
fn check(hash: u64, evaluator: u64, kept: [u64; 3]) -> u64 {
    hash ^ evaluator ^ kept[0] ^ kept[1].rotate_left(21) ^ kept[2].rotate_left(42)
}

/// A hash of the checkers of both sides.
#[inline(always)]
pub(super) fn hash(mine: u128, theirs: u128) -> u64 {
    let fold = |word: u128| word as u64 ^ ((word >> 64) as u64).rotate_left(29);
    mix(fold(mine).wrapping_mul(GOLDEN_GAMMA) ^ fold(theirs))
}

#[inline(always)]
fn packed(chances: Probabilities) -> [u64; 3] {
    let bits = chances.to_array().map(|chance| u64::from(chance.to_bits()));
    [bits[0] | bits[1] << 32, bits[2] | bits[3] << 32, bits[4]]
}

#[inline(always)]
fn unpacked(kept: [u64; 3]) -> Probabilities {
    let bits = [kept[0], kept[0] >> 32, kept[1], kept[1] >> 32, kept[2]];
    Probabilities::from_array(bits.map(|bits| f32::from_bits(bits as u32)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{EvaluationCache, SearchSize, hash};
    use crate::base::Side;
    use crate::games::backgammon::board::{Board, OFF};
    use crate::games::backgammon::cube::{CubeState, CubeStateSet};
    use crate::games::backgammon::eval::Probabilities;
    use crate::games::backgammon::players::net::cubeful_evaluation::CubefulEvaluation;
    use crate::games::backgammon::players::net::mean_cache::{MeanCache, MeanKey};
    use crate::games::backgammon::{Backgammon, Variant};

    impl EvaluationCache {
        /// The chances that were kept, or those of `evaluate`, which are then kept.
        fn find_or_evaluate(
            &self,
            board: Board,
            evaluator: u64,
            evaluate: impl FnOnce() -> Probabilities,
        ) -> Probabilities {
            self.find(board, evaluator).unwrap_or_else(|| {
                let chances = evaluate();
                self.keep(board, evaluator, chances);
                chances
            })
        }
    }

    #[test]
    fn positions_are_kept_apart_even_in_the_smallest_cache() {
        let start = Variant::Standard.start();
        let boards = [start, start.moved(6, OFF), start.moved(24, 23)]
            .map(|mover| Board { mover, other: start });
        for bytes in [0, 1 << 16] {
            let mut cache = EvaluationCache::new(bytes);
            cache.make_room(SearchSize::Unlimited, 1);
            let chances =
                |i: usize| Probabilities::from_array([i as f32 / 10.0, 0.0, 0.0, 0.0, 0.0]);
            for _ in 0..2 {
                for (i, board) in boards.into_iter().enumerate() {
                    assert_eq!(cache.find_or_evaluate(board, 0, || chances(i)), chances(i));
                    assert_eq!(cache.find_or_evaluate(board, 0, || chances(9)), chances(i));
                }
            }
            assert_eq!(cache.find_or_evaluate(boards[0], 1, || chances(6)), chances(6));
            cache.reset();
            cache.make_room(SearchSize::Unlimited, 1);
            assert_eq!(cache.find_or_evaluate(boards[0], 1, || chances(7)), chances(7));
        }
    }

    #[test]
    fn threads_that_share_a_cache_find_what_belongs_to_the_position() {
        let start = Variant::Standard.start();
        let boards: Vec<Board> = (0..64_u8)
            .map(|n| Board {
                mover: start.moved(6, n / 8 % 5 + 1),
                other: start.moved(8, n % 8 % 7 + 1),
            })
            .collect();
        // One slot for all of them, so that they are written over each other all the time.
        let mut cache = EvaluationCache::new(0);
        cache.make_room(SearchSize::Unlimited, 1);
        let cache = &cache;
        let chances = |board: &Board| {
            let number = (hash(board.mover.word(), board.other.word()) & 0xFFFF) as f32;
            Probabilities::from_array([0.0, 1.0, 2.0, 3.0, 4.0].map(|n| n + number))
        };
        std::thread::scope(|scope| {
            for thread in 0..4_usize {
                let boards = &boards;
                scope.spawn(move || {
                    for round in 0..50_000 {
                        // Twice the same one, which is then often found.
                        let board = boards[(thread * 7 + round / 2) % boards.len()];
                        let found = cache.find_or_evaluate(board, 0, || chances(&board));
                        assert_eq!(found, chances(&board));
                    }
                });
            }
        });
    }

    #[test]
    fn cache_grows_with_the_size_of_searches_and_keeps_what_it_holds() {
        let mut cache = EvaluationCache::new(1 << 22);
        let start = Variant::Standard.start();
        let board = Board { mover: start, other: start };
        let chances = Probabilities::from_array([0.25, 0.0, 0.0, 0.0, 0.0]);
        // Without room nothing is kept.
        cache.find_or_evaluate(board, 0, || chances);
        let mut evaluations = 0;
        let mut sizes = Vec::new();
        let ms = |n| SearchSize::Time(Duration::from_millis(n));
        let few = SearchSize::Positions(1_000);
        for (size, threads) in [
            (few, 1),
            (ms(3), 1),
            (ms(3), 1),
            (few, 1),
            (ms(3), 4),
            (ms(40), 1),
            (SearchSize::Unlimited, 1),
        ] {
            cache.make_room(size, threads);
            sizes.push(cache.slots.used());
            let found = cache.find_or_evaluate(board, 0, || {
                evaluations += 1;
                chances
            });
            assert_eq!(found, chances);
        }
        let expected = vec![1_024, 2_048, 2_048, 2_048, 8_192, 32_768, 65_536];
        assert_eq!((sizes, evaluations), (expected, 1));
        cache.reset();
        assert_eq!(cache.slots.used(), 0);
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
        let cache = MeanCache::default();
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
