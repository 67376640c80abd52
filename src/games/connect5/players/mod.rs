//! The players: `threat`, and those of `connect5-readme.txt`: version 1.0, version 2.0, and the
//! plan for version 3.0.

#[cfg(test)]
mod ask_player_for_tests;
mod forced_player;
mod lookahead;
mod slices_player;
mod threat;

pub use forced_player::ForcedPlayer;
pub use lookahead::LookaheadPlayer;
pub use slices_player::SlicesPlayer;
pub use threat::{ThreatGame, ThreatPlayer};

use super::{Board, LineBoard, opening_book};
use crate::host::PlayerEntry;
use crate::search::WithOpeningBook;

/// `threat`: five in line only.
pub(super) const THREAT: PlayerEntry<Board> = PlayerEntry {
    name: "threat",
    about: "a search of threats, with continuous fours at its leaves",
    document: None,
    build: |options| {
        Box::new(WithOpeningBook::new(ThreatPlayer::new(options), &opening_book::BOOK, options))
    },
};

/// `forced`, for lines of any length.
pub(super) const fn forced_entry<B: LineBoard>() -> PlayerEntry<B> {
    PlayerEntry {
        name: "forced",
        about: "version 1.0 of 2001 in connect5-readme.txt: wins, blocks, or plays anywhere",
        document: Some("connect5-readme.txt"),
        build: |options| Box::new(ForcedPlayer::new(options)),
    }
}

/// `slices`, for lines of any length.
pub(super) const fn slices_entry<B: LineBoard>() -> PlayerEntry<B> {
    PlayerEntry {
        name: "slices",
        about: "version 2.0 of 2001 in connect5-readme.txt: the cell of the highest priority",
        document: Some("connect5-readme.txt"),
        build: |options| Box::new(SlicesPlayer::new(options)),
    }
}

/// `lookahead`, for lines of any length.
pub(super) const fn lookahead_entry<B: LineBoard>() -> PlayerEntry<B> {
    PlayerEntry {
        name: "lookahead",
        about: "the plan for version 3.0 in connect5-readme.txt: some levels deep, the best few \
                moves at each",
        document: Some("connect5-readme.txt"),
        build: |options| Box::new(LookaheadPlayer::new(options)),
    }
}
