//! Iterative deepening, which all searching players share.

use std::ops::RangeInclusive;

use super::player_trait::ONLY_MOVE;
use super::search_control::SearchControl;
use super::search_reports::Watcher;

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
