//! What searching players share: the control of a running search (its node count, its clock, the stop
//! signal), iterative deepening, and the options common to them: `MultiPV`, `Seed`, and `Level`, the
//! playing strength.

use super::player_trait::ONLY_MOVE;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::limits_and_time_management::{Budget, StopSignal, Stopwatch};
use super::options::{LEVEL, MAX_LEVEL, MULTI_PV, Options, SEED};
use super::player_trait::{Choice, SearchTask};
use super::random_player;
use super::search_reports::Watcher;
use crate::base::{Side, SplitMix64};
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

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iteration {
    /// A limit ended it before it was complete.
    Aborted,
    /// It is complete.
    Whole,
    /// It is complete, and no deeper one can find more.
    Final,
}

impl Iteration {
    /// A complete iteration, the final one if `is_final`.
    pub const fn whole(is_final: bool) -> Self {
        if is_final { Self::Final } else { Self::Whole }
    }
}

/// A search that can be deepened; `'a` is the lifetime of its limits.
pub trait Deepen<'a> {
    /// A move of the game.
    type Move;

    /// The limits of the search.
    fn control(&mut self) -> &mut SearchControl<'a>;

    /// Searches to a depth and reports the result.
    fn iterate(&mut self, depth: u32, watcher: &mut dyn Watcher<Self::Move>) -> Iteration;

    /// Searches to one depth after the other until a limit is reached or an iteration is final.
    ///
    /// Returns the depth of the last complete iteration, 0 if there is none.
    fn deepen(
        &mut self,
        depths: RangeInclusive<u32>,
        watcher: &mut dyn Watcher<Self::Move>,
    ) -> u32 {
        let mut reached = 0;
        for depth in depths {
            let iteration = self.iterate(depth, watcher);
            self.control().end_grace_period();
            if iteration == Iteration::Aborted {
                break;
            }
            reached = depth;
            if iteration == Iteration::Final || !self.control().may_deepen() {
                break;
            }
        }
        reached
    }
}

/// Why the best of some moves was chosen after a search to a depth, in words.
pub fn reason_for_best(count: usize, depth: u32) -> String {
    match (count, depth) {
        (1, _) => ONLY_MOVE.to_owned(),
        (_, 0) => format!("first of {count} moves, not searched"),
        (_, depth) => format!("best of {count} moves at depth {depth}"),
    }
}

/// The levels 0 to 19: the nodes of a move, and the random moves in a thousand.
///
/// Chosen by rule: the nodes about double from level to level, and the random moves become fewer
/// until there are none from level 10 on. Matches of `generic` against itself, in the README of each
/// game, show that higher levels are stronger.
const LEVELS: [Level; MAX_LEVEL as usize] = [
    Level::of(2, 600),
    Level::of(10, 500),
    Level::of(25, 400),
    Level::of(50, 320),
    Level::of(100, 250),
    Level::of(200, 190),
    Level::of(400, 140),
    Level::of(800, 95),
    Level::of(1_500, 60),
    Level::of(3_000, 30),
    Level::of(6_000, 0),
    Level::of(12_000, 0),
    Level::of(25_000, 0),
    Level::of(50_000, 0),
    Level::of(100_000, 0),
    Level::of(200_000, 0),
    Level::of(400_000, 0),
    Level::of(800_000, 0),
    Level::of(1_600_000, 0),
    Level::of(3_200_000, 0),
];

/// A playing strength from 0 (weakest) to 20 (full).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The most nodes of a move, at least 2; `u64::MAX` at full strength.
    nodes: u64,
    /// How many of a thousand moves are picked at random, 0 (full strength) to 600.
    random_per_mille: u64,
}

impl Level {
    /// Full strength.
    pub const FULL: Self = Self::of(u64::MAX, 0);

    const fn of(nodes: u64, random_per_mille: u64) -> Self {
        Self { nodes, random_per_mille }
    }

    /// The level of this number; numbers outside 0–20 count as the nearest of them.
    pub fn new(number: i64) -> Self {
        usize::try_from(number.max(0))
            .ok()
            .and_then(|number| LEVELS.get(number))
            .map_or(Self::FULL, |level| *level)
    }

    /// The most nodes a move may take, at least 2; `u64::MAX` at full strength.
    pub const fn nodes(self) -> u64 {
        self.nodes
    }

    /// Draws whether this move is to be picked at random.
    ///
    /// Draws nothing from the stream at levels where that never happens.
    pub const fn draws_random_move(self, stream: &mut SplitMix64) -> bool {
        self.random_per_mille > 0 && stream.below(1_000) < self.random_per_mille
    }
}

