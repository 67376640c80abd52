//! The players: `net`, and the four styles of `backgammon-heuristics.md`.

mod net;
mod styles;

pub(super) use net::ENTRY as NET;
pub(super) use styles::{STYLE_FILE, STYLE_FILE_FORMAT, STYLE_PLAYERS};
