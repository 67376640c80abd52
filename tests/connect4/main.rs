//! Connect Four: rules, seed players and solver against references.
#![cfg(test)]

#[path = "../support/player_questions.rs"]
mod player_questions;

mod naive_scoring;
mod perfect;
mod players;
mod rules;
mod solver_regression;
