//! How much of the time on the clock a move may take.

use std::fmt;
use std::time::Duration;

use super::limits::{Clock, Limits, OrNone};
use crate::base::Side;

/// A move has a share of the time left on its clock: the time divided by this.
/// Set by hand; no measurement is recorded.
const CLOCK_DIVISOR: u32 = 20;
/// A move has this many parts of its increment; one part is the increment divided by
/// [`INCREMENT_DIVISOR`]. Set by hand; no measurement is recorded.
const INCREMENT_PARTS: u32 = 3;
/// The parts of an increment.
const INCREMENT_DIVISOR: u32 = 4;
/// The soft limit is the share divided by this, the hard limit the share times this.
/// Set by hand; no measurement is recorded.
const LIMIT_FACTOR: u32 = 2;

/// Time management: the time that one search may use, from its stopwatch on.
///
/// `None` is without end.
///
/// A `movetime` of m allows m − min(overhead, m / 2); soft and hard limit are the same. A clock
/// with r left and an increment of i allows a share of r / 20 + 3 i / 4: half of the share is the
/// soft limit, twice the share is the hard limit, and neither is more than r − overhead (but at
/// least 1 ms or r / 2, whichever is less, however large the overhead).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The soft limit, from the beginning of the search: no further iteration begins after it.
    pub soft: Option<Duration>,
    /// The hard limit, from the beginning of the search: the search ends at once.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget under these limits for the side to move.
    pub fn new(limits: &Limits, side: Side) -> Self {
        let overhead = Duration::from_millis(limits.overhead);
        let fixed = limits.movetime.map(|m| {
            let whole = Duration::from_millis(m.max(1));
            whole.saturating_sub(overhead.min(whole / 2))
        });
        let (soft, hard) =
            limits.clock.map(|clock| soft_and_hard_limit(clock, side, overhead)).unzip();
        Self { soft: earlier_limit(fixed, soft), hard: earlier_limit(fixed, hard) }
    }
}

impl Limits {
    /// The time for which a table should have room in a search of this side.
    ///
    /// `None` if neither nodes nor time are limited, or only the plies are. A limit of nodes, or
    /// `node_cap` (`u64::MAX` for none), counts as a millisecond for each thousand of them, whatever
    /// the time: the result of such a search may not depend on that.
    pub fn time_to_fill_tables(&self, side: Side, node_cap: u64) -> Option<Duration> {
        /// Fewer than any search visits. Set by hand.
        const NODES_PER_MS: u64 = 1_000;
        match self.nodes.unwrap_or(u64::MAX).min(node_cap) {
            u64::MAX => self.time_limit_alone(side),
            nodes => Some(Duration::from_millis(nodes.div_ceil(NODES_PER_MS))),
        }
    }

    /// The hard limit of time, if time is the only limit.
    ///
    /// `None` for a search without end, and for one with a limit of nodes or plies: its result may
    /// not depend on the time that it has.
    pub fn time_limit_alone(&self, side: Side) -> Option<Duration> {
        if self.limits_nodes_or_depth() || self.infinite {
            None
        } else {
            Budget::new(self, side).hard
        }
    }
}

/// Both limits, for the log.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| format!("{} ms", time.as_millis());
        let [soft, hard] = [self.soft, self.hard].map(|limit| OrNone(limit.map(milliseconds)));
        write!(f, "soft limit {soft}, hard limit {hard}")
    }
}

/// The soft and the hard limit of one move under a clock.
fn soft_and_hard_limit(clock: Clock, side: Side, overhead: Duration) -> (Duration, Duration) {
    let left = Duration::from_millis(clock.time[side.index()].max(1));
    let increment = Duration::from_millis(clock.increment[side.index()]);
    let floor = Duration::from_millis(1).min(left / 2);
    let ceiling = left.saturating_sub(overhead).max(floor);
    let share = (left / CLOCK_DIVISOR)
        .saturating_add(increment.saturating_mul(INCREMENT_PARTS) / INCREMENT_DIVISOR)
        .max(floor);
    ((share / LIMIT_FACTOR).min(ceiling), share.saturating_mul(LIMIT_FACTOR).min(ceiling))
}

