//! The control of a running search: its node count, its clock, the stop signal.

use std::time::Duration;

use super::player_trait::SearchTask;
use super::stop_signal::StopSignal;
use super::stopwatch::Stopwatch;
use super::time_management::Budget;
use crate::base::Side;
use crate::game::Position;

/// Counts the nodes of one search and decides when it must end.
///
/// The node limit is kept exactly. The clock and the stop signal are checked after a number of nodes
/// that adapts to the game: about [`Self::CHECK_TIME`] passes between two checks, and never more
/// than [`Self::MAX_INTERVAL`] nodes.
pub struct SearchControl<'a> {
    stop: &'a dyn StopSignal,
    stopwatch: Stopwatch,
    budget: Budget,
    /// The most nodes of the search; `u64::MAX` for no limit.
    node_limit: u64,
    /// Nodes counted so far, at most [`Self::node_limit`].
    nodes: u64,
    /// The node count of the next check of the clock and the stop signal.
    next_check: u64,
    /// Nodes between two checks.
    interval: u64,
    /// The time of the last check, since the search began.
    last_check: Duration,
    /// Clock and stop signal are ignored before this time since the search began.
    grace_until: Duration,
    ended: bool,
}

impl<'a> SearchControl<'a> {
    /// The most nodes between two checks of the clock. Set by hand.
    pub const MAX_INTERVAL: u64 = 1_024;
    /// The time between two checks of the clock that the interval is adapted to. Set by hand.
    pub const CHECK_TIME: Duration = Duration::from_micros(200);
    /// How long clock and stop signal are ignored by [`Self::start_grace_period`]. Set by hand.
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

    /// This control with this node limit, if it is lower than the one it has.
    #[must_use]
    pub fn with_node_cap(mut self, nodes: u64) -> Self {
        self.node_limit = self.node_limit.min(nodes);
        self
    }

    /// A control with the same limits for another thread of the search.
    ///
    /// It counts nodes of its own.
    #[must_use]
    pub fn sibling(&self) -> Self {
        Self { nodes: 0, next_check: 0, interval: 1, ..*self }
    }

    /// Ignores the clock and the stop signal for [`Self::GRACE_PERIOD`] from now.
    ///
    /// So the first iteration of a fast game is completed even if the signal is already raised.
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

    /// Checks the clock and the signal now, whatever the interval, and returns whether to go on.
    pub fn check_limits(&mut self) -> bool {
        let elapsed = self.stopwatch.elapsed();
        let out_of_time = self.budget.hard.is_some_and(|hard| elapsed >= hard);
        let must_stop = out_of_time || self.stop.is_raised();
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

    /// Counts nodes that another search has visited, and returns whether to go on.
    ///
    /// It does so as [`Self::count_node`] does.
    #[inline]
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        self.nodes = self.nodes.saturating_add(nodes).min(self.node_limit);
        self.nodes < self.next_check || self.check_and_adapt()
    }

    /// The time since the task's stopwatch was started.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// The time until the hard limit; `None` without one.
    pub fn time_left(&self) -> Option<Duration> {
        self.budget.hard.map(|hard| hard.saturating_sub(self.stopwatch.elapsed()))
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
