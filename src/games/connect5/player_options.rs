//! The options of this game's players, beyond those that every game has.

use crate::search::{OptionKind, OptionSpec};

/// Plies that `lookahead` searches.
pub(super) const DEPTH_OPTION: OptionSpec = OptionSpec {
    name: "Depth",
    about: "plies to look ahead, where go does not say; 0 is its own default, 8",
    players: &["lookahead"],
    kind: OptionKind::Spin { default: 0, min: 0, max: 100 },
    is_open_to_network: true,
};

/// Moves that `lookahead` searches in each position.
pub(super) const BREADTH_OPTION: OptionSpec = OptionSpec {
    name: "Breadth",
    about: "moves to consider in each position; 0 is its own default, 7",
    players: &["lookahead"],
    kind: OptionKind::Spin { default: 0, min: 0, max: 100 },
    is_open_to_network: true,
};

/// The improvement that the notes of 2001 suggest for version 2.0.
pub(super) const BLOCK_DOUBLE_THREATS: OptionSpec = OptionSpec {
    name: "BlockDoubleThreats",
    about: "also fill cells of the opponent's double threats, which rank just below own ones",
    players: &["slices", "lookahead"],
    kind: OptionKind::Check { default: false },
    is_open_to_network: true,
};

/// All of them.
pub(super) const OPTIONS: &[OptionSpec] = &[DEPTH_OPTION, BREADTH_OPTION, BLOCK_DOUBLE_THREATS];
