//! The board and its rules: checkers, dice, all plays of a roll, the cube, the score of a match.

pub mod checkers;
pub mod cube;
pub mod game_settings;
pub mod game_state_and_cube_rules;
pub mod match_score;
pub mod movegen;
pub mod moves;
pub mod perft;
mod position_chance_and_dice_traits;
pub mod roll;
pub(crate) mod unchecked_position;
pub mod variant;

pub use checkers::{BAR, Board, Checkers, HOME, OFF};
pub(crate) use checkers::{
    HIGHEST_POINT, MOST_CHECKERS, OPPONENTS_HOME, OWN_HALF, PLACE_COUNT, POINTS,
    as_numbered_by_other_side, highest, in_opponents_home, number_by_other_side,
};
