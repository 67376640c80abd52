//! Connect Four: rules, evaluation, seed players and solver against references.
#![cfg(test)]

#[path = "../support/ask_player.rs"]
mod ask_player;

mod naive_scoring;
mod perfect_player;
mod players;
mod rules;
mod solver_regression;
