//! The players of the two seed documents, and `perfect`, on a rack of any size.
//!
//! - [`perfect`] solves positions.
//! - `tree` is both decision trees of `captains-mistress-workshop.md`, on its API of patterns.
//! - `average` and `minimax` are those of `connect4-plan.txt`: [`average_and_minimax`].
//!
//! None of the documents' players chooses at random. Where the documents leave a tie, the channel
//! nearer to the middle is taken ("generally centre is better", says the workshop), and of two as
//! near the left one.

pub mod average_and_minimax;
pub mod decision_tree;
pub mod perfect;
