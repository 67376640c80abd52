//! The table itself: a fixed number of pairs of entries, shared by threads without locks.
//!
//! Two entries of two words share half a cache line. The first word is the key, exclusive-or the
//! second, which is the entry (Hyatt and Mann 2002): an entry that two threads wrote at once fits no
//! key. Of two entries the one of an older search or of less depth is replaced.
//!
//! A search with a time limit uses as much of the table as it can fill ([`GrowingTable`]): more with
//! more time, and more as the table fills up. The system may take a millisecond for each MiB that is
//! touched for the first time: with a table of 300 MiB, the first searches of 40 ms did nothing
//! else, and exceeded their time.

use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::entry::{self, Entry, PackedMove};
use super::growth::GrowingTable;
use crate::base::intrinsics;
use crate::search::player::search_reports::{Bound, HASHFULL_SAMPLE, per_mille};

/// The transposition table; `M` is a move in 16 bits.
pub struct TranspositionTable<M> {
    /// The size that was asked for, in MiB; 0 counts as 1.
    mebibytes: u64,
    pairs: GrowingTable<Pair>,
    /// The number of the search, 0 to [`entry::MAX_GENERATION`], and then from 0 again.
    generation: u8,
    moves: PhantomData<fn() -> M>,
}

/// Two entries of two words each.
type Pair = [AtomicU64; 4];

/// Pairs for each millisecond of a thread; no search that was measured filled half of them.
const PAIRS_PER_MILLISECOND: usize = 2_048;
/// In one search, a bound does not replace an entry that is more than this many plies deeper.
/// Set by hand; no measurement is recorded.
const MAX_DEPTH_LOSS: u8 = 3;
/// In plies of depth, what an entry loses in value for replacement with each later search.
/// Set by hand; no measurement is recorded.
const AGE_PENALTY: i32 = 8;

impl<M: PackedMove> TranspositionTable<M> {
    /// An empty table of this many MiB; memory is taken by [`Self::begin_search`].
    pub fn new(mebibytes: u64) -> Self {
        Self { mebibytes, pairs: GrowingTable::default(), generation: 0, moves: PhantomData }
    }

    /// Changes the size, and returns whether it was different; then the table starts empty.
    pub fn resize(&mut self, mebibytes: u64) -> bool {
        let is_other = mebibytes != self.mebibytes;
        if is_other {
            *self = Self::new(mebibytes);
        }
        is_other
    }

    /// Forgets everything; the memory is kept.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.generation = 0;
    }

    /// Starts a new generation, and takes the memory if the table has none yet.
    ///
    /// If the system refuses the memory, the table is smaller. `time` is that of
    /// [`Limits::time_to_fill_tables`](crate::search::Limits::time_to_fill_tables); with `None` all of
    /// the table is used.
    pub fn begin_search(&mut self, time: Option<Duration>, threads: usize) {
        self.generation = (self.generation + 1) & entry::MAX_GENERATION;
        let pairs = usize::try_from(self.mebibytes.max(1) << 15).unwrap_or(1 << 15);
        self.pairs.reserve(pairs, 1);
        let occupied = entry_words(self.pairs.in_use()).map(|word| word.load(Relaxed) != 0);
        let growth = self.pairs.growth(occupied);
        let wanted = growth.wanted(time, PAIRS_PER_MILLISECOND * threads.max(1));
        // No pair moves towards the front, so none overwrites one that has yet to be moved.
        for at in (0..self.pairs.widen(wanted)).rev() {
            let entries = std::mem::take(&mut self.pairs[at]).map(AtomicU64::into_inner);
            for [check, word] in [[entries[0], entries[1]], [entries[2], entries[3]]] {
                if word != 0 {
                    self.put_back(check ^ word, word);
                }
            }
        }
    }

    /// Puts the entry of a key into its pair; if that is full, in place of one of the two.
    ///
    /// There is room where the table grows by a whole factor. Otherwise a pair may get entries of two
    /// old ones.
    fn put_back(&self, key: u64, word: u64) {
        let Some(pair) = self.pair(key) else { return };
        let at = if pair[1].load(Relaxed) == 0 { 0 } else { 2 };
        pair[at].store(key ^ word, Relaxed);
        pair[at + 1].store(word, Relaxed);
    }

    /// The words of the pair of this key.
    #[inline]
    fn pair(&self, key: u64) -> Option<&Pair> {
        self.pairs.get(((u128::from(key) * self.pairs.used() as u128) >> 64) as usize)
    }

    /// Asks for the entries of a key to be brought into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some([first, ..]) = self.pair(key) {
            intrinsics::prefetch(first);
        }
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry<M>> {
        let words = self.pair(key)?.each_ref().map(|word| word.load(Relaxed));
        let [first, second] = [[words[0], words[1]], [words[2], words[3]]];
        let is_here = |entry: &[u64; 2]| entry[0] ^ entry[1] == key && entry[1] != 0;
        [first, second].iter().find(|entry| is_here(entry)).map(|entry| entry::unpack(entry[1]))
    }

    /// Stores the entry of the position with this key.
    ///
    /// A bound of a much shallower search does not replace a deeper entry of the same search.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry<M>) {
        let Some(pair) = self.pair(key) else { return };
        let words = pair.each_ref().map(|word| word.load(Relaxed));
        let is_same = |at: usize| words[at] ^ words[at + 1] == key;
        let at = if is_same(0)
            || !is_same(2) && self.replacement_value(words[1]) <= self.replacement_value(words[3])
        {
            0
        } else {
            2
        };
        let mut entry = entry;
        if is_same(at) {
            let old: Entry<M> = entry::unpack(words[at + 1]);
            if entry.best == M::NONE {
                entry.best = old.best;
            }
            let is_fresh = entry::generation(words[at + 1]) == self.generation;
            let is_deeper = old.depth > entry.depth.saturating_add(MAX_DEPTH_LOSS);
            if is_fresh && entry.bound != Bound::Exact && is_deeper {
                return;
            }
        }
        let word = entry::pack(entry, self.generation);
        pair[at].store(key ^ word, Relaxed);
        pair[at + 1].store(word, Relaxed);
    }

    /// The value of an entry for replacement, in plies: the lesser of two is replaced.
    ///
    /// The depth of its search, less [`AGE_PENALTY`] for each search since; it may be negative.
    fn replacement_value(&self, word: u64) -> i32 {
        let age = self.generation.wrapping_sub(entry::generation(word)) & entry::MAX_GENERATION;
        i32::from(entry::depth(word)) - AGE_PENALTY * i32::from(age)
    }

    /// How full the table is with entries of this search, per mille.
    ///
    /// Of the part in use by a sample; the rest is empty.
    pub fn hashfull(&self) -> u32 {
        let sample = entry_words(self.pairs.in_use()).take(HASHFULL_SAMPLE);
        let fresh = |word: &&AtomicU64| {
            let word = word.load(Relaxed);
            word != 0 && entry::generation(word) == self.generation
        };
        let looked_at = HASHFULL_SAMPLE.min(2 * self.pairs.used());
        let count = looked_at * self.pairs.len() / self.pairs.used().max(1);
        per_mille(sample.filter(fresh).count(), count)
    }
}

