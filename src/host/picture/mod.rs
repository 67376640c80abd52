//! The picture of a game, and the clicks on it that play a move.

mod clicks;
mod commands;
mod view;

pub use clicks::{ClickChoices, MoveClicks, RemainingClicks};
pub use view::{ClickOrders, PictureView, Scene, one_click};
