//! Sticks 'n' Barrels: rules, players and proofs against references.
#![cfg(test)]

mod cases;
mod perft;
mod players;
mod players_reference;
mod proofs;
mod rules;
