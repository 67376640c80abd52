//! The players: `net`, the four styles of `backgammon-heuristics.md`, and the plain evaluation, by
//! which `generic` plays.

#[cfg(test)]
mod generic_cube_actions;
mod net;
mod plain_evaluation;
mod styles;

pub(super) use net::ENTRY as NET;
pub(super) use styles::{STYLE_FILE, STYLE_FILE_FORMAT, STYLE_PLAYERS};
