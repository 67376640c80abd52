//! Backgammon: rules, dice, notations and the bear-off table against references.
#![cfg(test)]

#[path = "../support/engine.rs"]
mod engine;

mod bearoff;
mod dice;
mod ids;
mod legal;
mod perft;
mod rules;
mod seed;
