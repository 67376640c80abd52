//! What is proved of positions: bounds on their scores, in one table for all threads.
//!
//! A line of eight entries is found by the upper bits of the mixed key, an entry in it by the
//! rest, so that entries are never mistaken for one another:
//!
//! ```text
//! bit 63 .. 19       18 .. 15   14 .. 12   11 .. 6       5 .. 0
//!     rest of key    work       channel    upper bound   lower bound
//! ```

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::base::intrinsics;

/// What is known of a position: its score lies in `lower..=upper`, **for the side to move**.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The channel that was best or refuted most.
    pub(super) channel: u32,
}

/// Entries in a line.
const SLOTS: usize = 8;
/// Added to a score before it is stored, so that it is positive.
const OFFSET: i32 = 32;
/// Bits below the rest of the key.
const FIELDS: u32 = 19;
/// Bits below the work.
const WORK: u32 = 15;
/// The most work that can be told.
const MOST_WORK: u32 = 15;

/// A table for keys of `bits` bits.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// The first word on a border of cache lines.
    start: usize,
    bits: u32,
    log_lines: u32,
}

impl Table {
    /// An empty table of at most so many MiB, but as many as exact keys need.
    pub(super) fn new(mebibytes: u64, bits: u32) -> Self {
        let least = bits.saturating_sub(64 - FIELDS).max(4);
        let mut log_lines = (mebibytes.max(1) << 14).ilog2().clamp(least, bits - 8);
        let mut words = intrinsics::zeroed_words(SLOTS << log_lines | (SLOTS - 1));
        while words.is_none() && log_lines > least {
            log_lines -= 1;
            words = intrinsics::zeroed_words(SLOTS << log_lines | (SLOTS - 1));
        }
        let words = words.unwrap_or_default();
        let start = words.as_ptr().align_offset(SLOTS * size_of::<u64>());
        Self { words, start, bits, log_lines }
    }

    /// The place of a key: its line and what tells it from others of that line.
    #[inline(always)]
    pub(super) const fn place(&self, key: u64) -> Place {
        let mask = u64::MAX >> (64 - self.bits);
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        let rest = self.bits - self.log_lines;
        Place { line: (mixed >> rest) as usize, rest: mixed & ((1 << rest) - 1) }
    }

    /// Brings the line into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: Place) {
        if let Some(line) = self.line(place) {
            intrinsics::prefetch(&line[0]);
        }
    }

    #[inline(always)]
    fn line(&self, place: Place) -> Option<&[AtomicU64; SLOTS]> {
        self.words.get(self.start + place.line * SLOTS..)?.first_chunk()
    }

    /// What is known of the position of this place.
    #[inline(always)]
    pub(super) fn probe(&self, place: Place) -> Option<Known> {
        let line = self.line(place)?;
        let words = line.each_ref().map(|word| word.load(Relaxed));
        words.into_iter().find(|word| word >> FIELDS == place.rest && *word != 0).map(unpack)
    }

    /// Remembers what is known; `nodes` is what it cost.
    #[inline]
    pub(super) fn store(&self, place: Place, known: Known, nodes: u64) {
        let Some(line) = self.line(place) else { return };
        let work = (nodes.max(1).ilog2() / 2).min(MOST_WORK);
        let (mut least, mut slot) = (u64::MAX, 0);
        let mut known = known;
        for (at, word) in line.iter().enumerate() {
            let word = word.load(Relaxed);
            if word != 0 && word >> FIELDS == place.rest {
                let old = unpack(word);
                known.lower = known.lower.max(old.lower);
                known.upper = known.upper.min(old.upper);
                slot = at;
                break;
            }
            let value = if word == 0 { 0 } else { 1 + ((word >> WORK) & 15) };
            if value < least {
                (least, slot) = (value, at);
            }
        }
        line[slot].store(pack(place.rest, known, work), Relaxed);
    }
}

/// Where an entry lies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    line: usize,
    rest: u64,
}

#[inline(always)]
const fn unpack(word: u64) -> Known {
    Known {
        lower: (word & 63) as i32 - OFFSET,
        upper: ((word >> 6) & 63) as i32 - OFFSET,
        channel: ((word >> 12) & 7) as u32,
    }
}

#[inline(always)]
const fn pack(rest: u64, known: Known, work: u32) -> u64 {
    rest << FIELDS
        | (work as u64) << WORK
        | (known.channel as u64) << 12
        | ((known.upper + OFFSET) as u64) << 6
        | (known.lower + OFFSET) as u64
}
