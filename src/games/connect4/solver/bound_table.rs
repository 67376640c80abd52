//! What is proved of positions: bounds on their scores, in a table that threads may share.
//!
//! A line of eight entries is found by the upper bits of the mixed key, an entry in it by the
//! rest, so that one position is never taken for another:
//!
//! ```text
//! bit 63 .. 19       18 .. 15   14 .. 12   11 .. 6       5 .. 0
//!     rest of key    work       channel    upper bound   lower bound
//! ```
//!
//! An entry is one word, read and written whole, and true of its position whoever wrote it: so no
//! locks are needed, and nothing has to be forgotten between searches.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::base::intrinsics;
use crate::base::rng::GOLDEN_GAMMA;

/// What is known of a position: its score lies in `lower..=upper`, **for the side to move**.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The channel that was best.
    pub(super) channel: u32,
}

impl Known {
    /// Lower and upper bound, for the side to move or for the other one.
    #[inline(always)]
    pub(super) const fn bounds(self, is_own: bool) -> (i32, i32) {
        if is_own { (self.lower, self.upper) } else { (-self.upper, -self.lower) }
    }
}

/// Entries in a line, which is as long as the processor's.
const SLOTS: usize = 8;
/// Added to a score before it is stored, so that it is positive.
const OFFSET: i32 = 32;
/// Bits below the work.
const BELOW_WORK: u32 = 15;
/// The most work that can be told: half the logarithm of the nodes.
const MOST_WORK: u32 = 15;
/// Bits below the rest of the key.
const BELOW_REST: u32 = 19;

/// A table for keys of `bits` bits.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// The first word on a border of cache lines.
    start: usize,
    bits: u32,
    log_lines: u32,
}

/// Where an entry lies: its line, and what tells it from others of that line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    line: usize,
    rest: u64,
}

impl Place {
    /// A number for its position, never 0; few positions have the same.
    pub(super) const fn mark(self) -> u64 {
        (self.rest ^ (self.line as u64) << 32).wrapping_mul(GOLDEN_GAMMA) >> 20 | 1 << 50
    }
}

impl Table {
    /// Bytes that a table for keys of `bits` bits takes at least.
    pub(super) const fn least_bytes(bits: u32) -> u64 {
        64 << bits.saturating_sub(64 - BELOW_REST)
    }

    /// An empty table of at most so many bytes, or the least that exact keys need.
    ///
    /// Where the memory is not to be had, it becomes smaller, at worst a table that keeps nothing.
    pub(super) fn new(bytes: u64, bits: u32) -> Self {
        let least = Self::least_bytes(bits).ilog2() - 6;
        let mut log_lines = (bytes / 64).max(1).ilog2().clamp(least, bits - 1);
        let length = |log_lines: u32| (SLOTS << log_lines) + SLOTS - 1;
        let mut words = intrinsics::zeroed_words(length(log_lines));
        while words.is_none() && log_lines > least {
            log_lines -= 1;
            words = intrinsics::zeroed_words(length(log_lines));
        }
        let words = words.unwrap_or_default();
        let start = words.as_ptr().align_offset(SLOTS * size_of::<u64>());
        Self { words, start, bits, log_lines }
    }

    /// The place of a key.
    ///
    /// An odd factor permutes the keys, so line and rest together are the key in other words.
    #[inline(always)]
    pub(super) const fn place(&self, key: u64) -> Place {
        self.place_of(key.wrapping_mul(GOLDEN_GAMMA) << (64 - self.bits))
    }

    /// The place of a key that has been mixed, its bits at the upper end.
    #[inline(always)]
    const fn place_of(&self, mixed: u64) -> Place {
        let rest = mixed << self.log_lines >> (64 - self.bits + self.log_lines);
        Place { line: (mixed >> (64 - self.log_lines)) as usize, rest }
    }

    #[inline(always)]
    fn line(&self, place: Place) -> Option<&[AtomicU64; SLOTS]> {
        self.words.get(self.start + place.line * SLOTS..)?.first_chunk()
    }

