//! How much of a table a search uses: more with its time, and more as the table fills up.
//!
//! The system may take a millisecond for each MiB that is touched for the first time: with 300 MiB
//! at hand, the first searches of 40 ms did nothing else, and were late besides.

use std::time::Duration;

/// A search by the clock uses this many times its share at most, as the table fills up.
const MAX_SHARES: u128 = 4;

/// A table of which a part is in use, both counted in any one unit.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// All there is.
    pub whole: usize,
    /// What is in use now.
    pub used: usize,
    /// More than half of that holds something.
    pub is_half_full: bool,
}

impl Growth {
    /// What the next search should use, given its time and its share for each millisecond:
    /// `whole` where time has no end, and never less than is used now.
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
