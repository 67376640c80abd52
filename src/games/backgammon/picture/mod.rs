//! The picture of the board, and the clicks that make the plays.

mod clicks;
mod description;
mod drawing;
mod layout;
mod partial_play;

pub(super) use description::SIDES;
pub(super) use drawing::VIEW;
