//! `risky`: builds points and primes, whatever blots that takes.
//!
//! `backgammon-heuristics.md`, "Heuristics", names the style; the weights are ours, and stand in
//! the column `risky` of `styles.md`.

use super::Style;
use crate::games::backgammon::board::rules::Backgammon;
use crate::host::PlayerEntry;

/// The player.
pub(crate) const ENTRY: PlayerEntry<Backgammon> = PlayerEntry {
    name: "risky",
    about: "builds points and primes and minds blots little",
    build: |options| Box::new(Style::new("risky", options)),
};
