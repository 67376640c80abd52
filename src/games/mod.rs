//! Floor 6: the games, one folder each, and the registry that names them.

pub mod backgammon;
pub mod connect4;
pub mod connect5;
pub mod sticks;

use crate::host::Kind;

/// Every game, in the order of the `games` command.
pub const KINDS: &[&Kind] = &[&connect4::KIND, &connect5::KIND, &sticks::KIND, &backgammon::KIND];
