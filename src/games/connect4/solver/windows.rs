//! Which null windows to try, in which order.
//!
//! Whether a side wins by an early ball is told cheaply, because little can happen by then. So a
//! win or loss that is near is found soonest by trying the widest scores first, coming in from
//! both ends: *outside in*. Where the end is far, every such try is lost, and it is best to ask
//! who wins at all and then how soon: *inside out*. Which it is shows only in trying: the two
//! take turns, each allowed more nodes each time.

use super::node::Node;
use super::search::Search;

/// Nodes that outside in may take at its first turn.
const OUTSIDE: u64 = 256;
/// Nodes that inside out may take, for one of outside in.
const INSIDE: u64 = 2;
/// Nodes that a turn may take, for one of the turn before.
const GROWTH: u64 = 4;

/// What is proved of a score: it lies in `lower..=upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Bounds {
    /// Whether the score is known.
    pub(super) const fn is_exact(self) -> bool {
        self.lower >= self.upper
    }

    /// Narrows the bounds by one test, unless the search ended; says whether it did not.
    fn test<const W: usize, const H: usize>(
        &mut self,
        search: &mut Search<'_>,
        node: &Node<W, H>,
        beta: i32,
    ) -> bool {
        let Some(value) = search.test(node, beta) else { return false };
        if value >= beta {
            self.lower = self.lower.max(value);
        } else {
            self.upper = self.upper.min(value);
        }
        true
    }

    /// The next score to ask for, from zero.
    fn inside(self) -> i32 {
        if self.lower > 0 {
            self.lower + 1
        } else if self.upper < 0 {
            self.upper
        } else {
            i32::from(self.upper > 0)
        }
    }
}

/// Narrows bounds on the score of a position until they meet or the search ends.
pub(super) fn narrow<const W: usize, const H: usize>(
    search: &mut Search<'_>,
    node: &Node<W, H>,
    bounds: &mut Bounds,
) {
    let mut allowed = OUTSIDE;
    let mut is_upper = true;
    while !bounds.is_exact() {
        search.allow(allowed);
        while !bounds.is_exact() {
            let beta = if is_upper { bounds.upper } else { bounds.lower + 1 };
            if !bounds.test(search, node, beta) {
                break;
            }
            is_upper = !is_upper;
        }
        if search.is_ended() {
            return;
        }
        search.allow(allowed * INSIDE);
        while !bounds.is_exact() && bounds.test(search, node, bounds.inside()) {}
        if search.is_ended() {
            return;
        }
        allowed = allowed.saturating_mul(GROWTH);
    }
}
