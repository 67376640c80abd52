//! The transposition table of the proof-number search.
//!
//! Four entries share a bucket. Entries of older searches are replaced first, then the one that
//! took the fewest nodes. A search by the clock uses as much of the table as it can fill
//! ([`GrowingTable`]).

use std::time::Duration;

use crate::base::hash::GOLDEN_GAMMA;
use crate::games::connect5::threat_map::PaddedCell;
use crate::search::tt::GrowingTable;

/// Proof and disproof numbers from this on are infinite.
pub(super) const INFINITE: u32 = 1 << 28;
/// Entries of a bucket. Set by hand.
const BUCKET: usize = 4;
/// Entries in use for each millisecond of a search. Set by hand.
const ENTRIES_PER_MS: usize = 1_024;

/// The proof and disproof numbers of a node: how near it is to a proved win of the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ProofValue {
    /// The least number of leaves that must be proved to prove the node: 0 if it is proved.
    pub(super) proof: u32,
    /// The least number that must be disproved to disprove it: 0 if there is no win to be found.
    pub(super) disproof: u32,
    /// If proved, an upper bound of the plies to the end.
    pub(super) plies: u16,
    /// The move to try first; if proved, a move that wins.
    pub(super) best: PaddedCell,
}

impl ProofValue {
    /// There is no win to be found.
    pub(super) const DISPROVED: Self =
        Self { proof: INFINITE, disproof: 0, plies: 0, best: PaddedCell::NONE };

    /// A win within this many plies, by this move if the attacker is to act.
    pub(super) const fn proved(plies: u16, best: PaddedCell) -> Self {
        Self { proof: 0, disproof: INFINITE, plies, best }
    }

    /// A node with these numbers, neither proved nor disproved.
    pub(super) const fn unknown(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, plies: 0, best: PaddedCell::NONE }
    }

    /// Whether the attacker is proved to win.
    pub(super) const fn is_proved(&self) -> bool {
        self.proof == 0
    }

    /// Whether the attacker is proved not to win by the moves that the proof tries.
    pub(super) const fn is_disproved(&self) -> bool {
        self.disproof == 0
    }
}

/// One entry; an entry of zeros is empty.
#[derive(Clone, Copy, Debug)]
struct ProofNumberEntry {
    /// The key of the position, mixed with the attacker and the kinds of attack.
    key: u64,
    value: ProofValue,
    /// Nodes of the search that found the value.
    work: u32,
    /// The search that stored it; never 0.
    generation: u32,
}

/// An entry as words, which are zero until they are first written:
///
/// ```text
///       63 … 48   47 … 32   31 … 16   15 … 0
///  0    key
///  1    disproof number     proof number
///  2    –         –         best      plies
///  3    generation          work
/// ```
type Words = [u64; 4];

impl ProofNumberEntry {
    const fn read([key, numbers, win, cost]: Words) -> Self {
        let (proof, disproof) = (numbers as u32, (numbers >> 32) as u32);
        let value = ProofValue {
            proof,
            disproof,
            plies: win as u16,
            best: PaddedCell::numbered((win >> 16) as u16),
        };
        Self { key, value, work: cost as u32, generation: (cost >> 32) as u32 }
    }

    const fn words(self) -> Words {
        let value = self.value;
        let numbers = (value.disproof as u64) << 32 | value.proof as u64;
        let win = (value.best.number() as u64) << 16 | value.plies as u64;
        [self.key, numbers, win, (self.generation as u64) << 32 | self.work as u64]
    }
}

/// The table; its memory is reserved when it is first used.
#[derive(Debug)]
pub(super) struct ProofNumberTable {
    /// Those in use are none, or a power of two.
    entries: GrowingTable<Words>,
    /// The most memory of the table, in MiB; 0 counts as 1.
    mebibytes: usize,
    /// The number of the present search, from 1; 0 before the first one.
    generation: u32,
}

impl ProofNumberTable {
    /// An empty table of up to this many MiB, at least 1, rounded down to a power of two.
    pub(super) fn new(mebibytes: usize) -> Self {
        Self { entries: GrowingTable::default(), mebibytes, generation: 0 }
    }

