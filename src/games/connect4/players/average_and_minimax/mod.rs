//! The players of `connect4-plan.txt`: `average` and `minimax`.
//!
//! "Solving Algorithm", "Searching Process" and "Minimax". They share the checks of
//! [`forced_moves`], the items of [`scoring`], and the search.

pub mod average;
pub mod evaluation_breakdown_in_words;
pub mod forced_moves;
pub mod minimax;
pub mod scoring;
pub(in crate::games::connect4) mod search;
