//! The players of `connect4-plan.txt`: `average` and `minimax`.
//!
//! "Solving Algorithm", "Searching Process" and "Minimax". They share the checks of
//! [`forced_moves`], the items of [`scoring`], and the search of the root.

pub mod average;
pub mod evaluation_breakdown_in_words;
pub mod forced_moves;
pub mod minimax;
pub(in crate::games::connect4) mod player_and_root_search;
pub mod scoring;
