//! `risky`: builds points and primes, whatever blots that takes.
//!
//! `backgammon-heuristics.md`, "Heuristics", names the style; the weights are ours, and stand in
//! the column `risky` of `styles.md`.

use super::style::Style;
use crate::games::backgammon::rules::Backgammon;
use crate::host::Entry;

/// The player.
pub(super) const ENTRY: Entry<Backgammon> = Entry {
    name: "risky",
    about: "builds points and primes and minds blots little",
    build: |options| Box::new(Style::new("risky", options)),
};
