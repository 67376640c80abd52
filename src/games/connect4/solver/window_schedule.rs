//! Which null windows to test, and in which order, until the score of a position is known.
//!
//! A null-window test proves that the score reaches some number `beta`, or that it does not. There
//! are two orders:
//!
//! - **From both ends**, `outside_in`: the extreme scores are tested first, and the bounds come
//!   together from above and from below. Whether a side wins by an early ball is cheap to test,
//!   because little can happen by then, so this order finds an early win or loss soonest.
//! - **From the middle**, `inside_out`: which side wins is tested first, and then how soon. This
//!   order is better where the end of the game is far, because every test of an extreme score fails
//!   there.
//!
//! Which order is better for a position is not known beforehand. So they take turns, each with more
//! nodes at each turn, and each uses the table entries of the other.

use super::score_bounds_and_transposition_table::Bounds;
use super::search::NullWindowSearch;
use crate::games::connect4::Rack;

/// Nodes of the first turn from the middle: enough for most endgames.
///
/// This and the five below were chosen by total nodes over the published sets and 100 random
/// positions of 12 to 14 balls, November 2026; twice or half of each changes them by a tenth.
const FIRST_INSIDE_OUT_NODES: u64 = 64;
/// Nodes of the first turn from both ends.
const FIRST_OUTSIDE_IN_NODES: u64 = 1_024;
/// Nodes of the second turn from the middle, which follows that.
const SECOND_INSIDE_OUT_NODES: u64 = 2_048;
/// The factor of the nodes from each turn from both ends to the next one.
const OUTSIDE_IN_NODES_GROWTH: u64 = 2;
/// The factor of the nodes from each turn from the middle to the next: hard positions need it most.
const INSIDE_OUT_NODES_GROWTH: u64 = 4;
/// From the middle, a test splits off one of this many parts of the scores that are left.
const INSIDE_OUT_PARTS: i32 = 3;

impl Bounds {
    /// The next `beta` to test from the middle, which is a score of 0; for the side to move.
    pub(super) const fn inside_out(self) -> i32 {
        let left = self.upper - self.lower;
        if self.lower > 0 {
            self.lower + (left + INSIDE_OUT_PARTS - 1) / INSIDE_OUT_PARTS
        } else if self.upper < 0 {
            self.upper - (left - 1) / INSIDE_OUT_PARTS
        } else {
            (self.upper > 0) as i32
        }
    }

    /// The next `beta` to test from both ends, from above or from below; for the side to move.
    const fn outside_in(self, is_above: bool) -> i32 {
        if is_above { self.upper } else { self.lower + 1 }
    }
}

/// The two orders of null windows taking turns on one position.
pub(super) struct WindowSchedule {
    /// Nodes of the current turn, and of the one after it.
    nodes: [u64; 2],
    /// Their factor at the next time.
    growth: [u64; 2],
    is_inside_out: bool,
    /// Whether the next test of the extreme scores is from above.
    is_above: bool,
}

impl WindowSchedule {
    /// Before the first turn, which is from the middle.
    pub(super) const fn new() -> Self {
        Self {
            nodes: [FIRST_INSIDE_OUT_NODES, FIRST_OUTSIDE_IN_NODES],
            growth: [SECOND_INSIDE_OUT_NODES / FIRST_INSIDE_OUT_NODES, OUTSIDE_IN_NODES_GROWTH],
            is_inside_out: true,
            is_above: true,
        }
    }

    /// Nodes that the current turn may take.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes[0]
    }

    /// Runs the current turn: narrows bounds on the score until they meet, or until the turn or
    /// the search ends.
    ///
    /// `on_step` is called after every test, with whether it raised the lower bound, and the nodes of
    /// the search so far.
    pub(super) fn run_turn(
        &mut self,
        search: &mut NullWindowSearch<'_>,
        rack: &Rack,
        bounds: &mut Bounds,
        on_step: &mut dyn FnMut(Bounds, bool, u64),
    ) {
        search.begin_turn(self.nodes());
        while !bounds.is_exact() {
            let beta = if self.is_inside_out {
                bounds.inside_out()
            } else {
                bounds.outside_in(self.is_above)
            };
            let Some(bound) = search.test_null_window(rack, beta) else { break };
            bounds.narrow(beta, bound);
            on_step(*bounds, bound >= beta, search.nodes);
            // Above and below take turns; a test that was not finished is made again.
            self.is_above ^= !self.is_inside_out;
        }
        let [nodes, next] = self.nodes;
        let [growth, next_growth] = self.growth;
        let new_growth =
            if self.is_inside_out { INSIDE_OUT_NODES_GROWTH } else { OUTSIDE_IN_NODES_GROWTH };
        self.nodes = [next, nodes.saturating_mul(growth)];
        self.growth = [next_growth, new_growth];
        self.is_inside_out ^= true;
    }
}
