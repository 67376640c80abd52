//! What a running search tells, and what tells it to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::automaton::Task;
use super::limits::{Budget, Stopwatch};
use crate::base::{Score, Side};
use crate::game::Position;

/// What one iteration of a search found, for one of the best moves.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a, M> {
    /// Plies searched in full.
    pub depth: u32,
    /// The deepest ply visited.
    pub seldepth: u32,
    /// 1 for the best move, 2 for the next best, …
    pub multipv: u32,
    /// The value, for the side to move.
    pub rating: Rating,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Whether the value is proved: nothing that was left out could change it.
    pub exact: bool,
    /// Nodes visited so far, all lines together.
    pub nodes: u64,
    /// How full the transposition table is, per mille.
    pub hashfull: u32,
    /// The line of best play, first move first; never empty.
    pub pv: &'a [M],
}

impl<'a, M> Progress<'a, M> {
    /// A line of an iteration, the best of rank 0: an exact value that is not proved, of a search
    /// that visits nothing beyond its depth and has no table.
    pub const fn new(depth: u32, rank: usize, rating: Rating, nodes: u64, pv: &'a [M]) -> Self {
        Self {
            depth,
            seldepth: depth,
            multipv: rank as u32 + 1,
            rating,
            bound: Bound::Exact,
            exact: false,
            nodes,
            hashfull: 0,
            pv,
        }
    }
}

/// A value **for the side to move**.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// In games without dice.
    Score(Score),
    /// In games with dice.
    Equity(EquityReport),
}

/// Expected points, and where they come from, **for the side to move**.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EquityReport {
    /// Points expected at the present stake, −3.0 to 3.0 times the cube.
    pub equity: f32,
    /// Chances 0.0 to 1.0 of: win, gammon, backgammon, lost gammon, lost backgammon.
    ///
    /// Each counts the greater victories in.
    pub chances: Option<[f32; 5]>,
    /// Of a rollout: how many games, and how sure they make it.
    pub sample: Option<Sample>,
}

/// The games behind a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Games played.
    pub games: u64,
    /// The standard error of the mean points.
    pub error: f32,
}

/// What a value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

impl Bound {
    /// The bound that a proved win or loss is if its end may come sooner; exact for all else.
    pub fn of_proof(score: Score) -> Self {
        match score.plies_to_end() {
            Some(1..) => Self::Lower,
            Some(_) => Self::Upper,
            None => Self::Exact,
        }
    }

    /// The word for it in records: `exact`, `lower` or `upper`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

/// Someone who wants to hear how a search goes on.
pub trait Watcher<M> {
    /// Called on the main search thread, once for each iteration and line.
    fn progress(&mut self, report: &Progress<'_, M>);
}

/// A watcher who does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> Watcher<M> for Silent {
    fn progress(&mut self, _report: &Progress<'_, M>) {}
}

/// Counts the nodes of one search and says when it must end.
///
/// The node limit is kept exactly. The clock and the stop flag are asked every so many nodes:
/// often enough that about [`Self::PATIENCE`] lies between two looks, however slow the game, and
/// at most every [`Self::INTERVAL`] nodes, however fast.
pub struct Control<'a> {
    stop: &'a AtomicBool,
    stopwatch: Stopwatch,
    budget: Budget,
    node_limit: u64,
    nodes: u64,
    /// The node count at which [`Self::tick`] has to look closer.
    next_look: u64,
    interval: u64,
    looked: Duration,
    /// Neither clock nor flag counts before this.
    held_until: Duration,
    ended: bool,
}

impl<'a> Control<'a> {
    /// Nodes between two looks at the clock where the game is fast.
    pub const INTERVAL: u64 = 1_024;
    /// The time aimed at between two looks at the clock.
    pub const PATIENCE: Duration = Duration::from_micros(200);
    /// How long [`Self::hold`] makes a search deaf.
    pub const HOLD: Duration = Duration::from_micros(500);

    /// A control for one search on behalf of `side`.
    pub fn new<P: Position>(task: &Task<'a, P>, side: Side) -> Self {
        Self {
            stop: task.stop,
            stopwatch: task.stopwatch,
            budget: Budget::new(task.limits, side),
            node_limit: task.limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_look: 0,
            interval: 1,
            looked: task.stopwatch.elapsed(),
            held_until: Duration::ZERO,
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

    /// Makes the search deaf to clock and flag for [`Self::HOLD`] from now.
    ///
    /// So the first iteration of a fast game is whole even when the flag is up already.
    pub fn hold(&mut self) {
        self.held_until = self.stopwatch.elapsed().saturating_add(Self::HOLD);
    }

    /// Ends [`Self::hold`].
    pub const fn release(&mut self) {
        self.held_until = Duration::ZERO;
    }

    /// Counts one node and says whether to go on; a node refused is not counted.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Whether the search has to end; says yes for good once [`Self::tick`] has refused a node.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Looks at the clock and the flag now, whatever the interval, and says whether to go on.
    pub fn poll(&mut self) -> bool {
        let elapsed = self.stopwatch.elapsed();
        let out_of_time = self.budget.hard.is_some_and(|hard| elapsed >= hard);
        let told_to_stop = out_of_time || self.stop.load(Ordering::Relaxed);
        self.ended |= told_to_stop && elapsed >= self.held_until;
        !self.ended
    }

    /// Nodes counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes that are left.
    pub const fn left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Counts nodes that somebody else has searched and says whether to go on, as
    /// [`Self::tick`] does.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.nodes = self.nodes.saturating_add(nodes).min(self.node_limit);
        self.nodes < self.next_look || self.look()
    }

    /// The time since the task's stopwatch was started.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Whether another iteration may begin: the soft limit is not reached and nothing ended.
    pub fn may_deepen(&mut self) -> bool {
        let soft = self.budget.soft;
        self.nodes < self.node_limit
            && self.poll()
            && soft.is_none_or(|soft| self.stopwatch.elapsed() < soft)
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.ended |= self.nodes >= self.node_limit;
        if self.ended || !self.poll() {
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

#[cfg(test)]
mod tests {
    use super::{Bound, Score};

    #[test]
    fn proved_win_is_at_least_and_proved_loss_at_most_what_it_says() {
        let bounds = [Score::win_in(5), Score::loss_in(4), Score::centi(-3)].map(Bound::of_proof);
        assert_eq!(bounds, [Bound::Lower, Bound::Upper, Bound::Exact]);
        assert!(Score::win_in(3) > Score::win_in(5) && Score::loss_in(2) < Score::loss_in(4));
    }
}
