//! The game-independent searches against naive ones, their limits, and the opening books.
#![cfg(test)]

#[path = "../support/player_questions.rs"]
mod player_questions;

mod alpha_beta;
mod expectiminimax;
mod explained_moves;
mod iterations;
mod limits;
mod opening_books;
mod perft;
mod pvs;
mod search_questions;
mod toy_games;
