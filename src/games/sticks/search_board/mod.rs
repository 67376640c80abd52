//! The board of the search and of the prover: pieces, patterns, threats and value, kept up to date.

mod board;
pub mod evaluation_weights;
pub mod four_making_moves;
mod move_lists;
pub mod patterns;

pub use board::{ALL_PIECES, SearchBoard, WinsByKind, holes_of};
