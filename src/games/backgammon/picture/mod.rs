//! The picture of the board, and the clicks that make the plays.

mod clickable_spot_names;
mod clicks;
mod description;
mod drawing;
mod layout;
mod play_in_progress;

pub(super) use description::SIDE_COLOURS;
pub(super) use drawing::VIEW;
