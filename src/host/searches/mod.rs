//! Searches, explanations and counts of a hosted game, ready to run on another thread.

pub(super) mod built_players;
pub(super) mod exact_scorer_trait;
mod perft_job;
pub(super) mod prepared_search;
mod reports_as_text;
