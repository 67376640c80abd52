//! Connect 5: rules, evaluation, players, threat map and threat searches against references.
#![cfg(test)]

#[path = "../support/ask_player.rs"]
mod ask_player;
#[path = "../support/explain_and_go.rs"]
mod explain_and_go;
#[path = "../support/quick_or_all.rs"]
mod quick_or_all;

mod ask_threat_player;
mod cell_priorities_and_lookahead;
mod evaluation;
mod explained_moves;
mod noughts_and_crosses;
mod renju_full_boards;
mod reported_wins;
mod rules;
mod threat_map;
mod threats;
