//! Sticks 'n' Barrels: rules, players and proofs against references.
#![cfg(test)]

#[path = "../support/player.rs"]
mod player;

mod document_cases;
mod perft;
mod players;
mod players_against_reference;
mod proofs;
mod rules;
