//! A game as the registry lists it: its name, its options, the entries of its list of players, and
//! what a front end or a tool needs to know to show it and to record it.

use std::error::Error;

use super::{GameHost, TableError, VariantError, VariantFacts, VariantWords};
use crate::base::Score;
use crate::board::drawing_style::SideSigns;
use crate::game::{Chance, Deterministic, Evaluate, Position, PositionError};
use crate::search::player::opening_book::GameBook;
use crate::search::{AlphaBeta, Expectiminimax, OptionSpec, Options, Player, Random};

/// A game in the registry.
pub struct GameKind {
    /// The word of `newgame`.
    pub name: &'static str,
    /// Other names that people know it or its variants by; a hint names what is meant.
    pub other_names: &'static [OtherNames],
    /// One line for `help`: the game's names.
    pub about: &'static str,
    /// How it is won, in one line for people.
    pub goal: &'static str,
    /// How its moves and positions are written, for `help`.
    pub spelling: Spelling,
    /// What front ends and tools need to know of it.
    pub description: Description,
    /// The keys of `newgame` for this game, as `help` shows them; empty if there are none.
    pub keys: &'static str,
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
    pub harness: Option<Harness>,
    /// Makes and checks tables of solved positions, where the game has them.
    pub solved: Option<SolvedTables>,
}

impl GameKind {
    /// The keys of `newgame` for this game, in the order of `help`.
    pub fn key_names(&self) -> Vec<&'static str> {
        self.keys.split('[').filter_map(|part| part.split([' ', ']']).next()).skip(1).collect()
    }
}

/// Names that `newgame` does not know, and what to write instead.
#[derive(Clone, Copy, Debug)]
pub struct OtherNames {
    /// In small letters and digits, without blanks and signs.
    pub names: &'static [&'static str],
    /// The words after `newgame`.
    pub meant: &'static str,
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

/// What the file of an option must be.
#[derive(Clone, Copy, Debug)]
pub struct FileFormat {
    /// The name of the option.
    pub option: &'static str,
    /// Files of more bytes are refused unread.
    pub longest: u64,
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
pub struct Harness {
    /// Turns the board's text into a position for [`GameHost::set_position`].
    pub read: fn(&str) -> Result<String, PositionError>,
    /// Writes a move the way the harness reads it; the position is the one [`Self::read`] gave.
    pub write: fn(&str, &str) -> String,
}

/// Tables of solved positions: the scores of all positions of one number of plies.
///
/// The order of the positions is the game's own.
///
/// A position's index in that order is its rank, from 0.
#[derive(Clone, Copy, Debug)]
pub struct SolvedTables {
    /// How many positions there are of 0, 1, … plies; no table has more plies.
    pub counts: &'static [u32],
    /// Solves positions until all are known, or [`Solving::go_on`] returns false.
    pub solve: fn(&Solving<'_>),
    /// The file of a table of this many plies with these scores, by rank.
    ///
    /// `None` if the scores cannot be those of the positions.
    pub write: fn(u32, &[i8]) -> Option<Vec<u8>>,
    /// The file of a table of this many plies with these bytes for its scores, whatever they mean.
    ///
    /// `None` if there are no tables of this many plies. It is for tests of what reads such files.
    pub write_encoded: fn(u32, &[u8]) -> Option<Vec<u8>>,
    /// Checks that the file of a table is whole, and returns its plies.
    pub check: fn(&[u8]) -> Result<u32, TableError>,
    /// Compares all scores of a table with each other, and some with a new search.
    ///
    /// Returns in words for people what was checked.
    pub verify: fn(&Verifying<'_>) -> Result<String, TableError>,
}

/// The work of verifying a table of solved positions.
#[derive(Clone, Copy, Debug)]
pub struct Verifying<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// How many positions to solve again.
    pub sample: u64,
    /// Start of the random stream that draws them.
    pub seed: u64,
    /// Threads that solve, at least one.
    pub threads: usize,
    /// MiB of their transposition table.
    pub hash: u64,
}

/// The work of making a table of solved positions.
pub struct Solving<'a> {
    /// Plies of the positions.
    pub plies: u32,
    /// Threads that work, at least one.
    pub threads: usize,
    /// MiB of their transposition table.
    pub hash: u64,
    /// The known scores, by rank; `None`, or no element, for a position that is to be solved.
    pub known: &'a [Option<i8>],
    /// Is called by any thread for each position solved, with its rank, its score and the nodes.
    pub report: &'a (dyn Fn(usize, i8, u64) + Sync),
    /// Returns whether to go on; is called often.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// The facts that the command `describe` lists.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The game's name for people.
    pub title: &'static str,
    /// The two sides as they are usually drawn, First before Second: `red` and `yellow`.
    pub sides: [&'static str; 2],
    /// The signs of the two sides in drawings.
    pub signs: SideSigns,
    /// How the board is laid out.
    pub board: BoardLayout,
    /// Whether dice are rolled.
    pub has_dice: bool,
    /// Pieces in line that win, in games where that is the whole of it.
    pub in_line: Option<u32>,
    /// Symmetries of the board under which the rules do not change.
    pub symmetry: Symmetry,
    /// One move as a regular expression, where moves may be written without blanks between them.
    pub run: Option<&'static str>,
    /// Whether a comma may be part of a move, outside parentheses: between the steps of a play.
    pub has_commas_in_moves: bool,
    /// The usual file format of its game records, as its file name extension.
    pub record: Option<&'static str>,
    /// The scale of the default player's estimates: x hundredths are a winning chance of
    /// 1 / (1 + exp(-x / chance)), a draw being half a win. Fitted to games of that player.
    pub chance: Option<u32>,
}

/// The layout of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLayout {
    /// A rectangle of cells, in a position's first word row by row from the top.
    Grid,
    /// 24 points, a bar, and trays for checkers that are off.
    Points,
}

/// Reflections and turns of a rectangular board that give a position with the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// None.
    None,
    /// Left and right exchanged.
    Mirror,
    /// All reflections and turns that keep the rectangle.
    All,
}

