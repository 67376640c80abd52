//! The game-independent searches against naive ones, their limits, and the opening books.
#![cfg(test)]

#[path = "../support/ask_player.rs"]
mod ask_player;
#[path = "../support/explain_and_go.rs"]
mod explain_and_go;
#[path = "../support/on_all_cores.rs"]
mod on_all_cores;
#[path = "../support/quick_or_all.rs"]
mod quick_or_all;

mod alpha_beta;
mod ask_search;
mod aspiration_window_iterations;
mod expectiminimax;
mod explained_moves;
mod limits;
mod opening_books;
mod options_of_players;
mod perft;
mod pvs;
mod toy_games;
