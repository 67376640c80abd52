//! The players of the two seed documents, and `perfect`, on a rack of any size.
//!
//! - [`perfect`] solves positions.
//! - `tree` is both decision trees of `captains-mistress-workshop.md`, on its API of patterns.
//! - `average` and `minimax` are `connect4-plan.txt`, "Solving Algorithm", "Searching Process" and
//!   "Minimax"; they share the checks of [`forced_moves`] and the items of [`plan_document_scoring`].
//!
//! None of the documents' players chooses at random. Where the documents leave a tie, the channel
//! nearer to the middle is taken ("generally centre is better", says the workshop), and of two as
//! near the left one.

pub mod average;
pub mod decision_tree;
pub mod forced_moves;
pub mod minimax;
pub mod perfect;
pub mod plan_document_items;
pub mod plan_document_scoring;
mod plan_document_search;

use average::Average;
use decision_tree::Tree;
use minimax::Minimax;
use perfect::Perfect;
use plan_document_search::PlanPlayer;

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
        about: "the decision trees of captains-mistress-workshop.md, one ply deep",
        build: |options| Box::new(Tree::new(options)),
    };

    /// `average`: the plan's search.
    pub(super) const AVERAGE: Self = Self {
        name: "average",
        about: "the search of connect4-plan.txt: averages over all replies",
        build: |options| Box::new(PlanPlayer::<Average>::new(options)),
    };

    /// `minimax`: the plan's minimax.
    pub(super) const MINIMAX: Self = Self {
        name: "minimax",
        about: "the minimax of connect4-plan.txt, with diminishing returns",
        build: |options| Box::new(PlanPlayer::<Minimax>::new(options)),
    };
}
