//! The row of the registry, with the players and their options.

use super::players::board_comparison::{LITERAL, STATE_ORDERING};
use super::players::classic::options::{BLOCK_POINTS, BUILD_POINTS, SEES_UNBLOCKABLE};
use super::players::{BoardsPlayer, ClassicPlayer, SearchPlayer};
use super::{Sticks, cell_access, opening_book, picture, sequence_state_counts, text};
use crate::host::{
    Bench, BoardLayout, Description, GameEntry, GameHost, HostedGame, OtherNames, PlayerEntry,
    Spelling, Symmetry, VariantError, VariantWords, no_keys,
};
use crate::search::{OptionSpec, WithOpeningBook};

/// The registry's row.
pub static GAME: GameEntry = GameEntry {
    name: "sticks",
    other_names: &[OtherNames {
        names: &["sticksnbarrels", "sticksandbarrels", "barrels"],
        newgame_words: "sticks",
    }],
    about: "Sticks 'n' Barrels: five in line, in one of three sequences",
    goal: "five of your pieces in line as SSBSS, SBSBS or SBBBS, where B is a barrel of either kind: across, up or \
           diagonally",
    spelling: Spelling {
        moves: "a drop of a stick S, hollow barrel H or solid barrel B, as in S@d4; when the tray has \
                no such piece, a shift, as in a1d4",
        positions: "rows 7 to 1, upper case red, lower case yellow, X a red hollow barrel with a yellow stick, \
                    x the reverse, numbers for empty holes, then the side to move, r or y: \
                    7/7/7/3S3/7/7/7 y",
    },
    description: Description {
        title: "Sticks 'n' Barrels",
        sides: picture::SIDE_COLOURS,
        signs: text::SIGNS,
        board: BoardLayout::Grid,
        has_dice: false,
        in_line: None,
        symmetry: Symmetry::All,
        unspaced_move_regex: None,
        has_commas_in_moves: false,
        record_file_extension: None,
        winning_chance_scale: Some(140),
    },
    variant_keys: "",
    new_game,
    options: OPTIONS,
    files: &[],
    book: Some(&opening_book::BOOK),
    bench: Bench { positions: include_str!("bench_positions.txt"), depth: 8 },
    harness_board_format: None,
    solved: None,
};

/// The players, the default first.
const PLAYERS: &[PlayerEntry<Sticks>] = &[
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
    STATE_ORDERING,
    LITERAL,
    SEES_UNBLOCKABLE,
    BUILD_POINTS[0],
    BUILD_POINTS[1],
    BUILD_POINTS[2],
    BUILD_POINTS[3],
    BLOCK_POINTS[0],
    BLOCK_POINTS[1],
    BLOCK_POINTS[2],
];

/// `newgame sticks`: there are no variants.
fn new_game(words: &mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError> {
    no_keys(words)?;
    let game = HostedGame::new(Sticks::new(), PLAYERS).with_grid(cell_access::CELL_ACCESS);
    let game = game.with_picture(picture::VIEW);
    Ok(Box::new(game.with_details(sequence_state_counts::write_state_tables)))
}
