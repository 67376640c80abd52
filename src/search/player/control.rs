//! The limits of a search, and its control while it runs: node count, clock, stop flag.
//!
//! This is the only place where the clock is read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::player_trait::SearchTask;
use crate::base::Side;
use crate::game::Position;

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
}

impl Stopwatch {
    /// Starts to measure now.
    #[expect(clippy::disallowed_methods, reason = "the one place where the clock is read")]
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }

    /// The time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// The limits of a search; the first one that is reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The answer must come within this many milliseconds; 0 counts as 1.
    pub movetime: Option<u64>,
    /// The clocks of a game with a time control.
    pub clock: Option<Clock>,
    /// The deepest iteration in plies, at least 1.
    pub depth: Option<u32>,
    /// The most nodes to visit, kept exactly.
    pub nodes: Option<u64>,
    /// The answer waits for the stop flag; the other limits still hold for the search itself.
    pub infinite: bool,
    /// Milliseconds that the answer may take from the search to the referee.
    pub overhead: u64,
    /// Make a rollout instead of a search only; for players that can.
    pub rollout: Option<Rollout>,
}

/// A rollout: games that are played out from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// Games from each position, at least 1.
    pub games: u64,
    /// Rolls after which a game is evaluated instead of played on, at least 1; `None` for no limit.
    pub truncate: Option<u32>,
}

impl Default for Rollout {
    /// As many games as there are ordered pairs of rolls (36²), each played to its end.
    fn default() -> Self {
        Self { games: 1_296, truncate: None }
    }
}

impl Limits {
    /// The hard limit of time, if time is the only limit.
    ///
    /// `None` for a search without end, and for one with a limit of nodes or plies: its result may
    /// not depend on the time that it has.
    pub fn time_limit_alone(&self, side: Side) -> Option<Duration> {
        let is_counted = self.nodes.is_some() || self.depth.is_some();
        if is_counted || self.infinite { None } else { Budget::new(self, side).hard }
    }
}

/// The clocks of both sides, by [`Side::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds left on the clock.
    pub time: [u64; 2],
    /// Milliseconds added after every move.
    pub increment: [u64; 2],
}

/// Time management: the time one search may use, from its stopwatch on; `None` is without end.
///
/// A `movetime` of m allows m − min(overhead, m / 2); soft and hard limit are the same. A clock
/// with r left and an increment of i allows a share of r / 20 + 3 i / 4: half of the share is the
/// soft limit, twice the share is the hard limit, and neither is more than r − overhead (but at
/// least 1 ms or r / 2, whichever is less, however large the overhead).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The soft limit: no further iteration begins after it.
    pub soft: Option<Duration>,
    /// The hard limit: the search ends at once.
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
        Self { soft: least(fixed, soft), hard: least(fixed, hard) }
    }
}

/// The soft and the hard limit of one move under a clock.
fn soft_and_hard_limit(clock: Clock, side: Side, overhead: Duration) -> (Duration, Duration) {
    let left = Duration::from_millis(clock.time[side.index()].max(1));
    let increment = Duration::from_millis(clock.increment[side.index()]);
    let floor = Duration::from_millis(1).min(left / 2);
    let ceiling = left.saturating_sub(overhead).max(floor);
    let share = (left / 20).saturating_add(increment.saturating_mul(3) / 4).max(floor);
    ((share / 2).min(ceiling), share.saturating_mul(2).min(ceiling))
}

/// The lesser of two limits, of which `None` is without end.
fn least(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}

/// Counts the nodes of one search and decides when it must end.
///
/// The node limit is kept exactly. The clock and the stop flag are checked after a number of nodes
/// that adapts to the game: about [`Self::CHECK_TIME`] passes between two checks, and never more
/// than [`Self::MAX_INTERVAL`] nodes.
pub struct SearchControl<'a> {
    stop: &'a AtomicBool,
    stopwatch: Stopwatch,
    budget: Budget,
    node_limit: u64,
    nodes: u64,
    /// The node count of the next check of the clock and the stop flag.
    next_check: u64,
    /// Nodes between two checks.
    interval: u64,
    /// The time of the last check.
    last_check: Duration,
    /// Clock and stop flag are ignored before this time.
    grace_until: Duration,
    ended: bool,
}

