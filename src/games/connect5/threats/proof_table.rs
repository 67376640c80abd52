//! What a proof search found out about positions.
//!
//! Four entries share a bucket. Of those the one of an older search gives way, then the one that
//! took the fewest nodes. A search by the clock uses as much of the table as it can fill
//! ([`crate::search::tt::growth`]).

use std::time::Duration;

use crate::base::intrinsics::prefer_large_pages;
use crate::base::rng::GOLDEN_GAMMA;
use crate::games::connect5::threat_map::Site;
use crate::search::tt::Growth;

/// Proof and disproof numbers at and above this are without end.
pub(super) const ENDLESS: u32 = 1 << 28;
/// Entries of a bucket.
const SLOTS: usize = 4;
/// Entries for each millisecond of a search.
const SHARE: usize = 1_024;

/// How near a node is to be won by the attacker, or not to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Value {
    /// Leaves that must be proved to prove the node: 0 if it is won.
    pub(super) proof: u32,
    /// Leaves that must be disproved to disprove it: 0 if no win can be found.
    pub(super) disproof: u32,
    /// Of a win, the most plies to its end.
    pub(super) plies: u16,
    /// The move to try first; of a win, a move that wins.
    pub(super) best: Site,
}

impl Value {
    /// Nothing to be won here.
    pub(super) const LOST: Self = Self { proof: ENDLESS, disproof: 0, plies: 0, best: Site::NONE };

    /// A win within so many plies, by this move if the attacker is to act.
    pub(super) const fn won(plies: u16, best: Site) -> Self {
        Self { proof: 0, disproof: ENDLESS, plies, best }
    }

    /// A node of which nothing is known but how many leaves must be proved or disproved.
    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, plies: 0, best: Site::NONE }
    }

    pub(super) const fn is_won(&self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_lost(&self) -> bool {
        self.disproof == 0
    }
}

/// One entry; one of zeros alone is empty.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: Value,
    work: u32,
    /// Never 0.
    generation: u32,
}

/// An entry as words, which the system gives zeroed when they are first touched:
///
/// ```text
///       63 … 48   47 … 32   31 … 16   15 … 0
///  0    key
///  1    disproof number     proof number
///  2    –         –         best      plies
///  3    generation          work
/// ```
type Words = [u64; 4];

impl Entry {
    const fn read([key, numbers, win, cost]: Words) -> Self {
        let (proof, disproof) = (numbers as u32, (numbers >> 32) as u32);
        let value =
            Value { proof, disproof, plies: win as u16, best: Site::numbered((win >> 16) as u16) };
        Self { key, value, work: cost as u32, generation: (cost >> 32) as u32 }
    }

    const fn words(self) -> Words {
        let value = self.value;
        let numbers = (value.disproof as u64) << 32 | value.proof as u64;
        let win = (value.best.number() as u64) << 16 | value.plies as u64;
        [self.key, numbers, win, (self.generation as u64) << 32 | self.work as u64]
    }
}

/// The table, made when it is first needed.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Those in use: as many as a power of two.
    entries: Vec<Words>,
    mebibytes: usize,
    generation: u32,
}

impl Table {
    /// An empty table of so many MiB, at least 1, rounded down to a power of two.
    pub(super) const fn new(mebibytes: usize) -> Self {
        Self { entries: Vec::new(), mebibytes, generation: 0 }
    }

