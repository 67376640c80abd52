//! The players: `net`, the four styles of `backgammon-heuristics.md`, and the plain evaluation
//! that `generic` searches with.

mod net;
mod styles;

use super::board::game_state::Backgammon;
use crate::host::{FileFormat, PlayerEntry};
use crate::search::OptionSpec;

/// The strongest player.
pub(super) const NET: PlayerEntry<Backgammon> = net::ENTRY;

/// The players of the document, in its order, and the one with a style of its user's own.
pub(super) const STYLES: [PlayerEntry<Backgammon>; 5] = styles::ENTRIES;

/// The options of these players.
pub(super) const OPTIONS: &[OptionSpec] = &[styles::STYLE_FILE];

/// The files of these options.
pub(super) const FILES: &[FileFormat] = &[styles::STYLE_FILE_FORMAT];
