//! The players of the "Sticks 'n' Barrels Algorithm Design Document", each as it describes them.
//!
//! `classic` is "The Existing Algorithm" of late 2006, `boards` is "An Alternate Strategy".

pub mod boards;
pub mod classic;
pub mod search;

pub use boards::Boards;
pub use classic::Classic;
pub use search::Search;

use crate::search::{OptionKind, OptionSpec};

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
