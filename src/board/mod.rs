//! Floor 2: rectangles of cells: lines through them, patterns on them, pictures and rows of them.

pub mod grid;
pub mod pattern;
pub mod render;
pub mod rows;
pub mod slices;

pub use grid::{Grid, Orientation};
