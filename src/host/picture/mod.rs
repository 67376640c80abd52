//! The picture of a game, and the clicks on it that play a move.

mod clicks;
mod commands;
mod picture_view;

pub use clicks::{ClickChoices, MoveClicks, RemainingClicks};
pub use picture_view::{ClickOrders, PictureView, Scene, capitalised, one_click};
