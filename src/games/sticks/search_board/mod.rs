//! The board of the search and of the prover: pieces, patterns, threats and value, kept up to date.

mod board;
pub mod evaluation_network;
pub mod evaluation_weights;
pub mod five_hole_patterns;
pub mod four_making_moves;
mod legal_and_blocking_moves;
pub mod location_features;

pub use board::{SearchBoard, TOTAL_PIECES, WinsByKind, holes_of};
