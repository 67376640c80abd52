//! Scores of the solver, and the transposition table of their proved bounds, which the threads
//! share without locks.
//!
//! A score counts balls, **for the side to move**: k is a win with the k-th last ball, −k a loss to
//! it, 0 a draw.
//!
//! A bucket of eight entries is found by the upper bits of the mixed key, an entry in it by its
//! tag, the other bits. Bucket and tag together are the whole key, so one position is never taken
//! for another:
//!
//! ```text
//! bit 63 .. 19   18 .. 15   14 .. 12   11 .. 6       5 .. 0
//!     tag        work       channel    upper bound   lower bound
//! ```
//!
//! An entry is one word, read and written whole, and true of its position whichever thread wrote
//! it: so no locks are needed, and nothing has to be forgotten between searches.

use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::base::Score;
use crate::base::hash::GOLDEN_GAMMA;
use crate::base::intrinsics::{self, ZeroedMemory};
use crate::games::connect4::RackSize;
use crate::search::player::search_reports::{HASHFULL_SAMPLE, per_mille};

/// The proved bounds of a score: it is in `lower..=upper`, **for the side to move**.
///
/// Scores count balls: k is a win with the k-th last ball, −k a loss to it, 0 a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this **for the side to move**.
    pub lower: i32,
    /// The score is at most this for the side to move.
    pub upper: i32,
}

impl Bounds {
    /// The bounds of a score that is known.
    pub const fn exact(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    /// Whether the score is known.
    pub const fn is_exact(self) -> bool {
        self.lower >= self.upper
    }

    /// The bounds on the same score seen from the other side.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The bounds that follow from these and from others on the same score.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Narrows the bounds by a test of `beta` that returned `bound`.
    pub(super) fn narrow(&mut self, beta: i32, bound: i32) {
        if bound >= beta {
            self.lower = self.lower.max(bound);
        } else {
            self.upper = self.upper.min(bound);
        }
    }
}

impl RackSize {
    /// The score of the side that completes four with this ball of the game (the first is 1).
    ///
    /// 1 if that is its last ball, 2 if its last but one, and so on.
    #[inline(always)]
    pub(in crate::games::connect4) const fn win_score(self, ball: i32) -> i32 {
        (self.area() + 2 - ball) >> 1
    }
}

/// The solver's score as a win or loss in plies, in a position with this many empty cells.
///
/// # Examples
/// ```
/// use parlour::base::Score;
/// use parlour::games::connect4::solver::to_score;
/// // The first player wins with the 41st ball of a 7×6 rack, seen from either side.
/// assert_eq!(to_score(1, 42), Score::win_in(41));
/// assert_eq!(to_score(-1, 41), Score::loss_in(40));
/// ```
pub const fn to_score(score: i32, empty_cells: u32) -> Score {
    let empty = empty_cells.cast_signed();
    // The last ball of the side that wins, and two plies less for each that it keeps.
    let own_last = empty - (empty + 1) % 2;
    let other_last = empty - empty % 2;
    if score > 0 {
        Score::win_in(own_last - 2 * (score - 1))
    } else if score < 0 {
        Score::loss_in(other_last + 2 * (score + 1))
    } else {
        Score::ZERO
    }
}

/// The bounds on the score of a position: it is in `lower..=upper`, **for the side to move**.
///
/// Scores count balls, as [`super`] says: k is a win with the k-th last ball, −k a loss to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoundEntry {
    /// The score is at least this **for the side to move**, −[`OFFSET`] at least.
    pub(super) lower: i32,
    /// The score is at most this for the side to move, below [`OFFSET`].
    pub(super) upper: i32,
    /// The channel that was best, 0 for the leftmost.
    pub(super) channel: u32,
}

impl BoundEntry {
    /// Lower and upper bound, for the side to move or for the other one.
    #[inline(always)]
    pub(super) const fn bounds(self, is_own: bool) -> (i32, i32) {
        if is_own { (self.lower, self.upper) } else { (-self.upper, -self.lower) }
    }
}

