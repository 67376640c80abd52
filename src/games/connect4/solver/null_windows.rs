//! Which null windows to try, in which order.
//!
//! Whether a side wins by an early ball is told cheaply, because little can happen by then. So a
//! win or loss that is near is found soonest by trying the widest scores first, coming in from
//! both ends: *outside in*. Where the end is far, every such try is lost, and it is best to ask
//! who wins at all and then how soon: *inside out*. Which it is shows only in trying: the two
//! take turns, each allowed more nodes each time, and what one leaves in the table serves both.

use super::node::Node;
use super::search::Search;

/// Nodes that inside out may take at the very first: enough for most endgames.
///
/// This and the five below were chosen by total nodes over the published sets and 100 random
/// positions of 12 to 14 balls, November 2026; twice or half of each changes them by a tenth.
const FIRST: u64 = 64;
/// Nodes that outside in may take at its first turn.
const OUTSIDE: u64 = 1_024;
/// Nodes that inside out may take at the turn after that.
const INSIDE: u64 = 2_048;
/// How many times more nodes outside in may take at each turn.
const OUTSIDE_GROWTH: u64 = 2;
/// How many times more nodes inside out may take at each turn: hard positions need it most.
const INSIDE_GROWTH: u64 = 4;
/// Inside out, the part of what is left that one test cuts off.
const PART: i32 = 3;

/// What is proved of a score: it lies in `lower..=upper`, **for the side to move**.
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

    /// The same of the other side's score.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// Notes the outcome of a test whether the score reaches `beta`.
    pub(super) fn note(&mut self, beta: i32, value: i32) {
        if value >= beta {
            self.lower = self.lower.max(value);
        } else {
            self.upper = self.upper.min(value);
        }
    }

    /// The next score to ask for, outwards from zero.
    pub(super) const fn inside(self) -> i32 {
        let left = self.upper - self.lower;
        if self.lower > 0 {
            self.lower + (left + PART - 1) / PART
        } else if self.upper < 0 {
            self.upper - (left - 1) / PART
        } else {
            (self.upper > 0) as i32
        }
    }

    /// The next score to ask for, inwards from above or from below.
    const fn outside(self, is_above: bool) -> i32 {
        if is_above { self.upper } else { self.lower + 1 }
    }
}

/// The two orders taking turns on one position.
pub(super) struct Turns {
    /// Nodes of the turn at hand, and of the one after it.
    nodes: [u64; 2],
    /// What those are multiplied by when they come again.
    growth: [u64; 2],
    is_inside: bool,
    is_above: bool,
}

impl Turns {
    /// Before the first turn.
    pub(super) const fn new() -> Self {
        Self {
            nodes: [FIRST, OUTSIDE],
            growth: [INSIDE / FIRST, OUTSIDE_GROWTH],
            is_inside: true,
            is_above: true,
        }
    }

    /// Nodes that the turn at hand may take.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes[0]
    }

    /// Takes the turn at hand: narrows bounds on the score until they meet, or the turn or the
    /// search ends.
    ///
    /// `tell` hears of every step, with the nodes of the search so far.
    pub(super) fn take<const W: usize, const H: usize>(
        &mut self,
        search: &mut Search<'_>,
        node: &Node<W, H>,
        bounds: &mut Bounds,
        tell: &mut dyn FnMut(Bounds, u64),
    ) {
        search.allow(self.nodes());
        while !bounds.is_exact() {
            let beta = if self.is_inside { bounds.inside() } else { bounds.outside(self.is_above) };
            let Some(value) = search.test(node, beta) else { break };
            bounds.note(beta, value);
            tell(*bounds, search.nodes);
            // Above and below take turns; a question that was left open is asked again.
            self.is_above ^= !self.is_inside;
        }
        let [nodes, next] = self.nodes;
        let [growth, next_growth] = self.growth;
        self.nodes = [next, nodes.saturating_mul(growth)];
        self.growth = [next_growth, if self.is_inside { INSIDE_GROWTH } else { OUTSIDE_GROWTH }];
        self.is_inside ^= true;
    }
}
