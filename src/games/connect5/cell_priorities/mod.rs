//! The priority board of `connect5-readme.txt`: what every cell is worth to the side to move.
//!
//! Its words, "Common Program Elements" and "Advanced Heuristics for Play": a **slice** is any
//! five cells in line, or as many as win; it is **interesting** as long as a side can still win in it. Each
//! interesting slice gives its cells the square of the pieces in it, of either side, and
//! a tiny bonus where they are the mover's ("black's"); the sums are cumulative. Three special
//! priorities are higher than all sums and never change:
//!
//! ```text
//! X X - X X      an immediate win for X
//! O O - O O      a forced block for X
//! - X - X X -    a double threat in a single row: one more than the win length, blanks on both
//!                ends, and win length − 2 pieces of the mover's in the middle
//! ```
//!
//! With the option `BlockDoubleThreats` a fourth one, just below, is for cells in which the opponent
//! would make a double threat: "potential double threats for white should probably be prioritized
//! only slightly less than double threats for black".
//!
//! Where only exactly five win, a slice with an own piece just beyond either end is no longer
//! interesting for that side, and a double threat must win exactly at both ends.

mod priorities;
mod priorities_in_words;
mod slices_by_cell;

pub use priorities::{Priorities, SpecialPriority};
pub(super) use priorities_in_words::{
    in_points, priority_in_words, slice_count_in_words, write_best,
};
