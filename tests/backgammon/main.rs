//! Backgammon: rules, dice, notations and the bear-off table against references.
#![cfg(test)]

#[path = "../support/engine.rs"]
mod engine;
#[path = "../support/perft_file.rs"]
mod perft_file;

mod bearoff_cube;
mod dice;
mod document_rules;
mod fibs_line;
mod gnubg_moves;
mod move_generation;
mod notations;
mod perft;
mod search_without_bearoff_table;
