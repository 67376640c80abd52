//! Connect Four: rules, seed players and solver against references.
#![cfg(test)]

#[path = "../support/player.rs"]
mod player;

mod literal;
mod perfect;
mod players;
mod rules;
mod strata;
