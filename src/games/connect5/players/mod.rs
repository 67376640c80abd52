//! The players: `threat`, and those of `connect5-readme.txt`: version 1.0, version 2.0, and the
//! plan for version 3.0.

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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crate::game::{Notation, Position, Record};
    use crate::games::connect5::{Board, Cell};
    use crate::search::{Choice, Limits, Player, SearchTask, SilentWatcher, Stopwatch};

    /// A freestyle board.
    pub(super) fn board(fen: &str) -> Board {
        Board::default().read_position(fen).unwrap()
    }

    /// The choice of a player; the stop flag is set from the start if `stop` is true.
    pub(super) fn ask(
        player: &mut dyn Player<Board>,
        board: &Board,
        moves: &[Cell],
        limits: &Limits,
        stop: bool,
    ) -> Choice<Cell> {
        let stop = AtomicBool::new(stop);
        let task = SearchTask { limits, moves, stop: &stop, stopwatch: Stopwatch::start() };
        player.choose(&Record::new(board.clone()), &task, &mut SilentWatcher)
    }

    /// The name of the move that a player chooses among all legal ones, and the reason.
    pub(super) fn chosen(player: &mut dyn Player<Board>, fen: &str) -> (String, String) {
        let board = board(fen);
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let choice = ask(player, &board, &moves, &Limits::default(), false);
        let mut name = String::new();
        board.write_move(choice.best, &mut name);
        (name, choice.reason)
    }
}
