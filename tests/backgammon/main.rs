//! Backgammon: rules, dice, notations and the bear-off table against references.
#![cfg(test)]

#[path = "../support/engine.rs"]
mod engine;

mod bearoff;
mod dice;
mod document_rules;
mod gnubg_moves;
mod notations;
mod perft;
mod rules;
