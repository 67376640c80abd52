//! The player `net`, and those of `backgammon-heuristics.md`: four styles, one evaluator, one set
//! of features.
//!
//! The document asks for a score of every board that a roll can lead to, and names four styles
//! to score it in: risky, safe, greedy, aggressive. Here a style is a column of this table: what
//! each feature is worth, in pips, and three chances for the cube.
//!
#![doc = include_str!("styles/styles.md")]
//!
//! The numbers were set by hand and never tuned. Points a game without the cube, 600 games a
//! pair, both sides of 300 dice streams, with two standard errors:
//!
//! | | safe | greedy | aggressive |
//! |---|---|---|---|
//! | risky | +0.13 ± 0.11 | +0.13 ± 0.13 | +0.15 ± 0.13 |
//! | safe | | −0.01 ± 0.11 | −0.05 ± 0.11 |
//! | greedy | | | −0.03 ± 0.13 |

mod evaluate;
mod net;
mod styles;

use super::board::rules::Backgammon;
use crate::host::PlayerEntry;

/// The strongest player.
pub(super) const NET: PlayerEntry<Backgammon> = net::ENTRY;

/// The players of the document, in its order.
pub(super) const STYLES: [PlayerEntry<Backgammon>; 4] =
    [styles::risky::ENTRY, styles::safe::ENTRY, styles::greedy::ENTRY, styles::aggressive::ENTRY];
