//! The interface of a game in progress to the protocol: text in, text out.

use std::time::Duration;

use super::{ClickChoices, HostError, MoveClicks};
use crate::base::{Score, Side};
use crate::board::drawing_style::Style;
use crate::game::{MatchStanding, Turn};
use crate::search::{Bound, Limits, MoveValue, Options, Rating, StopSignal};

/// A player as `help players` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayerInfo {
    /// The word of `go player`.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
}

/// Where a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// The variant's start position.
    Standard,
    /// A position in the game's own notation.
    Fen(&'a str),
}

/// The request of a search.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// The player's name; `None` for the game's default.
    pub player: Option<&'a str>,
    /// The limits of the search.
    pub limits: Limits,
    /// The only moves to consider; empty for all.
    pub moves: &'a [&'a str],
    /// The values of all options.
    pub options: &'a Options,
}

/// One line of a search, for a line `info`.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct SearchReport {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply visited.
    pub seldepth: u32,
    /// Rank of this line, from 1.
    pub multipv: u32,
    /// The value for the side to move.
    pub rating: Rating,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Whether the value is proved.
    pub proved: bool,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, per mille, 0 to 1,000.
    pub hashfull: u32,
    /// The principal variation, its moves separated by blanks.
    pub pv: String,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchAnswer {
    /// The chosen move.
    pub best: String,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Why this move, in words for people.
    pub reason: String,
}

/// A search that is ready to run on another thread.
///
/// Its arguments are the stop signal and the receiver of the reports.
pub type SearchJob =
    Box<dyn FnOnce(&dyn StopSignal, &mut dyn FnMut(SearchReport)) -> SearchAnswer + Send>;

/// The value of one move for a player, and its reason, for a line `explain`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExplainedMove {
    /// The move.
    pub judged: String,
    /// Its value in the player's own unit.
    pub value: MoveValue,
    /// Why it has this value, in words for people.
    pub words: String,
}

/// An explanation that is ready to run on another thread; its argument is the stop signal.
///
/// It has every move that was asked for, the one that the player plays, then the best first.
pub type ExplainJob = Box<dyn FnOnce(&dyn StopSignal) -> Vec<ExplainedMove> + Send>;

/// A leaf count that is ready to run on another thread; `None` if it was stopped.
///
/// Its arguments are the stop signal and the receiver of each first move and the leaves below it.
pub type PerftJob =
    Box<dyn FnOnce(&dyn StopSignal, &mut dyn FnMut(&str, u64)) -> Option<u64> + Send>;

/// A game in progress, for the protocol. A call that returns an error changes nothing.
pub trait GameHost: Send {
    /// Starts the next game of the same variant, and clears all tables; the random streams go on.
    ///
    /// In a match the score goes with it; after a match that is over a new one begins.
    fn new_game(&mut self);

