//! Sticks 'n' Barrels: rules, players and proofs against references.
#![cfg(test)]

#[path = "../support/ask_player.rs"]
mod ask_player;
#[path = "../support/on_all_cores.rs"]
mod on_all_cores;
#[path = "../support/perft_file.rs"]
mod perft_file;

mod document_cases;
mod document_players;
mod perft;
mod players_against_reference;
mod proofs;
mod reference_board;
mod rules;