impl<'a> SearchControl<'a> {
    /// The most nodes between two checks of the clock.
    pub const MAX_INTERVAL: u64 = 1_024;
    /// The time between two checks of the clock that the interval is adapted to.
    pub const CHECK_TIME: Duration = Duration::from_micros(200);
    /// How long clock and stop flag are ignored after [`Self::start_grace_period`].
    pub const GRACE_PERIOD: Duration = Duration::from_micros(500);

    /// A control for one search on behalf of `side`.
    pub fn new<P: Position>(task: &SearchTask<'a, P>, side: Side) -> Self {
        Self {
            stop: task.stop,
            stopwatch: task.stopwatch,
            budget: Budget::new(task.limits, side),
            node_limit: task.limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_check: 0,
            interval: 1,
            last_check: task.stopwatch.elapsed(),
            grace_until: Duration::ZERO,
            ended: false,
        }
    }

    /// The same with this node limit, if it is lower than the one it has.
    #[must_use]
    pub fn with_node_cap(mut self, nodes: u64) -> Self {
        self.node_limit = self.node_limit.min(nodes);
        self
    }

    /// The same limits for another thread of the search, which counts nodes of its own.
    #[must_use]
    pub fn sibling(&self) -> Self {
        Self { nodes: 0, next_check: 0, interval: 1, ..*self }
    }

    /// Ignores the clock and the stop flag for [`Self::GRACE_PERIOD`] from now.
    ///
    /// So the first iteration of a fast game is completed even if the flag is already set.
    pub fn start_grace_period(&mut self) {
        self.grace_until = self.stopwatch.elapsed().saturating_add(Self::GRACE_PERIOD);
    }

    /// Ends [`Self::start_grace_period`].
    pub const fn end_grace_period(&mut self) {
        self.grace_until = Duration::ZERO;
    }

    /// Counts one node and returns whether to go on; a node that is refused is not counted.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_check && !self.check_and_adapt() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Whether the search must end; stays true once [`Self::count_node`] has refused a node.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Checks the clock and the flag now, whatever the interval, and returns whether to go on.
    pub fn check_limits(&mut self) -> bool {
        let elapsed = self.stopwatch.elapsed();
        let out_of_time = self.budget.hard.is_some_and(|hard| elapsed >= hard);
        let must_stop = out_of_time || self.stop.load(Ordering::Relaxed);
        self.ended |= must_stop && elapsed >= self.grace_until;
        !self.ended
    }

    /// Nodes counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes that are left.
    pub const fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Counts nodes that another search has visited and returns whether to go on, as
    /// [`Self::count_node`] does.
    #[inline]
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        self.nodes = self.nodes.saturating_add(nodes).min(self.node_limit);
        self.nodes < self.next_check || self.check_and_adapt()
    }

    /// The time since the task's stopwatch was started.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Whether another iteration may begin: no limit is reached, nor the soft limit of time.
    pub fn may_deepen(&mut self) -> bool {
        let soft = self.budget.soft;
        self.nodes < self.node_limit
            && self.check_limits()
            && soft.is_none_or(|soft| self.stopwatch.elapsed() < soft)
    }

    /// Checks all limits, adapts the interval, and returns whether to go on.
    #[cold]
    fn check_and_adapt(&mut self) -> bool {
        self.ended |= self.nodes >= self.node_limit;
        if self.ended || !self.check_limits() {
            return false;
        }
        let now = self.stopwatch.elapsed();
        let passed = now.saturating_sub(self.last_check);
        self.last_check = now;
        if passed > Self::CHECK_TIME {
            self.interval = (self.interval / 2).max(1);
        } else if passed < Self::CHECK_TIME / 2 {
            self.interval = (self.interval * 2).min(Self::MAX_INTERVAL);
        }
        self.next_check = self.nodes.saturating_add(self.interval).min(self.node_limit);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Clock, Limits};
    use crate::base::Side;
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
    fn without_times_there_is_no_end() {
        assert_eq!(budget(&Limits::default()), Budget::default());
    }
}
