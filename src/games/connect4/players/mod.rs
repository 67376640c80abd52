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
pub(super) mod plan_document_search;