/// The lesser of two limits, of which `None` is without end.
fn earlier_limit(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Clock};
    use crate::base::Side;
    use crate::search::player::limits::{Limits, Rollout};
    use std::time::Duration;

    fn budget(limits: &Limits) -> Budget {
        Budget::new(limits, Side::Second)
    }

    #[test]
    fn movetime_is_used_whole_but_for_the_overhead() {
        let limits = Limits { movetime: Some(1_000), overhead: 5, ..Limits::default() };
        let expected = Some(Duration::from_millis(995));
        assert_eq!(budget(&limits), Budget { soft: expected, hard: expected });
    }

    #[test]
    fn overhead_never_eats_more_than_half_of_the_movetime() {
        for m in [0, 1] {
            let limits = Limits { movetime: Some(m), overhead: 5_000, ..Limits::default() };
            assert_eq!(budget(&limits).hard, Some(Duration::from_micros(500)));
        }
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let clock = Clock { time: [1, 20_000], increment: [0, 400] };
        let limits = Limits { clock: Some(clock), overhead: 5, ..Limits::default() };
        let expected = Budget {
            soft: Some(Duration::from_millis(650)),
            hard: Some(Duration::from_millis(2_600)),
        };
        assert_eq!(budget(&limits), expected);
    }

    #[test]
    fn no_move_takes_more_than_the_clock_has_left() {
        for left in [0, 1, 3, 7, 50, 1_000, u64::MAX] {
            for increment in [0, 10, 100_000, u64::MAX] {
                let clock = Clock { time: [left; 2], increment: [increment; 2] };
                let limits = Limits { clock: Some(clock), overhead: 5, ..Limits::default() };
                let hard = budget(&limits).hard.expect("a clock limits");
                assert!(hard > Duration::ZERO);
                assert!(hard <= Duration::from_millis(left.max(1)));
                assert!(left < 20 || hard <= Duration::from_millis(left - 5));
            }
        }
    }

    #[test]
    fn huge_times_do_not_overflow() {
        for m in [1_000_000_000_000, u64::MAX] {
            let limits = Limits { movetime: Some(m), overhead: u64::MAX, ..Limits::default() };
            assert_eq!(budget(&limits).hard, Some(Duration::from_millis(m) / 2));
        }
    }

    #[test]
    fn only_move_takes_a_short_time_where_time_is_the_only_limit() {
        let minute = Limits { movetime: Some(60_000), ..Limits::default() };
        let asked = Limits { forced_at_once: true, ..minute.clone() };
        let clock = Some(Clock { time: [60_000; 2], increment: [0; 2] });
        let on_clock = Limits { clock, forced_at_once: true, ..Limits::default() };
        let choice = |limits: &Limits| limits.clone().for_choice(Side::First, true).movetime;
        assert_eq!([choice(&asked), choice(&on_clock)], [Some(20); 2]);
        assert_eq!(choice(&Limits { movetime: Some(3), ..asked.clone() }), Some(3));
        assert_eq!(choice(&minute), Some(60_000), "not asked for");
        assert_eq!(asked.clone().for_choice(Side::First, false), asked, "not the only move");
        for unchanged in [
            Limits { depth: Some(9), ..asked.clone() },
            Limits { nodes: Some(9), ..asked.clone() },
            Limits { infinite: true, ..asked.clone() },
            Limits { rollout: Some(Rollout::default()), ..asked.clone() },
        ] {
            let limits = unchanged.clone().for_choice(Side::First, true);
            assert_eq!(limits, Limits { forced_at_once: false, ..unchanged });
        }
    }

    #[test]
    fn without_times_there_is_no_end() {
        assert_eq!(budget(&Limits::default()), Budget::default());
    }
}