    /// Forgets everything; the memory is kept.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.generation = 0;
    }

    /// Prepares for a search: older entries stay, but are replaced first. If no entry is in use
    /// yet, all of the table is from now on.
    pub(super) fn begin_search(&mut self) {
        self.generation += 1;
        if self.entries.used() == 0 {
            self.reserve();
            self.widen(self.entries.len());
        }
    }

    /// Grows the part in use to what a search of this time fills; `None` is unlimited time.
    pub(super) fn make_room(&mut self, time: Option<Duration>) {
        self.reserve();
        let growth = self.entries.growth(self.entries.in_use().iter().map(|words| words[3] > 0));
        self.widen(growth.wanted(time, ENTRIES_PER_MS).next_power_of_two().min(growth.whole));
    }

    /// Reserves memory for the whole table, a power of two of entries, if it has none.
    fn reserve(&mut self) {
        let count = (self.mebibytes.max(1) << 20) / size_of::<Words>();
        self.entries.reserve(1 << count.ilog2(), BUCKET);
    }

    /// Uses this many entries from now on, a power of two and no fewer than before.
    fn widen(&mut self, count: usize) {
        // A new bucket takes entries of one old bucket only, so an entry keeps its slot, and it
        // moves to a slot that is free or its own.
        for at in 0..self.entries.widen(count) {
            let words = std::mem::take(&mut self.entries[at]);
            if words[3] > 0 {
                let to = self.bucket(words[0]) + at % BUCKET;
                self.entries[to] = words;
            }
        }
    }

    /// The index of the first entry of a key's bucket.
    fn bucket(&self, key: u64) -> usize {
        let mixed = (key ^ key >> 32).wrapping_mul(GOLDEN_GAMMA) >> 20;
        mixed as usize & self.entries.used().wrapping_sub(1) & !(BUCKET - 1)
    }

    /// The value of a position, if the table has it.
    pub(super) fn probe(&self, key: u64) -> Option<ProofValue> {
        let first = self.bucket(key);
        let slots = self.entries.get(first..first + BUCKET)?;
        let entry = ProofNumberEntry::read(*slots.iter().find(|words| words[0] == key)?);
        (entry.generation > 0).then_some(entry.value)
    }

    /// Stores a value that a search of `work` nodes found.
    pub(super) fn store(&mut self, key: u64, value: ProofValue, work: u64) {
        let first = self.bucket(key);
        let generation = self.generation;
        // There are none if the system refused all memory.
        let Some(slots) = self.entries.get_mut(first..first + BUCKET) else { return };
        let rank = |words: &Words| {
            let entry = ProofNumberEntry::read(*words);
            (entry.key != key, entry.generation == generation, entry.work)
        };
        if let Some(slot) = slots.iter_mut().min_by_key(|words| rank(words)) {
            let work = u32::try_from(work).unwrap_or(u32::MAX);
            *slot = ProofNumberEntry { key, value, work, generation }.words();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{ProofNumberTable, ProofValue};
    use crate::base::SplitMix64;

    #[test]
    fn the_least_work_of_an_older_search_is_replaced_first() {
        let mut table = ProofNumberTable::new(1);
        table.begin_search();
        let bucket = table.bucket(1);
        let keys: Vec<u64> = (1..).filter(|key| table.bucket(*key) == bucket).take(6).collect();
        for (work, key) in [9, 5, 7].into_iter().zip(&keys) {
            table.store(*key, ProofValue::unknown(work, 1), u64::from(work));
        }
        table.begin_search();
        table.store(keys[3], ProofValue::unknown(1, 1), 1);
        table.store(keys[4], ProofValue::unknown(2, 1), 2);
        let kept = |table: &ProofNumberTable| {
            keys.iter().map(|k| table.probe(*k).is_some()).collect::<Vec<_>>()
        };
        assert_eq!(kept(&table), [true, false, true, true, true, false]);
        table.store(keys[0], ProofValue::DISPROVED, 1);
        assert_eq!(table.probe(keys[0]), Some(ProofValue::DISPROVED));
        table.clear();
        table.begin_search();
        assert_eq!(kept(&table), [false; 6]);
    }

    #[test]
    fn search_by_the_clock_uses_little_at_first_and_loses_nothing_as_it_grows() {
        let mut table = ProofNumberTable::new(4);
        let mut random = SplitMix64::new(8);
        let (mut stored, mut sizes) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            table.make_room(Some(Duration::from_millis(3)));
            table.begin_search();
            sizes.push(table.entries.used());
            assert!(stored.iter().all(|(key, value)| table.probe(*key) == Some(*value)));
            for _ in 0..4_000 {
                let (key, value) = (random.next(), ProofValue::unknown(random.below(99) as u32, 1));
                table.store(key, value, 1);
                stored.push((key, value));
            }
            // Entries that were replaced are gone for good.
            stored.retain(|(key, value)| table.probe(*key) == Some(*value));
        }
        assert_eq!(sizes, [4_096, 8_192, 16_384, 16_384, 16_384]);
        table.make_room(None);
        assert_eq!(table.entries.used(), 1 << 17);
        assert!(stored.iter().all(|(key, value)| table.probe(*key) == Some(*value)));
        table.clear();
        table.make_room(Some(Duration::from_millis(5)));
        table.begin_search();
        assert_eq!(table.entries.used(), 8_192);
        assert!(stored.iter().all(|(key, _)| table.probe(*key).is_none()));
    }
}
