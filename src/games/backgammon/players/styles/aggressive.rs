//! `aggressive`: hits wherever it can and shuts the opponent out.
//!
//! `backgammon-heuristics.md`, "Heuristics", names the style; the weights are ours, and stand in
//! the column `aggressive` of `styles.md`.

use super::Style;
use crate::games::backgammon::board::rules::Backgammon;
use crate::host::PlayerEntry;

/// The player.
pub(crate) const ENTRY: PlayerEntry<Backgammon> = PlayerEntry {
    name: "aggressive",
    about: "hits and shuts the opponent out",
    build: |options| Box::new(Style::new("aggressive", options)),
};
