//! The time that searches keep back after late answers.

use std::time::Duration;

use crate::base::Side;
use crate::search::{Budget, Limits};

/// The least lateness that counts; a quiet machine has less. Set by hand.
const LEAST_LATENESS: Duration = Duration::from_millis(1);
/// The most that is kept back of the time of a search. Set by hand.
const MOST_LATENESS: Duration = Duration::from_millis(30);
/// The part of the reserve that each answer in time takes off: one in this many. Set by hand.
const RESERVE_DECAY: u32 = 32;

/// How much earlier than its limit a search is to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AdaptiveMoveOverhead(Duration);

impl AdaptiveMoveOverhead {
    /// Makes the limits shorter by the reserve.
    pub(super) fn shorten(self, limits: &mut Limits) {
        limits.overhead += self.0.as_micros().div_ceil(1_000) as u64;
    }

    /// Learns from a search within these limits that was answered after this time.
    pub(super) fn learn(&mut self, limits: &Limits, side: Side, time: Duration) {
        let limit = Budget::new(limits, side).hard.filter(|_| !limits.infinite);
        let late = limit.map_or(Duration::ZERO, |limit| time.saturating_sub(limit));
        let late = if late < LEAST_LATENESS { Duration::ZERO } else { late.min(MOST_LATENESS) };
        self.0 = late.max(self.0.saturating_sub(self.0 / RESERVE_DECAY));
    }
}

#[cfg(test)]
mod tests {
    use super::{AdaptiveMoveOverhead, MOST_LATENESS};
    use crate::base::Side;
    use crate::protocol::session::search_thread::{SearchPanicked, SearchThread};
    use crate::search::Limits;
    use std::cell::RefCell;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn nothing_is_left_of_the_thread_when_it_is_dropped() {
        thread_local!(static KEPT: RefCell<Option<Arc<()>>> = const { RefCell::new(None) });
        let ours = Arc::new(());
        let theirs = Arc::clone(&ours);
        let mut thread = SearchThread::default();
        let done = thread.run(
            move |_: &mut dyn FnMut(u8)| KEPT.with_borrow_mut(|kept| *kept = Some(theirs)),
            |_| {},
        );
        assert_eq!((done, Arc::strong_count(&ours)), (Ok(()), 2));
        drop(thread);
        assert_eq!(Arc::strong_count(&ours), 1);
    }

    #[test]
    fn thread_survives_a_panic() {
        let mut thread = SearchThread::default();
        let broken = thread.run(|_: &mut dyn FnMut(u8)| -> u8 { panic!("on purpose") }, |_| {});
        assert_eq!(broken, Err(SearchPanicked));
        let mut received = Vec::new();
        let sound = thread.run(
            |send| {
                send(1);
                send(2);
                3
            },
            |n| received.push(n),
        );
        assert_eq!((sound, received), (Ok(3), vec![1, 2]));
    }

    fn limits(movetime: Option<u64>) -> Limits {
        Limits { movetime, ..Limits::default() }
    }

    fn after(reserve: &mut AdaptiveMoveOverhead, movetime: Option<u64>, milliseconds: u64) -> u64 {
        reserve.learn(&limits(movetime), Side::First, Duration::from_millis(milliseconds));
        let mut next = limits(movetime);
        reserve.shorten(&mut next);
        next.overhead
    }

    #[test]
    fn lateness_is_learned_at_once_and_forgotten_slowly() {
        let mut reserve = AdaptiveMoveOverhead::default();
        assert_eq!(after(&mut reserve, Some(100), 100), 0, "in time");
        assert_eq!(after(&mut reserve, Some(100), 108), 8);
        assert_eq!(after(&mut reserve, Some(100), 105), 8, "less than before");
        let answers = (0..200).take_while(|_| after(&mut reserve, Some(100), 90) > 1).count();
        assert!((40..150).contains(&answers), "{answers}");
        assert_eq!(after(&mut reserve, Some(100), 5_000), MOST_LATENESS.as_millis() as u64);
    }

    #[test]
    fn searches_without_a_limit_of_time_teach_nothing() {
        let mut reserve = AdaptiveMoveOverhead::default();
        assert_eq!(after(&mut reserve, None, 9_000), 0);
        let endless = Limits { infinite: true, ..limits(Some(5)) };
        reserve.learn(&endless, Side::First, Duration::from_secs(9));
        assert_eq!(reserve, AdaptiveMoveOverhead::default());
    }
}
