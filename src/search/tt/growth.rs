//! How much of a table a search uses: more with more time, and more as the table fills up.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use crate::base::intrinsics::{Zeroable, ZeroedMemory};

/// A search with a limit uses at most this many times its share, as the table fills up. Set by hand.
const MAX_SHARES: u128 = 4;
/// The number of entries in the sample that shows whether half of a table is occupied.
///
/// Chosen by hand; of random entries the share of this many is off by 1.1 % (one standard deviation).
const SAMPLE: usize = 2_000;

/// The size of a table and of the part in use, both in the same unit.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The size of the table.
    pub whole: usize,
    /// The size of the part in use.
    used: usize,
    /// Whether more than half of the entries of that part are occupied.
    is_half_full: bool,
}

impl Growth {
    /// The growth of a table of size `whole`, of which a part of size `used` is in use.
    ///
    /// `occupied` says of each entry of that part whether it is occupied; a sample from the front is
    /// looked at.
    pub fn new(whole: usize, used: usize, occupied: impl Iterator<Item = bool>) -> Self {
        let surplus: i32 =
            occupied.take(SAMPLE).map(|is_occupied| if is_occupied { 1 } else { -1 }).sum();
        Self { whole, used, is_half_full: surplus > 0 }
    }

    /// The size that the next search should use, given its time and its share for a millisecond.
    ///
    /// `whole` without a limit of time, and never less than is used now.
    pub fn wanted(&self, time: Option<Duration>, share: usize) -> usize {
        let Some(time) = time else { return self.whole };
        self.wanted_for(share as u128 * time.as_millis().max(1))
    }

    /// The size that the next search should use, given the number of entries that it may write.
    ///
    /// Never less than is used now.
    pub fn wanted_for(&self, share: u128) -> usize {
        let doubled = if self.is_half_full { 2 * self.used as u128 } else { 0 };
        let wanted =
            share.max(doubled.min(MAX_SHARES.saturating_mul(share))).min(self.whole as u128);
        usize::try_from(wanted).unwrap_or(self.whole).max(self.used)
    }
}

/// A table of which a search uses as much, from the front, as it can fill.
///
/// It dereferences to all entries that memory is reserved for. Those that are not in use are zero,
/// and their pages are not touched.
#[derive(Debug)]
pub struct GrowingTable<E: Zeroable> {
    entries: ZeroedMemory<E>,
    /// Entries in use.
    used: usize,
}

impl<E: Zeroable> Default for GrowingTable<E> {
    fn default() -> Self {
        Self { entries: ZeroedMemory::default(), used: 0 }
    }
}

impl<E: Zeroable> GrowingTable<E> {
    /// Reserves memory for up to `most` entries, at least for `least`, if the table has none.
    ///
    /// See [`ZeroedMemory::reserve_up_to`].
    pub fn reserve(&mut self, most: usize, least: usize) {
        if self.entries.is_empty() {
            self.entries = ZeroedMemory::reserve_up_to(most, least);
        }
    }

    /// The number of entries in use.
    pub const fn used(&self) -> usize {
        self.used
    }

    /// The entries in use.
    pub fn in_use(&self) -> &[E] {
        &self.entries[..self.used]
    }

    /// The growth of the table; `occupied` says of each entry in use whether it is occupied.
    pub fn growth(&self, occupied: impl Iterator<Item = bool>) -> Growth {
        Growth::new(self.entries.len(), self.used, occupied)
    }

    /// Uses `count` entries from now on, which must not be fewer than before.
    ///
    /// Returns the number of entries at the front that the caller has to move to their new places: 0
    /// if the number did not change, or if all were set to zero. They are if the new part is more than
    /// eight times as large. Each entry that moves may touch another page of the new part, and until
    /// all have moved nothing can stop the search; the entries of a part so much smaller are not worth
    /// it. The factor is set by hand.
    #[must_use]
    pub fn widen(&mut self, count: usize) -> usize {
        let before = std::mem::replace(&mut self.used, count);
        if before == count {
            return 0;
        }
        self.entries.prefer_large_pages(count);
        if count / 8 <= before {
            return before;
        }
        self.entries.clear(before);
        0
    }

    /// Sets all entries to zero, and uses none until the table is [widened](Self::widen).
    pub fn clear(&mut self) {
        self.entries.clear(self.used);
        self.used = 0;
    }

    /// Uses no entries from now on; those in use must be zero.
    pub const fn use_none(&mut self) {
        self.used = 0;
    }
}

impl<E: Zeroable> Deref for GrowingTable<E> {
    type Target = [E];

    #[inline(always)]
    fn deref(&self) -> &[E] {
        &self.entries
    }
}

impl<E: Zeroable> DerefMut for GrowingTable<E> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [E] {
        &mut self.entries
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{GrowingTable, Growth, SAMPLE};

    #[test]
    fn entries_are_to_be_moved_unless_the_table_grows_by_more_than_eight_times() {
        let mut table = GrowingTable::<u64>::default();
        table.reserve(1_000, 1);
        assert_eq!((table.widen(10), table.used(), table.len()), (0, 10, 1_000));
        table[9] = 1;
        assert_eq!((table.widen(10), table.widen(80)), (0, 10));
        assert_eq!((table[9], table.widen(640), table[9]), (1, 80, 1));
        table.clear();
        assert_eq!((table.used(), table[9], table.widen(100)), (0, 0, 0));
        table[9] = 1;
        assert_eq!((table.widen(999), table[9], table.in_use().len()), (0, 0, 999));
    }

    #[test]
    fn use_grows_with_time_and_as_it_fills_but_never_beyond_the_whole() {
        let wanted = |(used, is_half_full), ms: u64| {
            let time = (ms > 0).then(|| Duration::from_millis(ms));
            Growth { whole: 1_000, used, is_half_full }.wanted(time, 10)
        };
        assert_eq!([wanted((0, false), 0), wanted((0, false), 7)], [1_000, 70]);
        assert_eq!([wanted((70, false), 7), wanted((70, true), 7)], [70, 140]);
        assert_eq!([wanted((200, true), 7), wanted((280, true), 7)], [280, 280]);
        assert_eq!([wanted((500, true), 7), wanted((500, false), 7)], [500, 500]);
        assert_eq!(wanted((70, true), u64::MAX), 1_000);
        let growth = Growth { whole: 1_000, used: 70, is_half_full: true };
        assert_eq!([30, 60, 500, u128::MAX].map(|n| growth.wanted_for(n)), [120, 140, 500, 1_000]);
    }

    #[test]
    fn more_than_half_of_the_sample_is_half_full() {
        let is_half_full = |occupied: usize, entries: usize| {
            Growth::new(entries, entries, (0..entries).map(|at| at < occupied)).is_half_full
        };
        assert!(!is_half_full(0, 0) && !is_half_full(5, 10) && is_half_full(6, 10));
        let half = SAMPLE / 2;
        assert!(!is_half_full(half, 10 * SAMPLE) && is_half_full(half + 1, 10 * SAMPLE));
    }
}
