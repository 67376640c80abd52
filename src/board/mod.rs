//! Floor 2: rectangles of cells: grids, lines, slices, patterns, boards as text, drawing, pictures.

pub mod board_text;
pub mod drawing_style;
pub mod grid;
pub mod pattern;
pub mod picture;
pub mod slices;
pub mod symmetry;

pub use grid::{Grid, Orientation};
