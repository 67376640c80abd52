//! The board of the search and of the prover: pieces, patterns, threats and value, kept up to date.

mod board;
mod move_lists;
pub mod patterns;
pub mod threats;
pub mod values;

pub use board::{ALL_PIECES, SearchBoard, WinsByKind, holes_of};