/// Entries in a bucket, which is one cache line of 64 bytes.
const BUCKET: usize = 8;
/// Bytes of a bucket.
const BUCKET_BYTES: u64 = (BUCKET * size_of::<u64>()) as u64;
/// Added to a score before it is stored, so that it is positive.
const OFFSET: i32 = 32;
/// Bits below the work.
const BELOW_WORK: u32 = 15;
/// The most work that an entry can say; work is half the binary logarithm of the nodes. It is the
/// most that four bits hold.
const MOST_WORK: u32 = 15;
/// Bits below the tag.
const BELOW_TAG: u32 = 19;

/// A table of bounds for keys of `bits` bits.
pub(super) struct BoundTable {
    words: ZeroedMemory<AtomicU64>,
    /// The first word on a border of cache lines.
    start: usize,
    /// Bits of a key: one for each cell of the rack, and one above each channel.
    bits: u32,
    /// Binary logarithm of the number of buckets.
    log_buckets: u32,
}

/// Where the entry of a position is: its bucket, and what identifies it there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Address {
    /// The index of the bucket, from 0.
    bucket: usize,
    /// The other bits of the mixed key.
    tag: u64,
}

impl Address {
    /// The lowest bits of the product that [`Self::hash`] drops, the least mixed ones. Chosen by
    /// hand.
    const DROPPED_BITS: u32 = 20;
    /// A bit of a hash that is always set, so that none is 0.
    const HASH_MARK: u64 = 1 << 50;

    /// A hash of the position, never 0; few positions have the same.
    pub(super) const fn hash(self) -> u64 {
        (self.tag ^ (self.bucket as u64) << 32).wrapping_mul(GOLDEN_GAMMA) >> Self::DROPPED_BITS
            | Self::HASH_MARK
    }
}

impl BoundTable {
    /// The fewest bytes that a table for keys of `bits` bits takes.
    pub(super) const fn least_bytes(bits: u32) -> u64 {
        BUCKET_BYTES << bits.saturating_sub(64 - BELOW_TAG)
    }

    /// An empty table of at most `bytes` bytes, or the fewest that exact keys need.
    ///
    /// Where the memory is not available, it becomes smaller, at worst a table that keeps nothing.
    pub(super) fn new(bytes: u64, bits: u32) -> Self {
        let least = (Self::least_bytes(bits) / BUCKET_BYTES).ilog2();
        let mut log_buckets = (bytes / BUCKET_BYTES).max(1).ilog2().clamp(least, bits - 1);
        let length = |log_buckets: u32| (BUCKET << log_buckets) + BUCKET - 1;
        let mut words = ZeroedMemory::<AtomicU64>::reserve(length(log_buckets));
        while words.is_none() && log_buckets > least {
            log_buckets -= 1;
            words = ZeroedMemory::reserve(length(log_buckets));
        }
        let words = words.unwrap_or_default();
        // The solver takes a larger table only when it has filled the one before.
        words.prefer_large_pages(words.len());
        let start = words.as_ptr().align_offset(BUCKET * size_of::<u64>());
        Self { words, start, bits, log_buckets }
    }

    /// The address of a key.
    ///
    /// An odd factor permutes the keys, so bucket and tag together still identify the key.
    #[inline(always)]
    pub(super) const fn address(&self, key: u64) -> Address {
        self.address_of_mixed(key.wrapping_mul(GOLDEN_GAMMA) << (64 - self.bits))
    }

    /// The address of a key that has been mixed, its bits at the upper end.
    #[inline(always)]
    const fn address_of_mixed(&self, mixed: u64) -> Address {
        let tag = mixed << self.log_buckets >> (64 - self.bits + self.log_buckets);
        Address { bucket: (mixed >> (64 - self.log_buckets)) as usize, tag }
    }

    #[inline(always)]
    fn bucket(&self, address: Address) -> Option<&[AtomicU64; BUCKET]> {
        self.words.get(self.start + address.bucket * BUCKET..)?.first_chunk()
    }

