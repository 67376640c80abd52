//! Connect 5: rules, players, threat map and threat searches against references.
#![cfg(test)]

#[path = "../support/player_questions.rs"]
mod player_questions;

mod explained_moves;
mod noughts_and_crosses;
mod priority_board_and_lookahead;
mod renju_full_boards;
mod reported_wins;
mod rules;
mod threat_map;
mod threat_questions;
mod threats;
