//! The picture of a game, and the clicks on it that play a move.

mod clicks_to_moves;
mod picture_and_click_queries;
mod picture_view;

pub use clicks_to_moves::{ClickChoices, MoveClicks, RemainingClicks};
pub use picture_view::{ClickOrders, PictureView, Scene, one_click};
