//! The row of the registry, with the players.

use super::board::line_bitboards::WIN_LENGTH;
use super::newgame_words::{self, EmptyBoard};
use super::players::{ForcedPlayer, LookaheadPlayer, SlicesPlayer, ThreatPlayer};
use super::text::harness_board_format;
use super::{
    Board, LineBoard, MnkBoard, cell_priorities, opening_book, picture, player_options, text,
};
use crate::board::signs::BLACK_AND_WHITE;
use crate::board::{Grid, find_pattern};
use crate::game::Evaluate;
use crate::host::{
    Bench, BoardLayout, CellAccess, CellLine, Description, GameEntry, GameHost, HarnessBoardFormat,
    HostedGame, OtherNames, PlayerEntry, Spelling, Symmetry, VariantError, VariantFacts,
    VariantWords,
};
use crate::search::WithOpeningBook;

/// The game's row of the registry.
pub static GAME: GameEntry = GameEntry {
    name: "connect5",
    other_names: &[
        OtherNames {
            names: &["connectfive", "gomoku", "gobang", "fiveinarow", "fiveinline", "omok"],
            newgame_words: "connect5",
        },
        OtherNames { names: &["renju"], newgame_words: "connect5 rule renju" },
        OtherNames {
            names: &["tictactoe", "noughtsandcrosses"],
            newgame_words: "connect5 size 3 win 3",
        },
    ],
    about: "Connect 5, Go-Moku: five in line; also renju",
    goal: "five of your stones in line, or as many as the key win says: across, up or diagonally",
    spelling: Spelling {
        moves: "a column from the left and a row from the bottom, as in h8; several in one word: h8h9",
        positions: "rows from the top, x First, o Second, numbers for empty cells, then the side to move: \
                    5/5/2x2/5/5 o",
    },
    description: Description {
        title: "Connect 5",
        sides: picture::SIDE_COLOURS,
        signs: BLACK_AND_WHITE.usual,
        board: BoardLayout::Grid,
        has_dice: false,
        in_line: Some(WIN_LENGTH as u32),
        symmetry: Symmetry::All,
        unspaced_move_regex: Some(r"[a-z]\d+"),
        has_commas_in_moves: false,
        record_file_extension: Some("sgf"),
        winning_chance_scale: Some(290),
    },
    variant_keys: "[size 3-22] [width 3-22] [height 3-22] [win 3-8] [rule freestyle|standard|renju]",
    new_game,
    options: player_options::OPTIONS,
    files: &[],
    book: Some(&opening_book::BOOK),
    bench: Bench { positions: include_str!("bench_positions.txt"), depth: 8 },
    harness_board_format: Some(HarnessBoardFormat {
        read: harness_board_format::read,
        write: harness_board_format::write,
    }),
    solved: None,
};

/// The players of five in line, the default first.
const PLAYERS: &[PlayerEntry<Board>] =
    &[THREAT, PlayerEntry::GENERIC, PlayerEntry::GEORGE, forced(), slices(), lookahead()];

/// The players of other lengths, the default first.
const MNK_PLAYERS: &[PlayerEntry<MnkBoard>] =
    &[PlayerEntry::GENERIC, PlayerEntry::GEORGE, forced(), slices(), lookahead()];

/// `threat`: five in line only.
const THREAT: PlayerEntry<Board> = PlayerEntry {
    name: "threat",
    about: "a search of threats, with continuous fours at its leaves",
    document: None,
    build: |options| {
        Box::new(WithOpeningBook::new(ThreatPlayer::new(options), &opening_book::BOOK, options))
    },
};

/// `forced`, for lines of any length.
const fn forced<B: LineBoard>() -> PlayerEntry<B> {
    PlayerEntry {
        name: "forced",
        about: "version 1.0 of 2001 in connect5-readme.txt: wins, blocks, or plays anywhere",
        document: Some("connect5-readme.txt"),
        build: |options| Box::new(ForcedPlayer::new(options)),
    }
}

/// `slices`, for lines of any length.
const fn slices<B: LineBoard>() -> PlayerEntry<B> {
    PlayerEntry {
        name: "slices",
        about: "version 2.0 of 2001 in connect5-readme.txt: the cell of the highest priority",
        document: Some("connect5-readme.txt"),
        build: |options| Box::new(SlicesPlayer::new(options)),
    }
}

/// `lookahead`, for lines of any length.
const fn lookahead<B: LineBoard>() -> PlayerEntry<B> {
    PlayerEntry {
        name: "lookahead",
        about: "the plan for version 3.0 in connect5-readme.txt: some levels deep, the best few \
                moves at each",
        document: Some("connect5-readme.txt"),
        build: |options| Box::new(LookaheadPlayer::new(options)),
    }
}

/// `newgame connect5 [size n] [width n] [height n] [win n] [rule name]`.
fn new_game(words: &mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError> {
    Ok(match newgame_words::read_variant(words)? {
        EmptyBoard::Five(board) => Box::new(hosted(*board, PLAYERS)),
        EmptyBoard::Other(board) => {
            let in_line = Some(board.win_length() as u32);
            let facts =
                VariantFacts { in_line, missing_players: &["threat"], ..VariantFacts::default() };
            Box::new(hosted(board, MNK_PLAYERS).with_facts(facts))
        }
    })
}

/// A game on this board with what both kinds of boards have.
fn hosted<B: LineBoard + Evaluate>(board: B, players: &'static [PlayerEntry<B>]) -> HostedGame<B> {
    let grid = CellAccess {
        size: B::size,
        letters: find_pattern::STONE_LETTERS,
        holds: |board, x, y, letter| find_pattern::is_stone(board.stone(x, y), letter),
        fills_up: true,
        write_name: text::write_cell,
        playable,
        lines,
    };
    let game = HostedGame::new(board, players).with_grid(grid).with_picture(picture::view());
    game.with_details(cell_priorities::write_best)
}

/// The legal cells, in the order of the moves.
fn playable(board: &impl LineBoard, out: &mut Vec<(usize, usize)>) {
    let mut cells = Vec::new();
    board.moves(&mut cells);
    out.extend(cells.into_iter().map(|cell| (usize::from(cell.x), usize::from(cell.y))));
}

/// The slices of the win length through a cell.
fn lines(board: &impl LineBoard, x: usize, y: usize, out: &mut Vec<CellLine>) {
    let (width, height) = board.size();
    for cells in Grid::new(width, height).lines_through(board.win_length(), (x, y)) {
        let words = cell_priorities::slice_count_in_words(board, &cells);
        out.push(CellLine { cells, words });
    }
}
