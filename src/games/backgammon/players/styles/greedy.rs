//! `greedy`: takes what lies there: hits, pips, checkers home and off.
//!
//! `backgammon-heuristics.md`, "Heuristics", names the style; the weights are ours, and stand in
//! the column `greedy` of `styles.md`.

use super::Style;
use crate::games::backgammon::board::rules::Backgammon;
use crate::host::PlayerEntry;

/// The player.
pub(crate) const ENTRY: PlayerEntry<Backgammon> = PlayerEntry {
    name: "greedy",
    about: "takes hits and pips, brings checkers home and off",
    build: |options| Box::new(Style::new("greedy", options)),
};
