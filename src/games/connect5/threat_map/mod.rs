//! The board of the threat search: what a stone would make on every empty cell.
//!
//! [`ThreatMap`] is made from a [`Board`](super::Board) and then updated with each stone. For both
//! sides at once it holds, for every empty cell, the four [`Shape`]s that a stone would make there
//! and the [`Threat`] that they are together. It also holds how many cells of each threat there
//! are, and the sets of cells that make fours and threes. All of these are read in O(1);
//! [`ThreatMap::play`] and [`ThreatMap::undo`] cost some tenths of a microsecond. The network of
//! the static evaluation is [`pattern_network`].
//!
//! # How a search uses it
//! The map never plays the winning stone: a side with a cell of [`Threat::Five`] has won. In
//! this order, for the side to act (`own`) and the other side (`other`):
//!
//! 1. `map.count_threats(own, Five) > 0`: it wins with its next stone.
//! 2. `map.count_threats(other, Five) > 0`: it must block; with two such cells it has lost. The cells are
//!    those of `map.four_cells(other)` whose threat is `Five`.
//! 3. `map.count_threats(own, OpenFour) > 0`: it wins with its third ply.
//! 4. `map.count_threats(other, OpenFour) > 0`: only cells of `map.four_cells(own)` and of `map.four_cells(other)`
//!    can save it: an open four is met on one of the cells of its fours.
//! 5. Else any cell; a VCF tries the cells of `map.four_cells(own)`, a VCT also those of
//!    `map.three_cells(own)`, each with its [`ThreatMap::threat`], and [`ThreatMap::shapes`] to see the
//!    lines.
//!
//! In renju the sets hold First's forbidden cells too, since Second may use them: what First may
//! not play is [`ThreatMap::is_foul`]. `Foul` cells are always forbidden. `PossibleFoul` cells (two
//! open threes) need a check by the rules, which `is_foul` makes. No other cell can be forbidden:
//! `OpenFour` and `Five` never are.
//!
//! ```
//! use parlour::base::Side;
//! use parlour::game::Notation;
//! use parlour::games::connect5::Board;
//! use parlour::games::connect5::threat_map::{PaddedCell, Threat, ThreatMap};
//!
//! let board = Board::default().read_position(
//!     "15/15/15/15/15/15/15/6xxx6/15/15/15/7o7/7o7/7o7/15 x").expect("a position");
//! let mut map = ThreatMap::new(&board);
//! assert_eq!(map.count_threats(Side::First, Threat::OpenFour), 2);
//! let is_open_four = |cell: &PaddedCell| map.threat(*cell, Side::First) == Threat::OpenFour;
//! let four = map.four_cells(Side::First).iter().find(is_open_four).expect("an open four");
//! map.play(four);
//! assert_eq!(map.count_threats(Side::First, Threat::Five), 2);
//! map.undo();
//! assert_eq!(map.count_threats(Side::First, Threat::Five), 0);
//! ```

mod cell_threats;
pub mod line_pattern_numbers;
mod network_accumulator;
mod padded_cells_and_sets;
pub mod pattern_network;
mod play_and_undo;
mod rule_tables;
mod shapes;
mod threat_counts;
mod threat_map_and_candidate_cells;

pub use cell_threats::Threat;
pub use padded_cells_and_sets::{CellSet, PaddedCell};
pub use shapes::Shape;
pub use threat_map_and_candidate_cells::ThreatMap;

/// Makes the lookup tables of a rule, if they are not made yet; otherwise the first search does.
///
/// For renju and standard that takes some ten milliseconds.
pub(super) fn make_tables(rule: super::Rule) {
    rule_tables::RuleTables::of(rule);
}