    /// Sets the position and plays the moves, or changes nothing.
    ///
    /// # Errors
    /// [`HostError::BadPosition`], or what [`Self::play`] returns.
    fn set_position(&mut self, start: Start<'_>, moves: &[&str]) -> Result<(), HostError>;

    /// Plays all of these moves, or none.
    ///
    /// # Errors
    /// [`HostError::IllegalMove`], [`HostError::GameOver`], [`HostError::NeedDice`]; for dice in front of
    /// a move also those of [`Self::lay_dice`].
    fn play(&mut self, moves: &[&str]) -> Result<(), HostError>;

    /// Takes back this many moves.
    ///
    /// # Errors
    /// [`HostError::BadValue`] if fewer have been played.
    fn undo(&mut self, plies: u64) -> Result<(), HostError>;

    /// Writes the moves since the position was set, each after a blank.
    fn write_history(&self, out: &mut String);

    /// Gives the position the dice of the referee.
    ///
    /// # Errors
    /// [`HostError::BadValue`] for dice that cannot be rolled now, [`HostError::GameOver`],
    /// [`HostError::Unsupported`] where there are no dice and while a double is open.
    fn lay_dice(&mut self, a: u8, b: u8) -> Result<(), HostError>;

    /// Gives the position the dice that belong to this seed, this game and this ply, and returns them.
    ///
    /// # Errors
    /// [`HostError::GameOver`], [`HostError::Unsupported`] where there are no dice and while a double is
    /// open.
    fn roll(&mut self, seed: u64) -> Result<(u8, u8), HostError>;

    /// Writes the legal moves in the game's fixed order, each after a blank.
    ///
    /// Nothing if the game is over.
    ///
    /// # Errors
    /// [`HostError::NeedDice`].
    fn write_legal(&self, out: &mut String) -> Result<(), HostError>;

    /// Writes every place of the pattern, its cells joined by commas, each place after a blank.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] without a grid, [`HostError::BadSyntax`] for a bad pattern.
    fn write_places(&self, pattern: &str, out: &mut String) -> Result<(), HostError>;

    /// Writes the cells that can be filled now, each after a blank.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] without a grid.
    fn write_playable(&self, out: &mut String) -> Result<(), HostError>;

    /// Writes the cells that fill a gap of the pattern and can be filled now, each after a blank.
    ///
    /// # Errors
    /// As [`Self::write_places`].
    fn write_opportunities(&self, pattern: &str, out: &mut String) -> Result<(), HostError>;

    /// The lines through a cell: their cells, joined by commas, and what lies in them, in words.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] without a grid, [`HostError::BadValue`] for a cell that is not
    /// there.
    fn lines_through(&self, cell: &str) -> Result<Vec<String>, HostError>;

    /// Cells of the grid that are empty; `None` without a grid that moves fill up.
    fn empty_cells(&self) -> Option<u32>;

    /// Draws the board as an SVG document, in front of this side, with the clicks of a move that is
    /// being made.
    ///
    /// # Errors
    /// [`HostError::Unsupported`] without a picture; with clicks also what [`Self::clicks`] returns.
    fn picture(&self, bottom: Side, clicks: &[&str]) -> Result<String, HostError>;

    /// The clicks that play each legal move; there is none if the game is over.
    ///
    /// # Errors
    /// [`HostError::NeedDice`], [`HostError::Unsupported`] without a picture.
    fn move_clicks(&self) -> Result<MoveClicks, HostError>;

    /// The moves that these clicks can begin, and what may be clicked next; none if the game is over.
    ///
    /// # Errors
    /// Those of [`Self::move_clicks`], [`HostError::BadValue`] if no move begins with the clicks.
    fn clicks(&self, clicks: &[&str]) -> Result<ClickChoices, HostError> {
        self.move_clicks()?.after(clicks)
    }

    /// The side that acts, or the end of the game, repetition included.
    fn turn(&self) -> Turn;

    /// The side to act; once the game is over, the side whose turn it would have been.
    fn side(&self) -> Side;

    /// The action that is due, and its side: `p1 roll`, `p2 move 31`, `p1 roll-or-double`, `over`.
    fn due(&self) -> String;

    /// How the game has ended, in words; `None` while it goes on.
    fn ending(&self) -> Option<String>;

    /// The score of the match, this game included; `None` if the game is not part of a match.
    fn match_standing(&self) -> Option<MatchStanding>;

    /// The stakes, seen by the side to act: the values of a single game won and lost at a
    /// cube of 1, then at the present cube, in points or in chances to win the match.
    ///
    /// `None` in games that are not played for stakes.
    fn stakes(&self) -> Option<[f64; 4]>;

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

    /// Checks that a player of this name plays this variant.
    ///
    /// # Errors
    /// [`HostError::UnknownPlayer`], or [`HostError::Unsupported`] for a player of other variants.
    fn check_player(&self, name: &str) -> Result<(), HostError> {
        let players = self.players();
        if players.contains(&name) {
            return Ok(());
        }
        Err(self.variant_facts().refuse_player(name, &players))
    }

    /// The players, the default first, with what each is in one line.
    fn describe_players(&self) -> Vec<PlayerInfo>;

    /// Where this variant differs from what the registry says of the game.
    fn variant_facts(&self) -> VariantFacts;

    /// Prepares a search of the current position.
    ///
    /// # Errors
    /// [`HostError::GameOver`], [`HostError::NeedDice`], [`HostError::UnknownPlayer`], or
    /// [`HostError::IllegalMove`] for a move of the request.
    fn search(&self, request: &SearchRequest<'_>) -> Result<SearchJob, HostError>;

    /// Prepares to explain the value of each move of the request for the player, at full `Level`.
    ///
    /// # Errors
    /// As [`Self::search`].
    fn explain(&self, request: &SearchRequest<'_>) -> Result<ExplainJob, HostError>;

    /// Refuses a word that is no move of the position, or several in one word.
    ///
    /// # Errors
    /// `IllegalMove`, `NeedDice`, `BadSyntax` for several.
    fn check_single_move(&self, word: &str) -> Result<(), HostError>;

    /// The name of the player whose scores are exact; `None` where the game is not solved.
    fn solver(&self) -> Option<&'static str>;

    /// The exact score for the side to move and the nodes of the search, without any limit.
    ///
    /// Later calls use the results of earlier ones until [`Self::clear_tables`]. `None` where the game is
    /// not solved or is over.
    fn solve(&mut self, options: &Options) -> Option<(Score, u64)>;

    /// Prepares a count of the leaves `depth` plies deep.
    ///
    /// On this many threads (1 or more); with `divide` (the leaves below each first move) on one.
    fn perft(&self, depth: u32, divide: bool, threads: usize) -> PerftJob;

    /// Clears the tables of every player and of the solver.
    fn clear_tables(&mut self);

    /// Restarts the random streams of all players, and of the dice.
    fn restart_random_streams(&mut self);
}

/// The differences of one variant of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct VariantFacts {
    /// Pieces in line that win, if they are not those of [`super::Description`].
    pub in_line: Option<u32>,
    /// How moves are written, if not all that [`super::Spelling`] says is of use.
    pub move_spelling: Option<&'static str>,
    /// The players of the game that do not play this variant.
    pub missing_players: &'static [&'static str],
}

impl VariantFacts {
    /// Why there is no player of this name among these.
    pub fn refuse_player(&self, name: &str, players: &[&str]) -> HostError {
        if self.missing_players.contains(&name) {
            let able = players.join(", ");
            HostError::Unsupported(format!("'{name}' does not play this variant, but {able} do"))
        } else {
            HostError::unknown_player(name, players)
        }
    }
}
