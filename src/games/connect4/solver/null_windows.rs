//! Which null windows to test, and in which order, until the score of a position is known.
//!
//! A null-window test proves that the score reaches some number `beta` or that it does not.
//! Whether a side wins by an early ball is cheap to test, because little can happen by then. So
//! an early win or loss is found soonest by testing the extreme scores first, coming in from both
//! ends: *outside in*. Where the end of the game is far, every such test fails, and it is best to
//! test first which side wins, and then how soon: *inside out*. Which of the two is better for a
//! position is not known beforehand. So they take turns, each with more nodes each time, and what
//! one leaves in the table serves both.

use super::node::Node;
use super::search::Search;

/// Nodes that inside out may take at its first turn: enough for most endgames.
///
/// This and the five below were chosen by total nodes over the published sets and 100 random
/// positions of 12 to 14 balls, November 2026; twice or half of each changes them by a tenth.
const FIRST_INSIDE: u64 = 64;
/// Nodes that outside in may take at its first turn.
const FIRST_OUTSIDE: u64 = 1_024;
/// Nodes that inside out may take at its second turn, the one after that.
const SECOND_INSIDE: u64 = 2_048;
/// How many times more nodes outside in may take at each turn.
const OUTSIDE_GROWTH: u64 = 2;
/// How many times more nodes inside out may take at each turn: hard positions need it most.
const INSIDE_GROWTH: u64 = 4;
/// Inside out, a test splits off one of this many parts of the scores that are left.
const INSIDE_PARTS: i32 = 3;

/// What is proved of a score: it is in `lower..=upper`, **for the side to move**.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

impl Bounds {
    /// The bounds of a score that is known.
    pub const fn exact(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    /// Whether the score is known.
    pub const fn is_exact(self) -> bool {
        self.lower >= self.upper
    }

    /// The bounds on the same score seen from the other side.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// What these bounds and others on the same score prove together.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Narrows the bounds by a test of `beta` that returned `bound`.
    pub(super) fn narrow(&mut self, beta: i32, bound: i32) {
        if bound >= beta {
            self.lower = self.lower.max(bound);
        } else {
            self.upper = self.upper.min(bound);
        }
    }

    /// The next `beta` to test, outwards from zero.
    pub(super) const fn inside_out(self) -> i32 {
        let left = self.upper - self.lower;
        if self.lower > 0 {
            self.lower + (left + INSIDE_PARTS - 1) / INSIDE_PARTS
        } else if self.upper < 0 {
            self.upper - (left - 1) / INSIDE_PARTS
        } else {
            (self.upper > 0) as i32
        }
    }

    /// The next `beta` to test, inwards from above or from below.
    const fn outside_in(self, is_above: bool) -> i32 {
        if is_above { self.upper } else { self.lower + 1 }
    }
}

/// The two orders of null windows taking turns on one position.
pub(super) struct WindowSchedule {
    /// Nodes of the current turn, and of the one after it.
    nodes: [u64; 2],
    /// What those are multiplied by when they come again.
    growth: [u64; 2],
    is_inside_out: bool,
    /// Whether the next test from outside is from above.
    is_above: bool,
}

impl WindowSchedule {
    /// Before the first turn, which is inside out.
    pub(super) const fn new() -> Self {
        Self {
            nodes: [FIRST_INSIDE, FIRST_OUTSIDE],
            growth: [SECOND_INSIDE / FIRST_INSIDE, OUTSIDE_GROWTH],
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
    /// `on_step` is called after every test, with the nodes of the search so far.
    pub(super) fn run_turn<const W: usize, const H: usize>(
        &mut self,
        search: &mut Search<'_>,
        node: &Node<W, H>,
        bounds: &mut Bounds,
        on_step: &mut dyn FnMut(Bounds, u64),
    ) {
        search.begin_turn(self.nodes());
        while !bounds.is_exact() {
            let beta = if self.is_inside_out {
                bounds.inside_out()
            } else {
                bounds.outside_in(self.is_above)
            };
            let Some(bound) = search.test(node, beta) else { break };
            bounds.narrow(beta, bound);
            on_step(*bounds, search.nodes);
            // Above and below take turns; a test that was not finished is made again.
            self.is_above ^= !self.is_inside_out;
        }
        let [nodes, next] = self.nodes;
        let [growth, next_growth] = self.growth;
        let new_growth = if self.is_inside_out { INSIDE_GROWTH } else { OUTSIDE_GROWTH };
        self.nodes = [next, nodes.saturating_mul(growth)];
        self.growth = [next_growth, new_growth];
        self.is_inside_out ^= true;
    }
}
