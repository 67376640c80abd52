//! A game as the registry lists it, and what a game may have besides players.

use super::{GameHost, VariantError, VariantWords};
use crate::game::PositionError;
use crate::search::OptionSpec;

/// A game in the registry.
pub struct GameKind {
    /// The word of `newgame`.
    pub name: &'static str,
    /// One line for `help`: the game's names.
    pub about: &'static str,
    /// The keys of `newgame` for this game, as `help` shows them; empty if there are none.
    pub keys: &'static str,
    /// Opens a table for the variant that the words describe.
    pub open: fn(&mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError>,
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
    /// Turns the board's text into a position for [`GameHost::set_position`].
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