    /// Forgets everything; the memory is kept.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.generation = 0;
    }

    /// Prepares for a search: older entries stay, but give way. If nothing is in use yet, all is.
    pub(super) fn begin_search(&mut self) {
        self.generation += 1;
        if self.entries.is_empty() {
            self.widen(self.whole());
        }
    }

    /// Brings what a search of so much time needs into use; `None` is without end.
    pub(super) fn make_room(&mut self, time: Option<Duration>) {
        let sample = &self.entries[..self.entries.len().min(2_000)];
        let filled = sample.iter().filter(|words| words[3] > 0).count();
        let is_half_full = 2 * filled > sample.len();
        let growth = Growth { whole: self.whole(), used: self.entries.len(), is_half_full };
        self.widen(growth.wanted(time, SHARE).next_power_of_two().min(growth.whole));
    }

    /// Entries of the whole table.
    fn whole(&self) -> usize {
        let count = (self.mebibytes.max(1) << 20) / size_of::<Words>();
        1 << count.ilog2()
    }

    /// Uses so many entries from now on, a power of two and no fewer than before.
    fn widen(&mut self, count: usize) {
        if count == self.entries.len() {
            return;
        }
        if self.entries.is_empty() && self.entries.capacity() >= count {
            self.entries.resize(count, [0; 4]);
            return;
        }
        let old = std::mem::replace(&mut self.entries, vec![[0; 4]; count]);
        prefer_large_pages(&self.entries);
        // No new bucket takes from more than one old one, so that a slot stays what it was.
        for (at, words) in old.into_iter().enumerate().filter(|(_, words)| words[3] > 0) {
            let to = self.bucket(words[0]) + at % SLOTS;
            self.entries[to] = words;
        }
    }

    /// The bucket of a key; entries are as many as a power of two.
    fn bucket(&self, key: u64) -> usize {
        let mixed = (key ^ key >> 32).wrapping_mul(GOLDEN_GAMMA) >> 20;
        mixed as usize & (self.entries.len() - 1) & !(SLOTS - 1)
    }

    /// What is known of a position.
    pub(super) fn probe(&self, key: u64) -> Option<Value> {
        let first = self.bucket(key);
        let slots = &self.entries[first..first + SLOTS];
        let entry = Entry::read(*slots.iter().find(|words| words[0] == key)?);
        (entry.generation > 0).then_some(entry.value)
    }

    /// Keeps what was found out with so many nodes.
    pub(super) fn store(&mut self, key: u64, value: Value, work: u64) {
        let first = self.bucket(key);
        let generation = self.generation;
        let slots = &mut self.entries[first..first + SLOTS];
        let rank = |words: &Words| {
            let entry = Entry::read(*words);
            (entry.key != key, entry.generation == generation, entry.work)
        };
        if let Some(slot) = slots.iter_mut().min_by_key(|words| rank(words)) {
            let work = u32::try_from(work).unwrap_or(u32::MAX);
            *slot = Entry { key, value, work, generation }.words();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Table, Value};
    use crate::base::SplitMix64;

    #[test]
    fn the_least_work_of_an_older_search_gives_way_first() {
        let mut table = Table::new(1);
        table.begin_search();
        let bucket = table.bucket(1);
        let keys: Vec<u64> = (1..).filter(|key| table.bucket(*key) == bucket).take(6).collect();
        for (work, key) in [9, 5, 7].into_iter().zip(&keys) {
            table.store(*key, Value::open(work, 1), u64::from(work));
        }
        table.begin_search();
        table.store(keys[3], Value::open(1, 1), 1);
        table.store(keys[4], Value::open(2, 1), 2);
        let kept =
            |table: &Table| keys.iter().map(|k| table.probe(*k).is_some()).collect::<Vec<_>>();
        assert_eq!(kept(&table), [true, false, true, true, true, false]);
        table.store(keys[0], Value::LOST, 1);
        assert_eq!(table.probe(keys[0]), Some(Value::LOST));
        table.clear();
        table.begin_search();
        assert_eq!(kept(&table), [false; 6]);
    }

    #[test]
    fn search_by_the_clock_uses_little_at_first_and_loses_nothing_as_it_grows() {
        let mut table = Table::new(4);
        let mut random = SplitMix64::new(8);
        let (mut stored, mut sizes) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            table.make_room(Some(Duration::from_millis(3)));
            table.begin_search();
            sizes.push(table.entries.len());
            assert!(stored.iter().all(|(key, value)| table.probe(*key) == Some(*value)));
            for _ in 0..4_000 {
                let (key, value) = (random.next(), Value::open(random.below(99) as u32, 1));
                table.store(key, value, 1);
                stored.push((key, value));
            }
            // What gave way to others is gone for good.
            stored.retain(|(key, value)| table.probe(*key) == Some(*value));
        }
        assert_eq!(sizes, [4_096, 8_192, 16_384, 16_384, 16_384]);
        table.make_room(None);
        assert_eq!(table.entries.len(), 1 << 17);
        assert!(stored.iter().all(|(key, value)| table.probe(*key) == Some(*value)));
        table.clear();
        table.make_room(Some(Duration::from_millis(5)));
        table.begin_search();
        assert_eq!(table.entries.len(), 8_192);
        assert!(stored.iter().all(|(key, _)| table.probe(*key).is_none()));
    }
}
