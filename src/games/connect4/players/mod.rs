//! The players of the two seed documents, and `perfect`, on a rack of any size.
//!
//! - `perfect` solves, and is described in [`perfect`].
//! - `tree` is `captains-mistress-workshop.md`, both decision trees, on its API of patterns.
//! - `average` and `minimax` are `connect4-plan.txt`, "Solving Algorithm", "Searching Process" and
//!   "Minimax"; they share the checks of [`forced`] and the items of [`scoring`].
//!
//! None of the documents' players draws lots. Where the documents leave a tie, the channel nearer to the middle is
//! taken ("generally centre is better", says the workshop), and of two as near the left one.

pub mod average;
pub mod decision_tree;
pub mod forced_moves;
pub mod minimax;
pub mod perfect;
pub mod plan_scoring;
mod plan_search;

use average::Average;
use decision_tree::Tree;
use minimax::Minimax;
use perfect::Perfect;
use plan_search::Planner;

use super::Rack;
use crate::host::PlayerEntry;
use crate::search::{OptionKind, OptionSpec};

/// How far the plan's players look ahead; 0, the default, leaves each its own depth.
pub(super) const DEPTH: OptionSpec = OptionSpec {
    name: "Depth",
    about: "plies that average and minimax look ahead, 0 is their own default",
    kind: OptionKind::Spin { default: 0, min: 0, max: 100 },
};

impl<const W: usize, const H: usize> PlayerEntry<Rack<W, H>> {
    /// `perfect`: the exact solver.
    pub(super) const PERFECT: Self = Self {
        name: "perfect",
        about: "the exact score of every move, or the best bound known",
        build: |options| Box::new(Perfect::new(options)),
    };

    /// `tree`: the workshop's decision trees.
    pub(super) const TREE: Self = Self {
        name: "tree",
        about: "the workshop's decision trees, one ply deep",
        build: |options| Box::new(Tree::new(options)),
    };

    /// `average`: the plan's search.
    pub(super) const AVERAGE: Self = Self {
        name: "average",
        about: "the plan's search: averages over all replies",
        build: |options| Box::new(Planner::<Average>::new(options)),
    };

    /// `minimax`: the plan's minimax.
    pub(super) const MINIMAX: Self = Self {
        name: "minimax",
        about: "the plan's minimax, with diminishing returns",
        build: |options| Box::new(Planner::<Minimax>::new(options)),
    };
}

impl<const W: usize, const H: usize> Rack<W, H> {
    /// Every channel, the middle first; of two as near to it the left one comes first.
    pub const CENTRE_FIRST: [u8; W] = {
        let mut order = [0; W];
        let (mut filled, mut distance) = (0, 0);
        while filled < W {
            let mut channel = 0;
            while channel < W {
                if (2 * channel + 1).abs_diff(W) == distance {
                    order[filled] = channel as u8;
                    filled += 1;
                }
                channel += 1;
            }
            distance += 1;
        }
        order
    };
}

/// The channels in which one of these cells lies, the middle first.
fn channels<const W: usize, const H: usize>(cells: u64) -> impl Iterator<Item = u8> {
    let order = Rack::<W, H>::CENTRE_FIRST.into_iter();
    order.filter(move |c| cells & Rack::<W, H>::channel(usize::from(*c)) != 0)
}

#[cfg(test)]
mod tests {
    use super::Rack;

    #[test]
    fn channels_come_from_the_middle_outwards() {
        assert_eq!(Rack::<7, 6>::CENTRE_FIRST, [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(Rack::<8, 6>::CENTRE_FIRST, [3, 4, 2, 5, 1, 6, 0, 7]);
        assert_eq!(Rack::<6, 6>::CENTRE_FIRST, [2, 3, 1, 4, 0, 5]);
    }
}
