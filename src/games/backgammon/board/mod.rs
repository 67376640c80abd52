//! The board and its rules: checkers, dice, all plays of a roll, the cube, the score of a match.

pub mod checkers_rolls_and_moves;
pub mod game_state_and_cube_rules;
pub mod movegen;
pub mod perft;
mod position_chance_and_dice_traits;
pub mod settings_cube_and_match;
pub(crate) mod unchecked_position;

pub use checkers_rolls_and_moves::{BAR, Board, Checkers, HOME, OFF};
pub(crate) use checkers_rolls_and_moves::{
    HIGHEST_POINT, MOST_CHECKERS, OPPONENTS_HOME, OWN_HALF, PLACE_COUNT, POINTS,
    as_numbered_by_other_side, highest, in_opponents_home, number_by_other_side,
};
