//! How much of a table a search uses: more with more time, and more as the table fills up.

use std::time::Duration;

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

    /// Whether the entries of a part of size `before` are kept when size `now` is used.
    ///
    /// Not if that is more than eight times as much. Each entry that moves may touch another page of
    /// the new part, and until all have moved nothing can stop the search; the entries of a part so
    /// much smaller are not worth it. Set by hand.
    pub const fn keeps_entries(before: usize, now: usize) -> bool {
        now / 8 <= before
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Growth, SAMPLE};

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
