//! The board and its rules: checkers, dice, all plays of a roll, the cube, the score of a match.

mod chance;
mod checkers;
pub mod cube;
pub mod match_score;
pub mod movegen;
pub mod moves;
pub mod perft;
mod position;
pub mod roll;
pub mod rules;
pub(crate) mod unchecked_position;
pub mod variant;

pub use checkers::{BAR, Board, Checkers, HOME, OFF};
pub(crate) use checkers::{POINTS, facing, highest};
