//! What was found out about positions: a table that threads share without locks.
//!
//! Two entries of two words share half a cache line. The first word is the key, exclusive-or the
//! second (Hyatt and Mann 2002): what two threads wrote at once fits no key. The second word:
//!
//! ```text
//!  63 … 48  47 … 32  31 … 16  15 … 8   7 … 2       1 … 0
//!  value    static   move     depth    generation  bound
//! ```
//!
//! Of two entries the one of an older search or of less depth gives way.

use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::value;
use super::watch::Bound;
use super::window::Window;
use crate::base::intrinsics;

/// A move, or no move, in 16 bits.
pub trait Short: Copy + PartialEq {
    /// No move.
    const NONE: Self;

    /// Its number; another one for each move.
    fn short(self) -> u16;

    /// The move of a number that [`Self::short`] gave; any move for any other.
    fn of_short(number: u16) -> Self;
}

/// What is known of a position, **for its side to act**.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<M> {
    /// As [`super::value::to_table`] makes it.
    pub value: i16,
    /// The static value.
    pub estimate: i16,
    /// The best move, or [`Short::NONE`].
    pub best: M,
    /// Plies searched below, 0 at a leaf.
    pub depth: u8,
    /// What `value` says about the true one.
    pub bound: Bound,
}

impl<M> Known<M> {
    /// The value at a node so many plies from the root, if it settles the window.
    #[inline]
    pub fn answer(&self, window: Window, ply: usize) -> Option<i32> {
        let value = value::from_table(self.value, ply);
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        is_enough.then_some(value)
    }
}

/// The table.
pub struct SharedTable<M> {
    mebibytes: u64,
    words: Box<[AtomicU64]>,
    generation: u8,
    moves: PhantomData<fn() -> M>,
}

/// Words of one pair of entries.
const PAIR: usize = 4;

impl<M: Short> SharedTable<M> {
    /// An empty table of so many MiB; memory is taken by [`Self::begin_search`].
    pub fn new(mebibytes: u64) -> Self {
        Self { mebibytes, words: Box::default(), generation: 0, moves: PhantomData }
    }

    /// Changes the size and says whether it was another; then the table starts empty.
    pub fn resize(&mut self, mebibytes: u64) -> bool {
        let is_other = mebibytes != self.mebibytes;
        if is_other {
            *self = Self::new(mebibytes);
        }
        is_other
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        *self = Self::new(self.mebibytes);
    }

    /// Takes memory if there is none, less where it is not to be had; ages all entries.
    pub fn begin_search(&mut self) {
        self.generation = (self.generation + 1) & 63;
        if self.words.is_empty() {
            let mut count = usize::try_from(self.mebibytes.max(1) << 17).unwrap_or(1 << 17);
            while count >= PAIR && self.words.is_empty() {
                self.words = intrinsics::zeroed_words(count).unwrap_or_default();
                count /= 2;
            }
        }
    }

    /// The words of the pair of this key.
    #[inline]
    fn pair(&self, key: u64) -> Option<&[AtomicU64; PAIR]> {
        let pairs = self.words.len() as u128 / PAIR as u128;
        let at = ((u128::from(key) * pairs) >> 64) as usize * PAIR;
        self.words.get(at..at + PAIR)?.first_chunk()
    }

