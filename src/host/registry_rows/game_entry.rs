//! A game as the registry lists it: its names, its options, and the formats of its files.

use std::error::Error;

use crate::game::PositionError;
use crate::host::{Description, GameHost, SolvedTables, VariantError, VariantWords};
use crate::search::OptionSpec;
use crate::search::player::opening_book::GameBook;

/// A game in the registry.
pub struct GameEntry {
    /// The word of `newgame`.
    pub name: &'static str,
    /// Other names that people know it or its variants by; a hint names what is meant.
    pub other_names: &'static [OtherNames],
    /// One line for `help`: the game's names.
    pub about: &'static str,
    /// The way to win, in one line for people.
    pub goal: &'static str,
    /// How its moves and positions are written, for `help`.
    pub spelling: Spelling,
    /// Facts for front ends and tools.
    pub description: Description,
    /// The keys of `newgame` for this game, as `help` shows them; empty if there are none.
    pub variant_keys: &'static str,
    /// Starts a game of the variant that the words describe.
    pub new_game: fn(&mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError>,
    /// The options of this game's own players, beyond those that every game has.
    pub options: &'static [OptionSpec],
    /// How the files that these options name are checked.
    pub files: &'static [FileFormat],
    /// The opening book of the default player, where there is one.
    pub book: Option<&'static dyn GameBook>,
    /// The fixed positions of `bench`.
    pub bench: Bench,
    /// Reads boards of a course's test harness, where the game has one.
    pub harness_board_format: Option<HarnessBoardFormat>,
    /// Makes and checks tables of solved positions, where the game has them.
    pub solved: Option<SolvedTables>,
}

impl GameEntry {
    /// The keys of `newgame` for this game, in the order of `help`.
    pub fn key_names(&self) -> Vec<&'static str> {
        self.variant_keys
            .split('[')
            .filter_map(|part| part.split([' ', ']']).next())
            .skip(1)
            .collect()
    }
}

/// Names that `newgame` does not know, and what to write instead.
#[derive(Clone, Copy, Debug)]
pub struct OtherNames {
    /// In small letters and digits, without blanks and signs.
    pub names: &'static [&'static str],
    /// The words after `newgame`.
    pub newgame_words: &'static str,
}

/// How moves and positions of a game are written, a line each for people, with examples.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// A move.
    pub moves: &'static str,
    /// The text of `position fen`.
    pub positions: &'static str,
}

/// The result of a check of a file.
pub type FileCheck = Result<(), Box<dyn Error>>;

/// The form that the file of an option must have.
#[derive(Clone, Copy, Debug)]
pub struct FileFormat {
    /// The name of the option.
    pub option: &'static str,
    /// Files of more bytes are refused unread.
    pub most_bytes: u64,
    /// Checks the contents; the text of the error says in one line what is wrong with them.
    pub check: fn(&[u8]) -> FileCheck,
}

/// The fixed work of `bench` in one game.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// One position a line, as `position fen` reads it; lines with `#` are comments.
    pub positions: &'static str,
    /// The depth to which each is searched by the default player.
    pub depth: u32,
}

/// The file format of a course's test harness: the text of a board in, one cell out.
///
/// The harness starts a process for each move.
#[derive(Clone, Copy, Debug)]
pub struct HarnessBoardFormat {
    /// Turns the board's text into a position for [`GameHost::set_position`].
    pub read: fn(&str) -> Result<String, PositionError>,
    /// Writes a move the way the harness reads it; the position is the one [`Self::read`] gave.
    pub write: fn(&str, &str) -> String,
}
