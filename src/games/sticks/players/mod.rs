//! The players of the "Sticks 'n' Barrels Algorithm Design Document", each as it describes them.
//!
//! `classic` is "The Existing Algorithm" of late 2006, `boards` is "An Alternate Strategy";
//! `search`, the default player, is the engine's own.

pub mod board_comparison;
pub mod classic;
pub mod search;

pub use board_comparison::BoardsPlayer;
pub use classic::ClassicPlayer;
pub use search::SearchPlayer;

use super::{Sticks, opening_book};
use crate::host::PlayerEntry;
use crate::search::{OptionKind, OptionSpec, WithOpeningBook};

/// The players, the default first.
pub(super) const PLAYERS: &[PlayerEntry<Sticks>] = &[
    PlayerEntry {
        name: "search",
        about: "a search of its own, over the moves that matter",
        document: None,
        build: |options| {
            Box::new(WithOpeningBook::new(SearchPlayer::new(options), &opening_book::BOOK, options))
        },
    },
    PlayerEntry::GENERIC,
    PlayerEntry::GEORGE,
    PlayerEntry {
        name: "classic",
        about: "the algorithm of 2006 in the Algorithm Design Document: hole by hole, then a piece \
                for it",
        document: Some("Algorithm Design Document"),
        build: |options| Box::new(ClassicPlayer::new(options)),
    },
    PlayerEntry {
        name: "boards",
        about: "the alternate strategy of the Algorithm Design Document: compares the boards after \
                all moves",
        document: Some("Algorithm Design Document"),
        build: |options| Box::new(BoardsPlayer::new(options)),
    },
];

/// The options of these players.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "Ordering",
        about: "boards: which of the document's two orderings of states",
        kind: OptionKind::Combo { default: "second", choices: &["second", "first"] },
    },
    OptionSpec {
        name: "Literal",
        about: "boards: compare boards by the document's list exactly as printed",
        kind: OptionKind::Check { default: false },
    },
    classic::options::SEES_UNBLOCKABLE,
    classic::options::BUILD_POINTS[0],
    classic::options::BUILD_POINTS[1],
    classic::options::BUILD_POINTS[2],
    classic::options::BUILD_POINTS[3],
    classic::options::BLOCK_POINTS[0],
    classic::options::BLOCK_POINTS[1],
    classic::options::BLOCK_POINTS[2],
];
