//! Moves and positions as text, and the board as people see it.

mod drawing;
mod notation;

pub(super) use drawing::{SIGNS, side_name};
