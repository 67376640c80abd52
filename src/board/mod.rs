//! Floor 2: rectangles of cells: grids, lines, slices, patterns, boards as text, drawing.

pub mod grid;
pub mod pattern;
pub mod render;
pub mod rows;
pub mod slices;

pub use grid::{Grid, Orientation};
