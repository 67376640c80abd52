//! How much of a table a search uses: more with more time, and more as the table fills up.
//!
//! The system may take a millisecond for each MiB that is touched for the first time: with a table of
//! 300 MiB, the first searches of 40 ms did nothing else, and exceeded their time.

use std::time::Duration;

/// A search with a time limit uses at most this many times its share, as the table fills up.
const MAX_SHARES: u128 = 4;

/// The size of a table and of the part in use, both in the same unit.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The size of the table.
    pub whole: usize,
    /// The size of the part in use.
    pub used: usize,
    /// Whether more than half of the entries of that part are occupied.
    pub is_half_full: bool,
}

impl Growth {
    /// The size that the next search should use, given its time and its share for a millisecond.
    ///
    /// `whole` without a limit of time, and never less than is used now.
    pub fn wanted(&self, time: Option<Duration>, share: usize) -> usize {
        let Some(time) = time else { return self.whole };
        let share = share as u128 * time.as_millis().max(1);
        let doubled = if self.is_half_full { 2 * self.used as u128 } else { 0 };
        let wanted = share.max(doubled.min(MAX_SHARES * share)).min(self.whole as u128);
        usize::try_from(wanted).unwrap_or(self.whole).max(self.used)
    }
}

#[cfg(test)]
mod tests {
    use super::Growth;
    use std::time::Duration;

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
    }
}
