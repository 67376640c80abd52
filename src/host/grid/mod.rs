//! Games on a grid of cells: what the commands about patterns and cells need to know, and do.

mod commands;
mod view;

pub use view::{CellLine, GridView, count_lines};
