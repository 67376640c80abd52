//! Games on a grid of cells: what the commands about patterns and cells need to know, and do.

mod cell_access;
mod commands;

pub use cell_access::{CellAccess, CellLine, count_lines};
