//! The transposition table of every player that searches with alpha, beta and a depth.
//!
//! Solvers and proof searches, whose entries are different, have tables of their own; they share
//! the rule of [`Growth`](crate::base::intrinsics::Growth).

pub mod entry;
pub mod table;

pub use entry::{Entry, PackedMove};
pub use table::TranspositionTable;
