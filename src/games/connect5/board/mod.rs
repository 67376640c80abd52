//! The board and its rules: lines of stones, lengths other than five, the fouls of renju, and the
//! symmetries of the board.

mod cell;
pub(super) mod line_bitboards;
mod line_board_trait;
pub(super) mod mnk_board;
pub(super) mod renju;
pub(super) mod rules;
pub(super) mod stone_scores_by_line_neighbourhood;
mod symmetry;

pub use cell::Cell;
pub use line_board_trait::LineBoard;
pub use mnk_board::{MnkBoard, MnkRules};
pub use renju::Foul;
pub use rules::{Board, Rule};
