//! Games on a grid of cells: what the commands about patterns and cells need to know, and do.

mod cell_access;
mod pattern_and_cell_queries;

pub use cell_access::{CellAccess, CellLine, count_lines};
