//! The players: `net`, the four styles of `backgammon-heuristics.md`, and the plain evaluation
//! that `generic` searches with.

mod net;
mod styles;

use super::board::game_state::Backgammon;
use crate::host::{FileFormat, PlayerEntry};
use crate::search::OptionSpec;

/// The strongest player.
pub(super) const NET: PlayerEntry<Backgammon> = net::ENTRY;

/// The players, the default first.
pub(super) const PLAYERS: &[PlayerEntry<Backgammon>] = {
    let [risky, safe, greedy, aggressive, custom] = styles::STYLE_PLAYERS;
    let (generic, george) = (PlayerEntry::GENERIC_WITH_DICE, PlayerEntry::GEORGE);
    &[NET, generic, george, risky, safe, greedy, aggressive, custom]
};

/// The options of these players.
pub(super) const OPTIONS: &[OptionSpec] = &[styles::STYLE_FILE];

/// The files of these options.
pub(super) const FILES: &[FileFormat] = &[styles::STYLE_FILE_FORMAT];
