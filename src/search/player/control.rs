//! The limits of a running search: its node count, its clock, and the stop flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::limits::{Budget, Stopwatch};
use super::player_trait::SearchTask;
use crate::base::Side;
use crate::game::Position;

/// Counts the nodes of one search and says when it must end.
///
/// The node limit is kept exactly. The clock and the stop flag are asked every so many nodes:
/// often enough that about [`Self::PATIENCE`] lies between two looks, however slow the game, and
/// at most every [`Self::INTERVAL`] nodes, however fast.
pub struct SearchControl<'a> {
    stop: &'a AtomicBool,
    stopwatch: Stopwatch,
    budget: Budget,
    node_limit: u64,
    nodes: u64,
    /// The node count at which [`Self::count_node`] has to look closer.
    next_look: u64,
    interval: u64,
    looked: Duration,
    /// Neither clock nor flag counts before this.
    grace_until: Duration,
    ended: bool,
}

impl<'a> SearchControl<'a> {
    /// Nodes between two looks at the clock where the game is fast.
    pub const INTERVAL: u64 = 1_024;
    /// The time aimed at between two looks at the clock.
    pub const PATIENCE: Duration = Duration::from_micros(200);
    /// How long [`Self::start_grace_period`] makes a search deaf.
    pub const GRACE_PERIOD: Duration = Duration::from_micros(500);

    /// A control for one search on behalf of `side`.
    pub fn new<P: Position>(task: &SearchTask<'a, P>, side: Side) -> Self {
        Self {
            stop: task.stop,
            stopwatch: task.stopwatch,
            budget: Budget::new(task.limits, side),
            node_limit: task.limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_look: 0,
            interval: 1,
            looked: task.stopwatch.elapsed(),
            grace_until: Duration::ZERO,
            ended: false,
        }
    }

    /// The same with a node limit of its own, where that is lower than the one it has.
    #[must_use]
    pub fn with_node_cap(mut self, nodes: u64) -> Self {
        self.node_limit = self.node_limit.min(nodes);
        self
    }

    /// The same limits for another thread of the search, which counts nodes of its own.
    #[must_use]
    pub fn sibling(&self) -> Self {
        Self { nodes: 0, next_look: 0, interval: 1, ..*self }
    }

    /// Makes the search deaf to clock and flag for [`Self::GRACE_PERIOD`] from now.
    ///
    /// So the first iteration of a fast game is whole even when the flag is up already.
    pub fn start_grace_period(&mut self) {
        self.grace_until = self.stopwatch.elapsed().saturating_add(Self::GRACE_PERIOD);
    }

    /// Ends [`Self::start_grace_period`].
    pub const fn end_grace_period(&mut self) {
        self.grace_until = Duration::ZERO;
    }

    /// Counts one node and says whether to go on; a node refused is not counted.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.check_clock() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Whether the search has to end; says yes for good once [`Self::count_node`] has refused a node.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Looks at the clock and the flag now, whatever the interval, and says whether to go on.
    pub fn check_limits(&mut self) -> bool {
        let elapsed = self.stopwatch.elapsed();
        let out_of_time = self.budget.hard.is_some_and(|hard| elapsed >= hard);
        let told_to_stop = out_of_time || self.stop.load(Ordering::Relaxed);
        self.ended |= told_to_stop && elapsed >= self.grace_until;
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

    /// Counts nodes that somebody else has searched and says whether to go on, as
    /// [`Self::count_node`] does.
    #[inline]
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        self.nodes = self.nodes.saturating_add(nodes).min(self.node_limit);
        self.nodes < self.next_look || self.check_clock()
    }

    /// The time since the task's stopwatch was started.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Whether another iteration may begin: the soft limit is not reached and nothing ended.
    pub fn may_deepen(&mut self) -> bool {
        let soft = self.budget.soft;
        self.nodes < self.node_limit
            && self.check_limits()
            && soft.is_none_or(|soft| self.stopwatch.elapsed() < soft)
    }

    #[cold]
    fn check_clock(&mut self) -> bool {
        self.ended |= self.nodes >= self.node_limit;
        if self.ended || !self.check_limits() {
            return false;
        }
        let now = self.stopwatch.elapsed();
        let passed = now.saturating_sub(self.looked);
        self.looked = now;
        if passed > Self::PATIENCE {
            self.interval = (self.interval / 2).max(1);
        } else if passed < Self::PATIENCE / 2 {
            self.interval = (self.interval * 2).min(Self::INTERVAL);
        }
        self.next_look = self.nodes.saturating_add(self.interval).min(self.node_limit);
        true
    }
}