impl Description {
    /// The keys and values that `describe` writes, in this order; a fact that a game does not have
    /// is left out.
    pub fn facts(&self, variant: VariantFacts) -> Vec<(&'static str, String)> {
        let mut facts = vec![
            ("title", self.title.to_owned()),
            ("sides", self.sides.join(" ")),
            ("board", self.board.word().to_owned()),
            ("dice", if self.has_dice { "yes" } else { "no" }.to_owned()),
            ("symmetry", self.symmetry.word().to_owned()),
        ];
        let in_line = variant.in_line.or(self.in_line);
        facts.extend(in_line.map(|n| ("in_line", n.to_string())));
        facts.extend(self.run.map(|pattern| ("run", pattern.to_owned())));
        facts.extend(self.record.map(|extension| ("record", extension.to_owned())));
        facts.extend(self.chance.map(|scale| ("chance", scale.to_string())));
        facts
    }
}

impl BoardLayout {
    const fn word(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Points => "points",
        }
    }
}

impl Symmetry {
    const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Mirror => "mirror",
            Self::All => "all",
        }
    }
}

/// A player of one game: an entry of the game's list of players.
pub struct PlayerEntry<P: Position> {
    /// The name in `go player`.
    pub name: &'static str,
    /// One line for people; it names the document, if there is one.
    pub about: &'static str,
    /// The source document that describes the player, as [`Self::about`] names it; `None` for
    /// searches, which are described in the game's `README.md`.
    pub document: Option<&'static str>,
    /// Makes the player with empty tables.
    pub build: fn(&Options) -> Box<dyn Player<P>>,
}

impl<P: Position> PlayerEntry<P> {
    /// `george`: any legal move, as in `captains-mistress-workshop.md`, "automatons".
    pub const GEORGE: Self = Self {
        name: "george",
        about: "any legal move, picked at random, as in captains-mistress-workshop.md",
        document: Some("captains-mistress-workshop.md"),
        build: |options| Box::new(Random::new(options)),
    };

    /// Whether the line for people names the document that the player comes from, as it must.
    pub(super) fn names_its_document(&self) -> bool {
        self.document.is_none_or(|name| !name.is_empty() && self.about.contains(name))
    }
}

impl<P: Deterministic> PlayerEntry<P> {
    /// `generic` in games without dice: the game-independent search.
    pub const GENERIC: Self = Self {
        name: "generic",
        about: "alpha-beta over the game's plain evaluation",
        document: None,
        build: |options| Box::new(AlphaBeta::new(options)),
    };
}

impl<P: Chance + Evaluate> PlayerEntry<P> {
    /// `generic` in games with dice: the game-independent search.
    pub const GENERIC_WITH_DICE: Self = Self {
        name: "generic",
        about: "expectiminimax over the game's plain evaluation",
        document: None,
        build: |options| Box::new(Expectiminimax::new(options)),
    };
}

/// Finds exact scores, without any limit of time.
pub trait Scorer<P>: Send {
    /// The score of a position that is not over, for the side to move, and the nodes of the search.
    fn score(&mut self, position: &P, options: &Options) -> (Score, u64);

    /// Forgets the results of earlier calls, and frees their memory.
    fn forget(&mut self);
}
