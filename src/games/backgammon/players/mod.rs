//! The players: `net`, the four styles of `backgammon-heuristics.md`, and the plain evaluation
//! that `generic` searches with.

mod net;
mod styles;

use super::board::rules::Backgammon;
use crate::host::PlayerEntry;

/// The strongest player.
pub(super) const NET: PlayerEntry<Backgammon> = net::ENTRY;

/// The players of the document, in its order.
pub(super) const STYLES: [PlayerEntry<Backgammon>; 4] = styles::ENTRIES;