    /// Brings the line of a place into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: Place) {
        if let Some([first, ..]) = self.line(place) {
            intrinsics::prefetch(first);
        }
    }

    /// What is known of the position of this place.
    #[inline(always)]
    pub(super) fn probe(&self, place: Place) -> Option<Known> {
        let words = self.line(place)?.each_ref().map(|word| word.load(Relaxed));
        words.into_iter().find(|word| is_at(*word, place)).map(unpack)
    }

    /// Remembers what is known and has cost so many nodes, in the place of what cost least.
    #[inline]
    pub(super) fn store(&self, place: Place, mut known: Known, nodes: u64) {
        let Some(line) = self.line(place) else { return };
        let mut least = u32::MAX;
        let mut slot = &line[0];
        for candidate in line {
            let word = candidate.load(Relaxed);
            if is_at(word, place) {
                let old = unpack(word);
                known.lower = known.lower.max(old.lower);
                known.upper = known.upper.min(old.upper);
                slot = candidate;
                break;
            }
            let work =
                if word == 0 { 0 } else { 1 + (word >> BELOW_WORK) as u32 % (MOST_WORK + 1) };
            if work < least {
                (least, slot) = (work, candidate);
            }
        }
        let work = (nodes.max(1).ilog2() / 2).min(MOST_WORK);
        slot.store(pack(place.rest, known, work), Relaxed);
    }

    /// Bytes that it takes.
    pub(super) const fn bytes(&self) -> u64 {
        64 << self.log_lines
    }

    /// Takes over what a table for the same keys that is no larger knows, into an empty one.
    pub(super) fn take_over(&self, other: &Self) {
        let lines = other.words[other.start.min(other.words.len())..].chunks_exact(SLOTS);
        for (at, line) in lines.take(1 << other.log_lines).enumerate() {
            for word in line.iter().map(|word| word.load(Relaxed)).filter(|word| *word != 0) {
                let rest =
                    word >> BELOW_REST << (64 - other.bits + other.log_lines) >> other.log_lines;
                let place = self.place_of((at as u64) << (64 - other.log_lines) | rest);
                let free = self
                    .line(place)
                    .and_then(|line| line.iter().find(|word| word.load(Relaxed) == 0));
                if let Some(slot) = free {
                    slot.store(place.rest << BELOW_REST | word & ((1 << BELOW_REST) - 1), Relaxed);
                }
            }
        }
    }

    /// How full the table is, per mille of a sample.
    pub(super) fn per_mille(&self) -> u32 {
        let sample = &self.words[..self.words.len().min(1_000)];
        let used = sample.iter().filter(|word| word.load(Relaxed) != 0).count();
        (used * 1_000 / sample.len().max(1)) as u32
    }
}

/// Whether a word is the entry of this place.
#[inline(always)]
const fn is_at(word: u64, place: Place) -> bool {
    word >> BELOW_REST == place.rest && word != 0
}

#[inline(always)]
const fn unpack(word: u64) -> Known {
    Known {
        lower: (word & 63) as i32 - OFFSET,
        upper: (word >> 6 & 63) as i32 - OFFSET,
        channel: (word >> 12 & 7) as u32,
    }
}

#[inline(always)]
fn pack(rest: u64, known: Known, work: u32) -> u64 {
    rest << BELOW_REST
        | u64::from(work) << BELOW_WORK
        | u64::from(known.channel) << 12
        | u64::from((known.upper + OFFSET).cast_unsigned()) << 6
        | u64::from((known.lower + OFFSET).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::{Known, Table};
    use crate::base::SplitMix64;

    const BITS: u32 = 49;

    #[test]
    fn a_larger_table_takes_over_all_that_a_small_one_knows() {
        let mut random = SplitMix64::new(1);
        let keys: Vec<u64> = (0..40_000).map(|_| random.next() >> (64 - BITS)).collect();
        let known = |key: u64| Known {
            lower: (key % 7) as i32 - 9,
            upper: (key % 11) as i32,
            channel: (key % 7) as u32,
        };
        let small = Table::new(1 << 18, BITS);
        for key in &keys {
            small.store(small.place(*key), known(*key), key % 1_000);
        }
        let large = Table::new(1 << 21, BITS);
        large.take_over(&small);
        let mut count = 0;
        for key in keys {
            let found = small.probe(small.place(key));
            assert_eq!(large.probe(large.place(key)), found);
            assert!(found.is_none_or(|found| found == known(key)));
            count += u32::from(found.is_some());
        }
        assert!(count > 20_000, "{count} of 32,768 entries in use");
    }
}
