//! Backgammon: rules, dice, notations, contact features, bear-offs and races against references.
#![cfg(test)]

#[path = "../support/engine.rs"]
mod engine;
#[path = "../support/perft_file.rs"]
mod perft_file;
#[path = "../support/quick_or_all.rs"]
mod quick_or_all;

mod bearoff_cube;
mod contact_features;
mod depth_ended_by_a_limit;
mod dice;
mod fibs_line;
mod gnubg_moves_and_notations;
mod move_generation;
mod notations;
mod perft;
mod race_backgammons;
mod rules_of_source_document;
mod short_search_does_not_wait_for_bearoff_database;
