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
//! A search by the clock uses as much of the table as it can fill ([`super::room`]).

use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::room::Room;
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
    /// Pairs in use; all words behind them are zero.
    pairs: usize,
    generation: u8,
    moves: PhantomData<fn() -> M>,
}

/// Words of one pair of entries.
const PAIR: usize = 4;
/// Pairs for each millisecond of a thread: no search was seen to fill half of them.
const SHARE: usize = 2_048;

impl<M: Short> SharedTable<M> {
    /// An empty table of so many MiB; memory is taken by [`Self::begin_search`].
    pub fn new(mebibytes: u64) -> Self {
        Self { mebibytes, words: Box::default(), pairs: 0, generation: 0, moves: PhantomData }
    }

    /// Changes the size and says whether it was another; then the table starts empty.
    pub fn resize(&mut self, mebibytes: u64) -> bool {
        let is_other = mebibytes != self.mebibytes;
        if is_other {
            *self = Self::new(mebibytes);
        }
        is_other
    }

    /// Forgets everything; the memory is kept.
    pub fn clear(&mut self) {
        let used = self.pairs * PAIR;
        self.words[..used].iter_mut().for_each(|word| *word = AtomicU64::new(0));
        (self.pairs, self.generation) = (0, 0);
    }

    /// Takes memory if there is none, less where it is not to be had; ages all entries.
    ///
    /// `time` is the most time that each of so many threads has, `None` where it is not limited:
    /// then, as where nodes or plies are counted, all of the table is used.
    pub fn begin_search(&mut self, time: Option<Duration>, threads: usize) {
        self.generation = (self.generation + 1) & 63;
        if self.words.is_empty() {
            let mut count = usize::try_from(self.mebibytes.max(1) << 17).unwrap_or(1 << 17);
            while count >= PAIR && self.words.is_empty() {
                self.words = intrinsics::zeroed_words(count).unwrap_or_default();
                count /= 2;
            }
        }
        let room = Room {
            whole: self.words.len() / PAIR,
            used: self.pairs,
            is_filling: self.is_half_full(),
        };
        self.widen(room.wanted(time, SHARE * threads.max(1)));
    }

    /// Uses so many pairs from now on, no fewer than before.
    fn widen(&mut self, pairs: usize) {
        let before = self.pairs;
        if pairs == before {
            return;
        }
        self.pairs = pairs;
        // A pair's new place is no further to the front, so that none yet to come is in the way.
        for pair in (0..before).rev() {
            let old = &mut self.words[pair * PAIR..][..PAIR];
            let entries = [0, 1, 2, 3].map(|at| std::mem::take(old[at].get_mut()));
            for [check, word] in [[entries[0], entries[1]], [entries[2], entries[3]]] {
                if word != 0 {
                    self.put_back(check ^ word, word);
                }
            }
        }
    }

    /// Puts the entry of a key into a pair that has room for it.
    fn put_back(&self, key: u64, word: u64) {
        let Some(pair) = self.pair(key) else { return };
        let at = if pair[1].load(Relaxed) == 0 { 0 } else { 2 };
        pair[at].store(key ^ word, Relaxed);
        pair[at + 1].store(word, Relaxed);
    }

    /// Whether more than half of a sample of the entries in use hold something.
    fn is_half_full(&self) -> bool {
        let sample = self.words[..self.pairs * PAIR].iter().skip(1).step_by(2).take(2_000);
        let count = sample.len();
        2 * sample.filter(|word| word.load(Relaxed) != 0).count() > count
    }

    /// The words of the pair of this key.
    #[inline]
    fn pair(&self, key: u64) -> Option<&[AtomicU64; PAIR]> {
        let at = ((u128::from(key) * self.pairs as u128) >> 64) as usize * PAIR;
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
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Duration;

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
        table.begin_search(None, 1);
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
        table.begin_search(None, 1);
        table.store(7, entry);
        assert_eq!((table.probe(7), table.hashfull()), (Some(entry), 1));
        table.clear();
        table.begin_search(None, 1);
        assert_eq!((table.probe(7), table.hashfull()), (None, 0));
    }

    #[test]
    fn search_by_the_clock_uses_little_at_first_and_loses_nothing_as_it_grows() {
        let mut table = SharedTable::new(64);
        let mut random = SplitMix64::new(3);
        let (mut stored, mut sizes) = (Vec::new(), Vec::new());
        for _ in 0..6 {
            table.begin_search(Some(Duration::from_millis(4)), 1);
            sizes.push(table.pairs);
            let found = |(key, entry): &(u64, Known<u16>)| table.probe(*key) == Some(*entry);
            assert_eq!(stored.iter().filter(|pair| found(pair)).count(), stored.len());
            for _ in 0..12_000 {
                let (key, entry) = (random.next(), known(&mut random));
                table.store(key, entry);
                stored.push((key, entry));
            }
            // What gave way to others is gone for good.
            stored.retain(|(key, entry)| table.probe(*key) == Some(*entry));
        }
        assert_eq!(sizes, [8_192, 16_384, 32_768, 32_768, 32_768, 32_768]);
        table.begin_search(None, 1);
        assert_eq!(table.pairs, 64 << 15);
        assert!(stored.iter().all(|(key, entry)| table.probe(*key) == Some(*entry)));
        table.clear();
        table.begin_search(Some(Duration::from_millis(4)), 2);
        assert_eq!(table.pairs, 16_384);
        assert!(table.words.iter().all(|word| word.load(Relaxed) == 0));
    }
}
