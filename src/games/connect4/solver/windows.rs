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

/// Narrows bounds on the score of a position until they meet, or turns grow beyond `most` nodes,
/// or the search ends.
pub(super) fn narrow<const W: usize, const H: usize>(
    search: &mut Search<'_>,
    node: &Node<W, H>,
    bounds: &mut Bounds,
    most: u64,
) {
    let mut is_above = true;
    let mut turn = |search: &mut Search<'_>, nodes: u64, is_inside: bool| {
        search.allow(nodes);
        while !bounds.is_exact() {
            let beta = if is_inside { bounds.inside() } else { bounds.outside(is_above) };
            let Some(value) = search.test(node, beta) else { break };
            bounds.note(beta, value);
            // Above and below take turns; a question that was left open is asked again.
            is_above ^= !is_inside;
        }
        bounds.is_exact() || search.is_ended()
    };
    let (mut outside, mut inside) = (OUTSIDE, INSIDE);
    let mut is_done = turn(search, FIRST, true);
    while !is_done && outside <= most {
        is_done = turn(search, outside, false) || turn(search, inside, true);
        outside = outside.saturating_mul(OUTSIDE_GROWTH);
        inside = inside.saturating_mul(INSIDE_GROWTH);
    }
}
