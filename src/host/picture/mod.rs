//! The picture of a game, and the clicks on it that play a move.

mod clicks_to_moves;
mod picture_and_click_queries;
mod scene_and_what_a_game_draws;

pub use clicks_to_moves::{ClickChoices, MoveClicks, RemainingClicks};
pub use scene_and_what_a_game_draws::{ClickOrders, PictureView, Scene, one_click};
