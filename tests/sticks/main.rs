//! Sticks 'n' Barrels: rules, players and proofs against references.
#![cfg(test)]

#[path = "../support/perft_file.rs"]
mod perft_file;
#[path = "../support/player_questions.rs"]
mod player_questions;

mod document_cases;
mod document_players;
mod perft;
mod players_against_reference;
mod proofs;
mod reference_board;
mod rules;
