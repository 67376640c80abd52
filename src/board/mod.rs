//! Layer 2: rectangles of cells: grids, lines, slices, patterns, boards as text, drawing, pictures.

pub mod drawing_style;
pub mod find_pattern;
pub mod grid;
pub mod rows_notation;
pub mod signs;
pub mod slices;
pub mod svg_drawing;
pub mod symmetry;

pub use grid::{Grid, Orientation};
