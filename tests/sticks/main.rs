//! Sticks 'n' Barrels: rules, evaluation, players and proofs against references.
#![cfg(test)]

#[path = "../support/ask_player.rs"]
mod ask_player;
#[path = "../support/on_all_cores.rs"]
mod on_all_cores;
#[path = "../support/perft_file.rs"]
mod perft_file;
#[path = "../support/quick_or_all.rs"]
mod quick_or_all;

mod distance_bound;
mod document_cases;
mod document_players;
mod evaluation_weights_of_search_player;
mod network_of_search_player;
mod perft;
mod players_against_reference;
mod reference_goal_counts;
mod reported_wins;
mod rules_against_reference;
mod static_evaluation;
