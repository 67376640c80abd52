//! The transposition table of every player that searches with alpha, beta and a depth.
//!
//! Solvers and proof searches, whose entries are different, have tables of their own; they share
//! the [`GrowingTable`].

pub mod entry;
mod growth;
pub mod table;

pub use entry::{Entry, PackedMove};
pub use growth::{GrowingTable, Growth};
pub use table::TranspositionTable;
