//! The picture of the board, and the clicks that make the plays.

mod clicks;
mod description;
mod drawing;
mod layout;
mod play_in_progress;
mod spots;

pub(super) use description::SIDES;
pub(super) use drawing::VIEW;
