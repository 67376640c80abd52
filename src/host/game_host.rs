//! A game in progress as the protocol sees it: text in, text out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::HostError;
use crate::base::{Score, Side};
use crate::board::render::Style;
use crate::game::Turn;
use crate::search::{Bound, Limits, Options, Rating};

/// A player as `help players` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerInfo {
    /// The word of `go player`.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
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
pub struct SearchRequest<'a> {
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
pub struct SearchReport {
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
pub struct SearchAnswer {
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
pub type SearchJob =
    Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(SearchReport)) -> SearchAnswer + Send>;

/// A leaf count that is ready to run on another thread: `(stop, divide)`; `None` if stopped.
pub type PerftJob = Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(&str, u64)) -> Option<u64> + Send>;

/// A game in progress, as the protocol sees it. A refused call changes nothing.
pub trait GameHost: Send {
    /// Starts the next game of the same variant, and lets every player forget.
    fn new_game(&mut self);

    /// Sets the position and plays the moves, or does nothing.
    ///
    /// # Errors
    /// [`HostError::BadPosition`], or what [`Self::play`] gives.
    fn set_position(&mut self, start: Start<'_>, moves: &[&str]) -> Result<(), HostError>;

    /// Plays all of these moves, or none.
    ///
    /// # Errors
    /// [`HostError::IllegalMove`], [`HostError::GameOver`], [`HostError::NeedDice`].
    fn play(&mut self, moves: &[&str]) -> Result<(), HostError>;

    /// Takes back this many moves.
    ///
    /// # Errors
    /// [`HostError::BadValue`] if fewer have been played.
    fn undo(&mut self, plies: u64) -> Result<(), HostError>;

    /// Writes the moves since the position was set, each behind a blank.
    fn write_history(&self, out: &mut String);

    /// Lays the referee's dice.
    ///
    /// # Errors
    /// [`HostError::BadValue`], or [`HostError::Unsupported`] where there are no dice.
    fn lay_dice(&mut self, a: u8, b: u8) -> Result<(), HostError>;

    /// Rolls the dice that belong to this seed and this ply, and lays them.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] where there are no dice.
    fn roll(&mut self, seed: u64) -> Result<(u8, u8), HostError>;

    /// Writes the legal moves in the game's fixed order, each behind a blank.
    ///
    /// None if the game is over.
    ///
    /// # Errors
    /// [`HostError::NeedDice`].
    fn write_legal(&self, out: &mut String) -> Result<(), HostError>;

    /// Writes every place of the pattern, cells joined by commas, each behind a blank.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] without a grid, [`HostError::BadSyntax`] for a bad pattern.
    fn write_places(&self, pattern: &str, out: &mut String) -> Result<(), HostError>;

    /// Writes the cells that can be filled now, each behind a blank.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] without a grid.
    fn write_playable(&self, out: &mut String) -> Result<(), HostError>;

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
    /// [`HostError::GameOver`].
    fn write_evaluation(&self, out: &mut String) -> Result<(), HostError>;

    /// The names of the players, the default first.
    fn players(&self) -> Vec<&'static str>;

    /// The same with what each player is, in one line.
    fn describe_players(&self) -> Vec<PlayerInfo>;

    /// Makes a search of the position as it stands.
    ///
    /// # Errors
    /// [`HostError::GameOver`], [`HostError::NeedDice`], [`HostError::UnknownPlayer`], or
    /// [`HostError::IllegalMove`] for a move of the request.
    fn search(&self, request: &SearchRequest<'_>) -> Result<SearchJob, HostError>;

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
