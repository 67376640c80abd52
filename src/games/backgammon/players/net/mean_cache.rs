//! A cache of means over all rolls, so that one search looks ahead from no position twice.

use super::evaluation::Evaluation;
use super::evaluation_cache::hash;
use crate::base::Side;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::cube::CubeStateSet;

/// What a mean over all rolls depends on, within one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeanKey {
    /// The side about to roll is the mover.
    pub(super) board: Board,
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
    slots: Vec<Option<(u64, MeanKey, Evaluation)>>,
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
    pub(super) fn find(&self, key: &MeanKey) -> Option<Evaluation> {
        let (search, kept, mean) = (*self.slots.get(Self::index(key))?)?;
        (search == self.search && kept == *key).then_some(mean)
    }

    /// Keeps a mean, in the place of another one.
    pub(super) fn keep(&mut self, key: MeanKey, mean: Evaluation) {
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
    use super::{CubeStateSet, Evaluation, MeanCache, MeanKey, Side};
    use crate::games::backgammon::Backgammon;
    use crate::games::backgammon::cube::CubeState;

    #[test]
    fn only_the_same_mean_is_found() {
        let game = Backgammon::of("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:00:0:0:0:0:10", false);
        let key = MeanKey {
            board: game.board(),
            side: Side::First,
            plies: 1,
            states: CubeStateSet::PRESENT,
        };
        let mean = Evaluation { points: [0.5; CubeState::COUNT], ..Evaluation::ZERO };
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
