//! Pictures of boards as SVG: a writer, the style sheet, grids of cells, stones on a grid.

pub mod grid_layout;
pub mod marks;
pub mod stone_board;
pub mod svg;
pub mod theme;

pub use grid_layout::{GridLayout, Labels, View};
pub use marks::Marks;
pub use svg::{Head, Point, Rectangle, Svg};
pub use theme::{Colour, Theme};
