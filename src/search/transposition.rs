//! The transposition table: what is known of positions that were searched before.
//!
//! An entry is two words; the second is
//!
//! ```text
//! bit 63 .. 48    47 .. 32     31 .. 24   23 .. 16   15 .. 0
//!     generation  move index   bound      depth      score
//! ```
//!
//! Generations begin at 1, so zeroed memory is an empty table, and forgetting everything means
//! to begin a generation: the memory is wiped only when their numbers run out.

use std::hint::black_box;

use super::watch::Bound;
use crate::base::Score;
use crate::base::rng::mix;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value **for the side to act**; wins and losses count plies from this position.
    pub score: Score,
    /// What `score` says about the true value.
    pub bound: Bound,
    /// Plies searched below this position; [`Known::PROVED`] if the tree ended before them.
    pub depth: u8,
    /// The best move's place in the list of legal moves; [`Known::NO_MOVE`] if none is known.
    pub index: u16,
}

impl Known {
    /// The depth of an entry that no deeper search can change.
    pub const PROVED: u8 = u8::MAX;
    /// The index that stands for no move.
    pub const NO_MOVE: u16 = u16::MAX;

    fn pack(self, generation: u16) -> u64 {
        let score = (self.score.value() as i16).cast_unsigned();
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        u64::from(generation) << 48
            | u64::from(self.index) << 32
            | bound << 24
            | u64::from(self.depth) << 16
            | u64::from(score)
    }

    fn unpack(word: u64) -> Self {
        let bound = match (word >> 24) as u8 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Self {
            score: Score::from_value(i32::from((word as u16).cast_signed())),
            bound,
            depth: (word >> 16) as u8,
            index: (word >> 32) as u16,
        }
    }
}

/// A table of fixed size in pairs of slots: one keeps the deeper entry, one the newer.
pub struct Transpositions {
    mebibytes: u64,
    slots: Vec<[u64; 2]>,
    /// Entries of older generations count as empty.
    oldest: u16,
    generation: u16,
}

impl Transpositions {
    /// An empty table of so many MiB (at least 1); memory is taken on first use.
    pub const fn new(mebibytes: u64) -> Self {
        Self { mebibytes, slots: Vec::new(), oldest: 1, generation: 1 }
    }

    /// Changes the size; a table of another size starts empty.
    pub fn resize(&mut self, mebibytes: u64) {
        if mebibytes != self.mebibytes {
            *self = Self::new(mebibytes);
        }
    }

    /// Prepares for a search: takes the memory if need be, and lets older entries give way.
    ///
    /// Where the memory is not to be had, the table becomes smaller.
    pub fn begin_search(&mut self) {
        if self.slots.is_empty() {
            let mut count = usize::try_from(self.mebibytes.max(1) << 16).unwrap_or(1 << 16);
            while count > 2 && !fits(count) {
                count /= 2;
            }
            self.slots = vec![[0; 2]; count];
        }
        if self.generation >= u16::MAX - 1 {
            self.slots.fill([0; 2]);
            (self.oldest, self.generation) = (0, 0);
        }
        self.generation += 1;
        self.oldest = self.oldest.max(1);
    }

    /// Forgets everything, at once.
    pub fn clear(&mut self) {
        self.oldest = self.generation.saturating_add(1);
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let at = self.pair(key);
        let pair = self.slots.get(at..at + 2)?;
        let [_, word] = pair.iter().find(|slot| slot[0] == key && self.is_known(slot[1]))?;
        Some(Known::unpack(*word))
    }

    /// Remembers what is known; [`Self::begin_search`] must have been called before.
    #[inline]
    pub fn store(&mut self, key: u64, known: Known) {
        let at = self.pair(key);
        let (oldest, generation) = (self.oldest, self.generation);
        let Some([deep, new]) = self.slots.get_mut(at..at + 2) else { return };
        let old = Known::unpack(deep[1]);
        let stale = deep[1] >> 48 != u64::from(generation) || deep[1] >> 48 < u64::from(oldest);
        let fresh = [key, known.pack(generation)];
        if deep[0] == key || stale || known.depth >= old.depth {
            if deep[0] != key {
                *new = *deep;
            }
            *deep = fresh;
        } else {
            *new = fresh;
        }
    }

    /// How full the table is with entries of this search, per mille of a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1_000)];
        let current = u64::from(self.generation);
        let used = sample.iter().filter(|slot| slot[1] >> 48 == current).count();
        (used * 1_000 / sample.len().max(1)) as u32
    }

    fn is_known(&self, word: u64) -> bool {
        word >> 48 >= u64::from(self.oldest)
    }

    /// The first of the two slots for a key.
    fn pair(&self, key: u64) -> usize {
        let pairs = self.slots.len() as u128 / 2;
        ((u128::from(mix(key)) * pairs) >> 64) as usize * 2
    }
}

/// Whether memory for so many slots is to be had.
fn fits(count: usize) -> bool {
    let mut probe: Vec<[u64; 2]> = Vec::new();
    // Hidden from the optimizer, which may otherwise take every allocation for granted.
    black_box(&mut probe).try_reserve_exact(count).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{Bound, Known, Score, Transpositions};
    use crate::base::SplitMix64;

    fn known(value: i32, depth: u8) -> Known {
        Known { score: Score::from_value(value), bound: Bound::Lower, depth, index: 7 }
    }

    fn table() -> Transpositions {
        let mut table = Transpositions::new(1);
        table.begin_search();
        table
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let mut table = table();
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for value in [-30_000, -1, 0, 1, 30_000] {
                let stored = Known { bound, ..known(value, Known::PROVED) };
                table.store(42, stored);
                assert_eq!(table.probe(42), Some(stored));
            }
        }
        assert_eq!(table.probe(43), None);
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = table();
        for _ in 0..70_000 {
            table.store(9, known(1, 3));
            assert!(table.probe(9).is_some());
            table.clear();
            assert_eq!(table.probe(9), None);
            table.begin_search();
            assert_eq!((table.probe(9), table.hashfull()), (None, 0));
        }
    }

    #[test]
    fn what_is_found_is_what_was_stored_last_under_the_key() {
        let mut table = Transpositions { slots: vec![[0; 2]; 16], ..table() };
        let mut random = SplitMix64::new(3);
        let mut last = [None; 40];
        for round in 0..20_000 {
            let key = random.below(40);
            let stored = known(round, random.below(9) as u8);
            table.store(key, stored);
            last[key as usize] = Some(stored);
            assert_eq!(table.probe(key), Some(stored));
            let asked = random.below(40);
            let found = table.probe(asked);
            assert!(found.is_none() || found == last[asked as usize]);
            if random.below(50) == 0 {
                table.begin_search();
            }
        }
    }

    #[test]
    fn a_table_that_was_never_begun_answers_nothing() {
        let mut table = Transpositions::new(1);
        table.store(1, known(0, 0));
        assert_eq!((table.probe(1), table.hashfull()), (None, 0));
    }
}