    /// Asks for the entries of a key to be brought into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some([first, ..]) = self.pair(key) {
            intrinsics::prefetch(first);
        }
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known<M>> {
        let words = self.pair(key)?.each_ref().map(|word| word.load(Relaxed));
        let [first, second] = [[words[0], words[1]], [words[2], words[3]]];
        let is_here = |entry: &[u64; 2]| entry[0] ^ entry[1] == key && entry[1] != 0;
        [first, second].iter().find(|entry| is_here(entry)).map(|entry| unpack(entry[1]))
    }

    /// Remembers what is known.
    #[inline]
    pub fn store(&self, key: u64, known: Known<M>) {
        let Some(pair) = self.pair(key) else { return };
        let words = pair.each_ref().map(|word| word.load(Relaxed));
        let is_same = |at: usize| words[at] ^ words[at + 1] == key;
        let at = if is_same(0) || !is_same(2) && self.keep(words[1]) <= self.keep(words[3]) {
            0
        } else {
            2
        };
        let mut known = known;
        if is_same(at) {
            let old = unpack::<M>(words[at + 1]);
            if known.best == M::NONE {
                known.best = old.best;
            }
            let is_fresh = (words[at + 1] >> 2 & 63) as u8 == self.generation;
            if is_fresh && known.bound != Bound::Exact && old.depth > known.depth + 3 {
                return;
            }
        }
        let word = pack(known, self.generation);
        pair[at].store(key ^ word, Relaxed);
        pair[at + 1].store(word, Relaxed);
    }

    /// How much an entry is worth keeping.
    fn keep(&self, word: u64) -> i32 {
        let age = self.generation.wrapping_sub((word >> 2 & 63) as u8) & 63;
        (word >> 8 & 255) as i32 - 8 * i32::from(age)
    }

    /// How full the table is with entries of this search, per mille of a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = self.words.iter().skip(1).step_by(2).take(1_000);
        let fresh = |word: &&AtomicU64| {
            let word = word.load(Relaxed);
            word != 0 && (word >> 2 & 63) as u8 == self.generation
        };
        let count = sample.len();
        (sample.filter(fresh).count() * 1_000 / count.max(1)) as u32
    }
}

fn pack<M: Short>(known: Known<M>, generation: u8) -> u64 {
    let bound = match known.bound {
        Bound::Exact => 3,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    u64::from(known.value.cast_unsigned()) << 48
        | u64::from(known.estimate.cast_unsigned()) << 32
        | u64::from(known.best.short()) << 16
        | u64::from(known.depth) << 8
        | u64::from(generation) << 2
        | bound
}

fn unpack<M: Short>(word: u64) -> Known<M> {
    let bound = match word & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        _ => Bound::Exact,
    };
    Known {
        value: ((word >> 48) as u16).cast_signed(),
        estimate: ((word >> 32) as u16).cast_signed(),
        best: M::of_short((word >> 16) as u16),
        depth: (word >> 8) as u8,
        bound,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Known, SharedTable, Short};
    use crate::base::SplitMix64;

    impl Short for u16 {
        const NONE: Self = 0;

        fn short(self) -> u16 {
            self
        }

        fn of_short(number: u16) -> Self {
            number
        }
    }

    fn known(random: &mut SplitMix64) -> Known<u16> {
        Known {
            value: (random.next() as u16).cast_signed(),
            estimate: (random.next() as u16).cast_signed(),
            best: 1 + random.below(1_000) as u16,
            depth: random.below(4) as u8,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][random.below(3) as usize],
        }
    }

    #[test]
    fn what_is_found_was_stored_under_the_same_key() {
        let mut table = SharedTable::new(1);
        table.begin_search();
        let mut random = SplitMix64::new(1);
        let mut stored = Vec::new();
        for _ in 0..200_000 {
            let (key, entry) = (random.next(), known(&mut random));
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            stored.push((key, entry));
        }
        let found = stored.iter().filter_map(|(key, entry)| Some((table.probe(*key)?, *entry)));
        assert!(found.clone().all(|(found, entry)| found == entry) && found.count() > 50_000);
    }

    #[test]
    fn cleared_table_knows_nothing_and_one_without_memory_keeps_nothing() {
        let mut table = SharedTable::new(1);
        let entry = known(&mut SplitMix64::new(5));
        table.store(7, entry);
        assert_eq!((table.probe(7), table.hashfull()), (None, 0));
        table.begin_search();
        table.store(7, entry);
        assert_eq!((table.probe(7), table.hashfull()), (Some(entry), 1));
        table.clear();
        table.begin_search();
        assert_eq!((table.probe(7), table.hashfull()), (None, 0));
    }
}