/// The second words of all entries of these pairs.
fn entry_words(pairs: &[Pair]) -> impl Iterator<Item = &AtomicU64> {
    pairs.iter().flat_map(|pair| [&pair[1], &pair[3]])
}

#[cfg(test)]
mod tests {
    use super::{Bound, Entry, PackedMove, TranspositionTable};
    use crate::base::SplitMix64;
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Duration;

    impl PackedMove for u16 {
        const NONE: Self = 0;

        fn bits(self) -> u16 {
            self
        }

        fn from_bits(bits: u16) -> Self {
            bits
        }
    }

    fn random_entry(random: &mut SplitMix64) -> Entry<u16> {
        Entry {
            value: (random.next() as u16).cast_signed(),
            static_eval: (random.next() as u16).cast_signed(),
            best: 1 + random.below(1_000) as u16,
            depth: random.below(4) as u8,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][random.below(3) as usize],
        }
    }

    #[test]
    fn an_entry_found_was_stored_with_the_same_key() {
        let mut table = TranspositionTable::new(1);
        table.begin_search(None, 1);
        let mut random = SplitMix64::new(1);
        let mut stored = Vec::new();
        for _ in 0..200_000 {
            let (key, entry) = (random.next(), random_entry(&mut random));
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            stored.push((key, entry));
        }
        let found = stored.iter().filter_map(|(key, entry)| Some((table.probe(*key)?, *entry)));
        assert!(found.clone().all(|(found, entry)| found == entry) && found.count() > 50_000);
    }

    #[test]
    fn a_cleared_table_is_empty_and_one_without_memory_stores_nothing() {
        let mut table = TranspositionTable::new(1);
        let entry = random_entry(&mut SplitMix64::new(5));
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
    fn search_with_a_time_limit_uses_little_at_first_and_loses_nothing_as_it_doubles() {
        let mut table = TranspositionTable::new(64);
        let mut random = SplitMix64::new(3);
        let (mut stored, mut sizes) = (Vec::new(), Vec::new());
        for _ in 0..6 {
            table.begin_search(Some(Duration::from_millis(4)), 1);
            sizes.push(table.pairs.used());
            let found = |(key, entry): &(u64, Entry<u16>)| table.probe(*key) == Some(*entry);
            assert_eq!(stored.iter().filter(|pair| found(pair)).count(), stored.len());
            for _ in 0..12_000 {
                let (key, entry) = (random.next(), random_entry(&mut random));
                table.store(key, entry);
                stored.push((key, entry));
            }
            // An entry that was replaced does not come back.
            stored.retain(|(key, entry)| table.probe(*key) == Some(*entry));
        }
        assert_eq!(sizes, [8_192, 16_384, 32_768, 32_768, 32_768, 32_768]);
        // 12,000 of 4,194,304 entries.
        assert!((1..4).contains(&table.hashfull()), "{}", table.hashfull());
        // So much more that the old entries are forgotten.
        table.begin_search(None, 1);
        assert_eq!(table.pairs.used(), 64 << 15);
        assert!(stored.iter().all(|(key, _)| table.probe(*key).is_none()));
        assert!(table.pairs.as_flattened().iter().all(|word| word.load(Relaxed) == 0));
        table.clear();
        table.begin_search(Some(Duration::from_millis(4)), 2);
        assert_eq!(table.pairs.used(), 16_384);
        assert!(table.pairs.as_flattened().iter().all(|word| word.load(Relaxed) == 0));
    }
}
