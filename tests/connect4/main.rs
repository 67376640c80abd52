//! Connect Four: rules, seed players and solver against references.
#![cfg(test)]

mod literal;
mod perfect;
mod players;
mod rules;
mod strata;
