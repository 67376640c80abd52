//! Moves and positions as text, the board as people see it, and the board format of a course.

mod drawing_and_ending;
pub mod harness_board_format;
mod notation;

pub(super) use drawing_and_ending::{column_letter, winning_line};
pub(super) use notation::write_cell;
