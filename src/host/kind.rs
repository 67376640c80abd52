//! What the protocol sees of a game: its registry entry, and a table to play at.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Fault, VariantError, VariantWords};
use crate::base::{Score, Side};
use crate::board::render::Style;
use crate::game::{Chance, Deterministic, Evaluate, Position, PositionError, Turn};
use crate::search::{
    AlphaBeta, Automaton, Bound, Expectiminimax, Limits, OptionSpec, Options, Random, Rating,
};

/// A game in the registry.
pub struct Kind {
    /// The word of `newgame`.
    pub name: &'static str,
    /// One line for `help`: the game's names.
    pub about: &'static str,
    /// The keys of `newgame` for this game, as `help` shows them; empty if there are none.
    pub keys: &'static str,
    /// Opens a table for the variant that the words describe.
    pub open: fn(&mut VariantWords<'_>) -> Result<Box<dyn Table>, VariantError>,
    /// The options of this game's own players, beyond those that every game has.
    pub options: &'static [OptionSpec],
    /// The fixed positions of `bench`.
    pub bench: Bench,
    /// Reads boards of a course's test harness, where the game has one.
    pub harness: Option<Harness>,
    /// Makes and checks tables of solved positions, where the game has them.
    pub solved: Option<SolvedTables>,
}

/// The fixed work of `bench` in one game.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// One position a line, as `position fen` reads it; lines with `#` are comments.
    pub positions: &'static str,
    /// The depth to which each is searched by the default player.
    pub depth: u32,
}

/// One-process-a-move boards: a text with a board in, one cell out.
#[derive(Clone, Copy, Debug)]
pub struct Harness {
    /// Turns the board's text into a position for [`Table::set_position`].
    pub read: fn(&str) -> Result<String, PositionError>,
    /// Writes a move the way the harness reads it; the position is the one [`Self::read`] gave.
    pub write: fn(&str, &str) -> String,
}

/// Tables of solved positions: all positions of so many plies, in an order of the game's own.
///
/// A position's place in that order is its rank, from 0.
#[derive(Clone, Copy, Debug)]
pub struct SolvedTables {
    /// How many positions there are of 0, 1, … plies; there are no tables of more.
    pub counts: &'static [u32],
    /// Solves positions until all are known or there is no going on.
    pub solve: fn(&Solving<'_>),
    /// The file of a table of so many plies, given the scores by rank; `None` if they do not fit.
    pub write: fn(u32, &[i8]) -> Option<Vec<u8>>,
    /// Says what is wrong with the file of a table.
    pub check: fn(&[u8]) -> Result<(), String>,
    /// Holds all scores of a table against each other and some against a search: what was
    /// checked, or what is wrong.
    pub verify: fn(&Verifying<'_>) -> Result<String, String>,
}

/// The work of verifying a table of solved positions.
#[derive(Clone, Copy, Debug)]
pub struct Verifying<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// Positions to solve again, drawn by this seed.
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
    /// The scores known already, by rank; those beyond its end are not.
    pub known: &'a [Option<i8>],
    /// Told each score as it is found, with its rank and the nodes it took, by any thread.
    pub note: &'a (dyn Fn(usize, i8, u64) + Sync),
    /// Asked often whether to go on.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// A player of one game: a row of the game's list of players.
pub struct Entry<P: Position> {
    /// The word of `go player`.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Makes the player with empty tables.
    pub build: fn(&Options) -> Box<dyn Automaton<P>>,
}

impl<P: Position> Entry<P> {
    /// `george`: any legal move, as in `captains-mistress-workshop.md`, "automatons".
    pub const GEORGE: Self = Self {
        name: "george",
        about: "any legal move, picked at random",
        build: |options| Box::new(Random::new(options)),
    };
}

impl<P: Deterministic> Entry<P> {
    /// `generic` in games without dice: the search that knows no game.
    pub const GENERIC: Self = Self {
        name: "generic",
        about: "alpha-beta over the game's plain evaluation",
        build: |options| Box::new(AlphaBeta::new(options)),
    };
}

impl<P: Chance + Evaluate> Entry<P> {
    /// `generic` in games with dice: the search that knows no game.
    pub const GENERIC_WITH_DICE: Self = Self {
        name: "generic",
        about: "expectiminimax over the game's plain evaluation",
        build: |options| Box::new(Expectiminimax::new(options)),
    };
}

/// Finds exact scores and nothing else, however long it takes.
pub trait Scorer<P>: Send {
    /// The score of a position that is not over, for the side to move, and the nodes it took.
    fn score(&mut self, position: &P) -> (Score, u64);

    /// Forgets what was found before, and gives its memory back.
    fn forget(&mut self);
}

/// Where a game is to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// The variant's start position.
    Standard,
    /// A position in the game's own notation.
    Fen(&'a str),
}

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The player's name; `None` for the game's default.
    pub player: Option<&'a str>,
    /// When to end.
    pub limits: Limits,
    /// The only moves to consider; empty for all.
    pub moves: &'a [&'a str],
    /// The values of all options.
    pub options: &'a Options,
}

