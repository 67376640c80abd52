//! Sticks 'n' Barrels: rules, players and proofs against references.
#![cfg(test)]

#[path = "../support/ask_player.rs"]
mod ask_player;

mod document_cases;
mod document_players;
mod perft;
mod players_against_reference;
mod proofs;
mod reference_board;
mod rules;
