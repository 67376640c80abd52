//! Making and checking tables of solved positions.

use crate::host::SolvedTableError;

/// Tables of solved positions: the scores of all positions of one number of plies.
///
/// The order of the positions is the game's own.
///
/// A position's index in that order is its rank, from 0.
#[derive(Clone, Copy, Debug)]
pub struct SolvedTables {
    /// How many positions there are of 0, 1, … plies; no table has more plies.
    pub counts: &'static [u32],
    /// Solves positions until all are known, or [`TableSolving::go_on`] returns false.
    pub solve: fn(&TableSolving<'_>),
    /// The file of a table of this many plies with these scores, by rank.
    ///
    /// `None` if the scores cannot be those of the positions.
    pub write: fn(u32, &[i8]) -> Option<Vec<u8>>,
    /// The file of a table of this many plies with these bytes as its encoded scores.
    ///
    /// The bytes need not mean anything.
    ///
    /// `None` if there are no tables of this many plies. It is for tests of what reads such files.
    pub write_encoded: fn(u32, &[u8]) -> Option<Vec<u8>>,
    /// Checks that the file of a table is whole, and returns its plies.
    pub check: fn(&[u8]) -> Result<u32, SolvedTableError>,
    /// Compares all scores of a table with each other, and some with a new search.
    ///
    /// Returns in words for people what was checked.
    pub verify: fn(&TableVerifying<'_>) -> Result<String, SolvedTableError>,
}

/// The work of verifying a table of solved positions.
#[derive(Clone, Copy, Debug)]
pub struct TableVerifying<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// How many positions to solve again.
    pub sample: u64,
    /// Start of the random stream that draws them.
    pub seed: u64,
    /// Threads that solve, at least one.
    pub threads: usize,
    /// MiB of their transposition table.
    pub mebibytes: u64,
}

/// The work of making a table of solved positions.
pub struct TableSolving<'a> {
    /// Plies of the positions.
    pub plies: u32,
    /// Threads that work, at least one.
    pub threads: usize,
    /// MiB of their transposition table.
    pub mebibytes: u64,
    /// By rank: the known score of a position, for its side to move.
    ///
    /// `None`, or no element, for a position that is to be solved.
    pub known: &'a [Option<i8>],
    /// Is called by any thread for each position solved, with its rank, its score and the nodes.
    pub report: &'a (dyn Fn(usize, i8, u64) + Sync),
    /// Returns whether to go on; is called often.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}