/// One line of thought, on its way to `info`.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched in full.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// Rank of this line, from 1.
    pub multipv: u32,
    /// The value for the side to move.
    pub rating: Rating,
    /// Whether the value is a bound only.
    pub bound: Bound,
    /// Whether the value is proved.
    pub exact: bool,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Fill of the transposition table in thousandths.
    pub hashfull: u32,
    /// The principal variation, moves with blanks between.
    pub pv: String,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The chosen move.
    pub best: String,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Why this move, in words.
    pub reason: String,
}

/// A search that is ready to run on another thread: `(stop, report)`.
pub type SearchJob = Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(Report)) -> Answer + Send>;

/// A leaf count that is ready to run on another thread: `(stop, divide)`; `None` if stopped.
pub type PerftJob = Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(&str, u64)) -> Option<u64> + Send>;

/// A game in progress, as the protocol sees it. A refused call changes nothing.
pub trait Table: Send {
    /// Starts the next game of the same variant, and lets every player forget.
    fn new_game(&mut self);

    /// Sets the position and plays the moves, or does nothing.
    ///
    /// # Errors
    /// [`Fault::BadPosition`], or what [`Self::play`] gives.
    fn set_position(&mut self, start: Start<'_>, moves: &[&str]) -> Result<(), Fault>;

    /// Plays all of these moves, or none.
    ///
    /// # Errors
    /// [`Fault::IllegalMove`], [`Fault::GameOver`], [`Fault::NeedDice`].
    fn play(&mut self, moves: &[&str]) -> Result<(), Fault>;

    /// Takes back this many moves.
    ///
    /// # Errors
    /// [`Fault::BadValue`] if fewer have been played.
    fn undo(&mut self, plies: u64) -> Result<(), Fault>;

    /// Writes the moves since the position was set, each behind a blank.
    fn write_history(&self, out: &mut String);

    /// Lays the referee's dice.
    ///
    /// # Errors
    /// [`Fault::BadValue`], or [`Fault::Unsupported`] where there are no dice.
    fn lay_dice(&mut self, a: u8, b: u8) -> Result<(), Fault>;

    /// Rolls the dice that belong to this seed and this ply, and lays them.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] where there are no dice.
    fn roll(&mut self, seed: u64) -> Result<(u8, u8), Fault>;

    /// Writes the legal moves in the game's fixed order, each behind a blank.
    ///
    /// None if the game is over.
    ///
    /// # Errors
    /// [`Fault::NeedDice`].
    fn write_legal(&self, out: &mut String) -> Result<(), Fault>;

    /// Writes every place of the pattern, cells joined by commas, each behind a blank.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] without a grid, [`Fault::BadSyntax`] for a bad pattern.
    fn write_places(&self, pattern: &str, out: &mut String) -> Result<(), Fault>;

    /// Writes the cells that can be filled now, each behind a blank.
    ///
    /// # Errors
    /// [`Fault::Unsupported`] without a grid.
    fn write_playable(&self, out: &mut String) -> Result<(), Fault>;

    /// Cells of the grid that are empty; `None` without a grid.
    fn empty_cells(&self) -> Option<u32>;

    /// Who acts, repetition included.
    fn turn(&self) -> Turn;

    /// The side to act; once the game is over, the side whose turn it would have been.
    fn side(&self) -> Side;

    /// Draws the board for people.
    fn draw(&self, style: Style, out: &mut String);

    /// Writes the position on one line.
    fn write_fen(&self, out: &mut String);

    /// Writes the static value for the side to act: `cp <n>` and the game's own words.
    ///
    /// # Errors
    /// [`Fault::GameOver`].
    fn write_evaluation(&self, out: &mut String) -> Result<(), Fault>;

    /// The names of the players, the default first.
    fn players(&self) -> Vec<&'static str>;

    /// Makes a search of the position as it stands.
    ///
    /// # Errors
    /// [`Fault::GameOver`], [`Fault::NeedDice`], [`Fault::UnknownPlayer`], or
    /// [`Fault::IllegalMove`] for a move of the request.
    fn search(&self, request: &Request<'_>) -> Result<SearchJob, Fault>;

    /// The name of the player whose scores are exact; `None` where the game is not solved.
    fn solver(&self) -> Option<&'static str>;

    /// The exact score for the side to move and the nodes it took, however long that takes.
    ///
    /// What is found serves later calls until [`Self::forget`]. `None` where the game is not
    /// solved or is over.
    fn solve(&mut self) -> Option<(Score, u64)>;

    /// Makes a count of the leaves `depth` plies deep.
    ///
    /// By so many threads (1 or more), or, where it is told apart by first move, by one.
    fn perft(&self, depth: u32, divide: bool, threads: usize) -> PerftJob;

    /// Lets every player, and the solver, forget what it knows of earlier searches.
    fn forget(&mut self);
}
