//! Connect 5, or Go-Moku: five in line on a board of 5 to 22 cells each way; also renju.
//!
//! `README.md` in this folder has the rules in short, the players and how their data were made.
//!
//! # Examples
//! ```
//! use parlour::game::{Notation, Position};
//! use parlour::games::connect5::{Board, Rule};
//!
//! let mut board = Board::with(15, 15, Rule::Freestyle).expect("a size that is allowed");
//! let (centre, _) = board.read_move("h8").expect("an empty cell");
//! board.play(centre);
//! assert_eq!(board.count_moves(), 224);
//! ```

mod cell;
pub mod course_harness;
mod evaluate;
mod line_bits;
mod notation;
pub mod opening_book;
mod players;
pub mod priority_board;
mod renju;
mod rules;
mod symmetry;
pub mod threat_map;
pub mod threats;
mod variant;
mod window_score_tables;

pub use cell::Cell;
pub use players::{Forced, Lookahead, Slices, ThreatGame, ThreatPlayer, static_evaluation};
pub use renju::Foul;
pub use rules::{Board, Rule};

use crate::game::Position;
use crate::host::{
    Bench, BoardLayout, CellLine, Description, GameHost, GameKind, GridView, Harness, HostedGame,
    PlayerEntry, Symmetry, VariantError, VariantWords, count_lines,
};
use crate::search::{OptionKind, OptionSpec, WithOpeningBook};

/// The game's row of the registry.
pub static GAME: GameKind = GameKind {
    name: "connect5",
    about: "Connect 5, Go-Moku: five in line; also renju",
    description: Description {
        title: "Connect 5",
        sides: ["black", "white"],
        board: BoardLayout::Grid,
        has_dice: false,
        in_line: Some(5),
        symmetry: Symmetry::All,
        run: Some(r"[a-z]\d+"),
        record: Some("sgf"),
    },
    keys: "[size 5-22] [width 5-22] [height 5-22] [rule freestyle|standard|renju]",
    new_game,
    options: OPTIONS,
    files: &[],
    bench: Bench { positions: include_str!("bench.txt"), depth: 8 },
    harness: Some(Harness { read: course_harness::read, write: course_harness::write }),
    solved: None,
};

/// The players, the default first.
const PLAYERS: &[PlayerEntry<Board>] = &[
    PlayerEntry {
        name: "threat",
        about: "a search of threats, with continuous fours at its leaves",
        build: |options| {
            Box::new(WithOpeningBook::new(ThreatPlayer::new(options), &opening_book::BOOK, options))
        },
    },
    PlayerEntry::GENERIC,
    PlayerEntry::GEORGE,
    PlayerEntry {
        name: "forced",
        about: "version 1.0 of 2001: wins, blocks, or plays anywhere",
        build: |options| Box::new(Forced::new(options)),
    },
    PlayerEntry {
        name: "slices",
        about: "version 2.0 of 2001: the cell of the highest priority",
        build: |options| Box::new(Slices::new(options)),
    },
    PlayerEntry {
        name: "lookahead",
        about: "the plan of 2001 for version 3.0: some levels deep, the best few moves at each",
        build: |options| Box::new(Lookahead::new(options)),
    },
];

/// The options of these players.
const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "Depth",
        about: "levels that lookahead searches, where go does not say; 0 is its own default, 8",
        kind: OptionKind::Spin { default: 0, min: 0, max: 100 },
    },
    OptionSpec {
        name: "Breadth",
        about: "moves that lookahead considers in each position; 0 is its own default, 7",
        kind: OptionKind::Spin { default: 0, min: 0, max: 100 },
    },
];

/// `newgame connect5 [size n] [width n] [height n] [rule name]`.
fn new_game(words: &mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError> {
    let grid = GridView {
        size: Board::size,
        cell: Board::stone,
        write_name: Board::write_cell,
        playable,
        lines,
    };
    let game = HostedGame::new(variant::start(words)?, PLAYERS);
    Ok(Box::new(game.with_grid(grid).with_details(priority_board::write_best)))
}

/// The legal cells, in the order of the moves.
fn playable(board: &Board, out: &mut Vec<(usize, usize)>) {
    let mut cells = Vec::new();
    board.moves(&mut cells);
    out.extend(cells.into_iter().map(|cell| (usize::from(cell.x), usize::from(cell.y))));
}

/// The fives through a cell.
fn lines(board: &Board, x: usize, y: usize, out: &mut Vec<CellLine>) {
    count_lines(board.size(), 5, (x, y), ["x", "o"], |x, y| board.stone(x, y), out);
}

#[cfg(test)]
mod tests {
    use super::{Board, Rule};
    use crate::game::conformance::ConformanceKit;

    #[test]
    fn boards_keep_what_every_game_must() {
        for (width, height, rule) in [
            (15, 15, Rule::Freestyle),
            (5, 5, Rule::Freestyle),
            (9, 9, Rule::Standard),
            (22, 5, Rule::Standard),
            (7, 6, Rule::Renju),
            (15, 15, Rule::Renju),
        ] {
            let board = Board::with(width, height, rule).expect("a size that is allowed");
            ConformanceKit::without_dice(board).check();
        }
    }
}
