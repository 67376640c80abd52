//! Floor 2: rectangles of cells: lines through them, patterns on them, pictures of them.

pub mod render;
