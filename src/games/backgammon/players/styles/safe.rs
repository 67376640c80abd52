//! `safe`: leaves as few blots and shots as it can, and holds its anchors.
//!
//! `backgammon-heuristics.md`, "Heuristics", names the style; the weights are ours, and stand in
//! the column `safe` of `styles.md`.

use super::Style;
use crate::games::backgammon::board::rules::Backgammon;
use crate::host::PlayerEntry;

/// The player.
pub(crate) const ENTRY: PlayerEntry<Backgammon> = PlayerEntry {
    name: "safe",
    about: "leaves few blots and shots and holds anchors",
    build: |options| Box::new(Style::new("safe", options)),
};