/// The options `MultiPV`, `Level` and `Seed` of a player, and its random stream.
#[derive(Clone, Debug)]
pub struct CommonOptions {
    /// Lines to report, at least 1.
    multi_pv: usize,
    level: Level,
    /// The value of the option `Seed`, from which the stream began.
    seed: u64,
    stream: SplitMix64,
}

impl CommonOptions {
    /// The values of the options, and the random stream at its start.
    pub fn new(options: &Options) -> Self {
        let seed = options.number(&SEED).unsigned_abs();
        Self {
            multi_pv: usize::try_from(options.number(&MULTI_PV)).unwrap_or(1).max(1),
            level: Level::new(options.number(&LEVEL)),
            seed,
            stream: SplitMix64::new(seed),
        }
    }

    /// Takes over new options; the stream continues unless the seed has changed.
    pub fn configure(&mut self, options: &Options) {
        let new = Self::new(options);
        let stream = if new.seed == self.seed { self.stream.clone() } else { new.stream };
        *self = Self { stream, ..new };
    }

    /// Sets full strength, whatever the option `Level` is.
    pub fn ignore_level(&mut self) {
        self.level = Level::FULL;
    }

    /// Restarts the random stream.
    pub const fn restart_stream(&mut self) {
        self.stream = SplitMix64::new(self.seed);
    }

    /// The option `Seed`.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many lines to report, 1 or more.
    pub const fn multi_pv(&self) -> usize {
        self.multi_pv
    }

    /// The most nodes a move may take, at least 2; `u64::MAX` at full strength.
    pub const fn nodes(&self) -> u64 {
        self.level.nodes()
    }

    /// The control of a search for `side`, which also ends after the nodes of the level.
    ///
    /// Its grace period begins now ([`SearchControl::start_grace_period`]).
    pub fn control<'a, P: Position>(
        &self,
        task: &SearchTask<'a, P>,
        side: Side,
    ) -> SearchControl<'a> {
        let mut control = SearchControl::new(task, side).with_node_cap(self.nodes());
        control.start_grace_period();
        control
    }

    /// A number in `0..bound` (1 or more) from the random stream, for ties.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.stream.below(bound)
    }

    /// Draws whether the level replaces this search by a random move; then one of `moves`.
    ///
    /// The moves are those to choose from, at least one. Always `None` at levels 10 to 20.
    pub fn random_move<M: Copy>(&mut self, moves: &[M]) -> Option<Choice<M>> {
        let is_random = self.level.draws_random_move(&mut self.stream);
        is_random.then(|| random_player::pick(moves, &mut self.stream, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::{CommonOptions, LEVELS, Level};
    use crate::search::player::options::{COMMON, Options};

    fn with(name: &str, value: &str) -> Options {
        let spec = COMMON.iter().find(|spec| spec.name == name).unwrap();
        let mut options = Options::new(COMMON);
        options.set(spec, Some(value)).unwrap();
        options
    }

    #[test]
    fn stream_continues_until_the_seed_changes() {
        let mut common = CommonOptions::new(&Options::default());
        let mut other = common.clone();
        assert_eq!(common.stream.next(), other.stream.next());
        common.configure(&with("MultiPV", "3"));
        assert_eq!((common.multi_pv(), common.stream.next()), (3, other.stream.next()));
        common.configure(&with("Seed", "2"));
        assert_eq!(common.stream.next(), CommonOptions::new(&with("Seed", "2")).stream.next());
        common.configure(&Options::default());
        other.restart_stream();
        assert_eq!(common.stream.next(), other.stream.next());
    }

    #[test]
    fn only_low_levels_play_random_moves() {
        let moves = [1, 2, 3];
        let mut common = CommonOptions::new(&Options::default());
        assert!((0..100).all(|_| common.random_move(&moves).is_none()));
        common.configure(&with("Level", "0"));
        let random = (0..100).filter_map(|_| common.random_move(&moves)).count();
        assert!((40..80).contains(&random) && common.nodes() == 2, "{random}");
    }

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        assert!(LEVELS.windows(2).all(|pair| {
            pair[0].nodes < pair[1].nodes && pair[0].random_per_mille >= pair[1].random_per_mille
        }));
    }

    #[test]
    fn numbers_out_of_range_are_the_nearest_level() {
        assert_eq!(Level::new(-5), Level::new(0));
        assert_eq!(Level::new(i64::MAX), Level::FULL);
        assert_eq!(Level::new(20), Level::FULL);
        assert_ne!(Level::new(19), Level::FULL);
    }
}
