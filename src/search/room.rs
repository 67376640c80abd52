//! How much of a table a search comes to use.
//!
//! The system may take a millisecond for each MiB that is touched for the first time: with 300 MiB
//! at hand, the first searches of 40 ms did nothing else, and were late besides.

use std::time::Duration;

/// How many times its share a search by the clock may come to use as the table fills up.
const MOST_SHARES: u128 = 4;

/// A table of which a part is in use; parts are counted in whatever the table is made of.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// All there is.
    pub whole: usize,
    /// What is in use now.
    pub used: usize,
    /// More than half of that holds something.
    pub is_filling: bool,
}

impl Room {
    /// What the next search should use, given its time and its share for each millisecond:
    /// `whole` where time has no end, and never less than is used now.
    pub fn wanted(&self, time: Option<Duration>, share: usize) -> usize {
        let Some(time) = time else { return self.whole };
        let share = share as u128 * time.as_millis().max(1);
        let filling = if self.is_filling { 2 * self.used as u128 } else { 0 };
        let wanted = share.max(filling.min(MOST_SHARES * share)).min(self.whole as u128);
        usize::try_from(wanted).unwrap_or(self.whole).max(self.used)
    }
}

#[cfg(test)]
mod tests {
    use super::Room;
    use std::time::Duration;

    #[test]
    fn room_grows_with_time_and_as_it_fills_but_never_beyond_the_whole() {
        let wanted = |(used, is_filling), ms: u64| {
            let time = (ms > 0).then(|| Duration::from_millis(ms));
            Room { whole: 1_000, used, is_filling }.wanted(time, 10)
        };
        assert_eq!([wanted((0, false), 0), wanted((0, false), 7)], [1_000, 70]);
        assert_eq!([wanted((70, false), 7), wanted((70, true), 7)], [70, 140]);
        assert_eq!([wanted((200, true), 7), wanted((280, true), 7)], [280, 280]);
        assert_eq!([wanted((500, true), 7), wanted((500, false), 7)], [500, 500]);
        assert_eq!(wanted((70, true), u64::MAX), 1_000);
    }
}