    /// Brings the bucket of an address into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, address: Address) {
        if let Some([first, ..]) = self.bucket(address) {
            intrinsics::prefetch(first);
        }
    }

    /// The proved bounds of the position with this address.
    #[inline(always)]
    pub(super) fn probe(&self, address: Address) -> Option<BoundEntry> {
        let words = self.bucket(address)?.each_ref().map(|word| word.load(Relaxed));
        words.into_iter().find(|word| is_at(*word, address)).map(unpack)
    }

    /// Stores what was proved with this many nodes, in place of the entry that cost least.
    ///
    /// An entry of the same position is narrowed instead.
    #[inline]
    pub(super) fn store(&self, address: Address, mut entry: BoundEntry, nodes: u64) {
        let Some(bucket) = self.bucket(address) else { return };
        let mut least = u32::MAX;
        let mut slot = &bucket[0];
        for candidate in bucket {
            let word = candidate.load(Relaxed);
            if is_at(word, address) {
                let old = unpack(word);
                entry.lower = entry.lower.max(old.lower);
                entry.upper = entry.upper.min(old.upper);
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
        slot.store(pack(address.tag, entry, work), Relaxed);
    }

    /// Bytes that it takes.
    pub(super) const fn bytes(&self) -> u64 {
        BUCKET_BYTES << self.log_buckets
    }

    /// Buckets that it has.
    pub(super) const fn buckets(&self) -> usize {
        1 << self.log_buckets
    }

    /// Copies the entries of some buckets of a table for the same keys that is no larger into this
    /// one, which has none of them yet.
    pub(super) fn copy_from(&self, other: &Self, buckets: Range<usize>) {
        for at in buckets {
            let Some(bucket) = other.words.get(other.start + at * BUCKET..) else { return };
            let bucket = bucket.iter().take(BUCKET);
            for word in bucket.map(|word| word.load(Relaxed)).filter(|word| *word != 0) {
                let tag =
                    word >> BELOW_TAG << (64 - other.bits + other.log_buckets) >> other.log_buckets;
                let address = self.address_of_mixed((at as u64) << (64 - other.log_buckets) | tag);
                let free = self
                    .bucket(address)
                    .and_then(|bucket| bucket.iter().find(|word| word.load(Relaxed) == 0));
                if let Some(slot) = free {
                    slot.store(address.tag << BELOW_TAG | word & ((1 << BELOW_TAG) - 1), Relaxed);
                }
            }
        }
    }

    /// How full the table is, in thousandths, from a sample of its first words.
    pub(super) fn per_mille(&self) -> u32 {
        let sample = &self.words[..self.words.len().min(HASHFULL_SAMPLE)];
        let used = sample.iter().filter(|word| word.load(Relaxed) != 0).count();
        per_mille(used, sample.len())
    }
}

/// Whether a word is the entry of this address.
#[inline(always)]
const fn is_at(word: u64, address: Address) -> bool {
    word >> BELOW_TAG == address.tag && word != 0
}

#[inline(always)]
const fn unpack(word: u64) -> BoundEntry {
    BoundEntry {
        lower: (word & 63) as i32 - OFFSET,
        upper: (word >> 6 & 63) as i32 - OFFSET,
        channel: (word >> 12 & 7) as u32,
    }
}

#[inline(always)]
fn pack(tag: u64, entry: BoundEntry, work: u32) -> u64 {
    tag << BELOW_TAG
        | u64::from(work) << BELOW_WORK
        | u64::from(entry.channel) << 12
        | u64::from((entry.upper + OFFSET).cast_unsigned()) << 6
        | u64::from((entry.lower + OFFSET).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::{BoundEntry, BoundTable};
    use crate::base::SplitMix64;

    const BITS: u32 = 49;

    #[test]
    fn a_larger_table_copies_all_that_a_small_one_knows() {
        let mut random = SplitMix64::new(1);
        let keys: Vec<u64> = (0..40_000).map(|_| random.next() >> (64 - BITS)).collect();
        let known = |key: u64| BoundEntry {
            lower: (key % 7) as i32 - 9,
            upper: (key % 11) as i32,
            channel: (key % 7) as u32,
        };
        let small = BoundTable::new(1 << 18, BITS);
        for key in &keys {
            small.store(small.address(*key), known(*key), key % 1_000);
        }
        let large = BoundTable::new(1 << 21, BITS);
        large.copy_from(&small, 0..1_000);
        large.copy_from(&small, 1_000..small.buckets());
        let mut count = 0;
        for key in keys {
            let found = small.probe(small.address(key));
            assert_eq!(large.probe(large.address(key)), found);
            assert!(found.is_none_or(|found| found == known(key)));
            count += u32::from(found.is_some());
        }
        assert!(count > 20_000, "{count} of 32,768 entries in use");
    }
}
