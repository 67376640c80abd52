//! What ends a search.

use std::fmt;

use crate::base::Side;
use crate::base::random_numbers::ORDERED_ROLLS;

/// The clocks of both sides, by [`Side::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds left on the clocks of First and of Second.
    pub time: [u64; 2],
    /// Milliseconds added after every move of First and of Second.
    pub increment: [u64; 2],
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
    /// Whether a move that is the only one to consider is played at once.
    ///
    /// Its score then need not be exact.
    pub forced_at_once: bool,
}

/// A day in milliseconds; a longer `movetime` counts as no limit.
const LONGEST_WAIT: u64 = 86_400_000;

/// A rollout: games that are played out from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// Games from each position, at least 1.
    pub games: u64,
    /// Rolls after which a game is evaluated instead of played on, at least 1.
    ///
    /// `None` for no limit.
    pub truncate: Option<u32>,
}

impl Default for Rollout {
    /// As many games as there are ordered pairs of rolls, 1,296, each played to its end.
    fn default() -> Self {
        Self { games: ORDERED_ROLLS * ORDERED_ROLLS, truncate: None }
    }
}

impl Limits {
    /// Milliseconds for a move that is the only one, if it is to be played at once. Set by hand.
    pub const ONLY_MOVE_TIME: u64 = 20;

    /// Whether any limit is set.
    ///
    /// Without one, the option `MoveTime` says when the search ends.
    pub const fn is_limited(&self) -> bool {
        // Without `..`, so that a new field is not forgotten here.
        let Self {
            movetime,
            clock,
            depth,
            nodes,
            infinite,
            rollout,
            overhead: _,
            forced_at_once: _,
        } = self;
        *infinite
            || movetime.is_some()
            || clock.is_some()
            || depth.is_some()
            || nodes.is_some()
            || rollout.is_some()
    }

    /// Whether nodes or plies are limited.
    ///
    /// If they are, the result may not depend on the time that the search has.
    pub const fn limits_nodes_or_depth(&self) -> bool {
        // Without `..`, so that a new limit is not forgotten here.
        let Self {
            depth,
            nodes,
            movetime: _,
            clock: _,
            infinite: _,
            overhead: _,
            rollout: _,
            forced_at_once: _,
        } = self;
        depth.is_some() || nodes.is_some()
    }

    /// Whether nothing but the stop flag ends this search within a day.
    pub fn is_endless(&self) -> bool {
        let Self {
            movetime,
            clock,
            depth,
            nodes,
            infinite,
            rollout,
            overhead: _,
            forced_at_once: _,
        } = self;
        let waits = movetime.is_some_and(|ms| ms > LONGEST_WAIT);
        let is_ended = clock.is_some() || depth.is_some() || nodes.is_some() || rollout.is_some();
        *infinite || waits && !is_ended
    }

    /// These limits for the choice of a move of this side.
    ///
    /// A forced move is played at once only under a time limit alone; the only legal move gets
    /// [`Self::ONLY_MOVE_TIME`] at most.
    #[must_use]
    pub fn for_choice(mut self, side: Side, is_only_move: bool) -> Self {
        let is_timed = self.time_limit_alone(side).is_some() && self.rollout.is_none();
        self.forced_at_once &= is_timed;
        if self.forced_at_once && is_only_move {
            let longest = self.movetime.unwrap_or(u64::MAX);
            self.movetime = Some(longest.min(Self::ONLY_MOVE_TIME));
        }
        self
    }

    /// These limits with half of the time; those of nodes and plies stay.
    #[must_use]
    pub fn with_half_the_time(mut self) -> Self {
        // Without `..`, so that a new limit is not forgotten here.
        let Self {
            movetime,
            clock,
            depth: _,
            nodes: _,
            infinite: _,
            overhead: _,
            rollout: _,
            forced_at_once: _,
        } = &mut self;
        *movetime = movetime.map(|milliseconds| milliseconds / 2);
        if let Some(Clock { time, increment }) = clock {
            time.iter_mut().chain(increment).for_each(|milliseconds| *milliseconds /= 2);
        }
        self
    }
}

/// The limits other than those of time, for the log; see [`Budget`](super::time_management::Budget) for
/// time.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            nodes,
            depth,
            rollout,
            infinite,
            movetime: _,
            clock: _,
            overhead: _,
            forced_at_once: _,
        } = self;
        write!(f, "nodes {}, depth {}", OrNone(*nodes), OrNone(*depth))?;
        write!(f, ", rollout games {}", OrNone(rollout.map(|rollout| rollout.games)))?;
        f.write_str(if *infinite { ", until stop" } else { "" })
    }
}

/// Writes a value, or `none`.
pub(super) struct OrNone<T>(pub(super) Option<T>);

impl<T: fmt::Display> fmt::Display for OrNone<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("none"),
        }
    }
}
