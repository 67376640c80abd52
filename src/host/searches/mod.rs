//! Searches, explanations and counts of a hosted game, ready to run on another thread.

pub(super) mod exact_scorer_trait;
mod last_report_of_each_move;
mod perft_job;
pub(super) mod players_and_their_searches;
