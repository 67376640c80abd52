//! Floor 2: rectangles of cells: lines through them, patterns on them, pictures of them.

pub mod grid;
pub mod pattern;
pub mod render;
pub mod slices;

pub use grid::{Grid, Orientation};
