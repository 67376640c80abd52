//! A cache of means over all rolls, so that one search looks ahead from no position twice.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use super::cubeful_evaluation::CubefulEvaluation;
use super::evaluation_cache::hash;
use crate::base::Side;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::cube::CubeStateSet;

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

/// A mean that is kept.
#[derive(Clone, Copy)]
struct KeptMean {
    /// The number of the search that found it.
    search: u64,
    key: MeanKey,
    mean: CubefulEvaluation,
}

/// A hash table with one slot for each mean, which the threads of a search share: the latest one
/// stays.
///
/// Two plays of a roll often lead to the same position two plies later, and so do two rolls; in a
/// search of depth 4, a third of the means over all rolls are found here. A mean takes so long that
/// the locks of the slots do not count.
#[derive(Default)]
pub(super) struct MeanCache {
    /// [`Self::SLOTS`] of them, made when the first mean is kept.
    slots: OnceLock<Vec<Mutex<Option<KeptMean>>>>,
    /// The number of the present search.
    search: AtomicU64,
}

impl MeanCache {
    /// Means that are kept at most. Set by hand; the same positions come soon after each other.
    const SLOTS: usize = 1 << 11;

    fn index(key: &MeanKey) -> usize {
        hash(key.board.mover.word(), key.board.other.word()) as usize & (Self::SLOTS - 1)
    }

    /// The mean that was kept.
    pub(super) fn find(&self, key: &MeanKey) -> Option<CubefulEvaluation> {
        let kept = (*self.slots.get()?.get(Self::index(key))?.lock().ok()?)?;
        let is_present = kept.search == self.search.load(Ordering::Relaxed);
        (is_present && kept.key == *key).then_some(kept.mean)
    }

    /// Keeps a mean, in the place of another one.
    pub(super) fn keep(&self, key: MeanKey, mean: CubefulEvaluation) {
        let slots = self.slots.get_or_init(|| (0..Self::SLOTS).map(|_| Mutex::default()).collect());
        if let Ok(mut slot) = slots[Self::index(&key)].lock() {
            *slot = Some(KeptMean { search: self.search.load(Ordering::Relaxed), key, mean });
        }
    }

    /// Forgets everything: another search begins.
    pub(super) fn start_search(&self) {
        self.search.fetch_add(1, Ordering::Relaxed);
    }
}
