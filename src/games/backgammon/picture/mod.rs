//! The picture of the board, and the clicks that make the plays.

mod clickable_spot_names;
mod clicks;
mod drawing;
mod layout;
mod play_in_progress;
mod position_in_words;

pub(super) use drawing::VIEW;
pub(super) use position_in_words::SIDE_COLOURS;
