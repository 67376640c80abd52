//! Threat-space search: wins by fours and threes, proved, and the answers to them.
//!
//! After Allis, van den Herik and Huntjens 1994, Go-Moku and Threat-Space Search: the attacker
//! makes threats only, and the defender may answer with any of the cells on which a threat rests,
//! each in its own branch, or with fours of his own. [`Prover`] searches such trees for a proof
//! (`tree.rs`); what an answer must be is found from the threat itself (`fours.rs`): a win by
//! fours of the attacker, were the defender to pass, rests on few cells, and whatever does not
//! touch them loses to that very win. So a win that is told is a win against every defence. That
//! none is found says nothing: quiet moves are never tried.
//!
//! ```
//! use parlour::base::Side;
//! use parlour::game::Notation;
//! use parlour::games::connect5::Board;
//! use parlour::games::connect5::threat_map::Grid;
//! use parlour::games::connect5::threats::{Breadth, Effort, Prover};
//!
//! let board = Board::default().read_position(
//!     "15/15/15/15/7x7/7x7/15/4xx9/15/15/15/15/15/15/o6ooo5 x").expect("a position");
//! let mut grid = Grid::new(&board);
//! let mut stop = || false;
//! let effort = &mut Effort { breadth: Breadth::Twos, nodes: 10_000, plies: 99, stop: &mut stop };
//! let mut prover = Prover::new(1);
//! let win = prover.prove(&mut grid, Side::First, effort);
//! assert!(win.is_none(), "Second makes a straight four");
//! let win = prover.prove(&mut grid, Side::Second, effort).expect("a straight four");
//! assert_eq!((win.plies, win.is_shortest), (3, true));
//! ```

mod defences;
mod proof_number_search;
mod proof_table;
mod quick_vcf;
mod search_state;
mod threat_moves;
mod vcf;
mod winning_line;

pub use defences::Defences;
pub use quick_vcf::Menace;
pub use vcf::Fours;

use proof_number_search::Thresholds;
use proof_table::{ENDLESS, Table, Value};
use search_state::{Memory, Search};
use vcf::Verdict;

use std::time::Duration;

use super::Rule;
use super::threat_map::{Grid, Site};
use crate::base::Side;

/// Nodes of the search of fours before all else, of a few that are allowed.
const ROOT_FOURS: u64 = 20_000;

/// Which moves of the attacker a proof tries; each breadth has the moves of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Breadth {
    /// Fours alone.
    Fours,
    /// Open threes too.
    Threes,
    /// Also moves in two lines at once, closed threes or open twos, that threaten to win by fours.
    Twos,
}

/// What a proof may cost.
pub struct Effort<'a> {
    /// How much is tried; the narrower breadths always come first.
    pub breadth: Breadth,
    /// The most stones to play; a few more may be needed to come to an end.
    pub nodes: u64,
    /// The most plies of a win that is of interest.
    pub plies: u16,
    /// Asked every 128 nodes whether to stop.
    pub stop: &'a mut dyn FnMut() -> bool,
}

/// A win that was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The move that wins.
    pub first: Site,
    /// Plies to the end against every defence, the winning stone counted: at most so many.
    pub plies: u16,
    /// Whether no win is shorter.
    pub is_shortest: bool,
    /// The first move and what follows, as far as known; see [`Prover::prove`].
    pub line: Vec<Site>,
}

/// A solver of fours and threes with a table of its own.
///
/// The same calls in the same order give the same answers and the same nodes.
#[derive(Clone, Debug)]
pub struct Prover {
    table: Table,
    memory: Memory,
    nodes: u64,
}

impl Prover {
    /// A solver that knows nothing yet and may use a table of so many MiB, at least 1.
    ///
    /// The memory is taken by the first search.
    pub fn new(mebibytes: usize) -> Self {
        Self { table: Table::new(mebibytes), memory: Memory::new(), nodes: 0 }
    }

    /// Prepares for a search of at most so much time, `None` if it is not limited: so much of the
    /// table comes into use, and older entries stay, but give way.
    ///
    /// Where this is never called, all of the table is used.
    pub fn begin_search(&mut self, time: Option<Duration>) {
        self.table.make_room(time);
        self.table.begin_search();
    }

    /// Forgets everything; memory that was taken is kept.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Nodes of the last call: stones played.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A win of a side by threats if it is the next to act, whoever is to act.
    ///
    /// The line of the win shows the defender's longest answers; it ends early where every answer
    /// is as good as any other.
    pub fn prove(&mut self, grid: &mut Grid, side: Side, effort: &mut Effort<'_>) -> Option<Win> {
        self.table.begin_search();
        let most = effort.plies;
        let is_passed = grid.side() != side;
        if is_passed {
            grid.pass();
        }
        let mut search = Search::new(grid, side, (&mut self.table, &mut self.memory), effort);
        let win = search.win();
        self.nodes = search.nodes();
        if is_passed {
            grid.pass();
        }
        win.filter(|win| win.plies <= most)
    }
}

impl Search<'_, '_> {
    /// A win of the attacker, who is to act: by fours, or else by threes, or else by all.
    ///
    /// If the table knows a shorter one than that, it is told instead.
    fn win(&mut self) -> Option<Win> {
        let widest = self.breadth;
        let mut best = self.fours_win();
        for breadth in [Breadth::Threes, Breadth::Twos] {
            if breadth > widest || self.has_ended() {
                break;
            }
            self.breadth = breadth;
            let whole = Thresholds { proof: ENDLESS, disproof: ENDLESS };
            let value = if best.is_none() { Some(self.prove(whole)) } else { self.known() };
            let is_shorter = |value: &Value| {
                value.is_won() && best.as_ref().is_none_or(|best| value.plies < best.plies)
            };
            if let Some(value) = value.filter(is_shorter) {
                let (plies, is_shortest) = (value.plies, self.is_shortest(value.plies));
                best = Some(Win { first: value.best, plies, is_shortest, line: self.line() });
            }
        }
        best
    }

    /// The shortest win by fours, with a part of the nodes at most.
    fn fours_win(&mut self) -> Option<Win> {
        let Verdict::Won(plies) = self.shortest_fours(ROOT_FOURS) else { return None };
        let line: Vec<Site> = self.memory.line.iter().rev().copied().collect();
        let is_shortest = self.is_shortest(plies);
        Some(Win { first: *line.first()?, plies, is_shortest, line })
    }

    /// Whether no win is shorter than one of so many plies that was found after the fours.
    fn is_shortest(&self, plies: u16) -> bool {
        // In renju a four may win in three plies by a forbidden cell that is not looked at there.
        plies <= 3 || plies == 5 && self.grid.rule() != Rule::Renju
    }
}
