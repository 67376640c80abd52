//! Pictures of boards as SVG: a writer, the style sheet, grids of cells, stones on a grid.
//!
//! How a game is drawn and clicked, `PictureView`, is in `host/picture`.

pub mod clickable_spots;
pub mod grid_layout;
pub mod stone_board;
pub mod svg;
pub mod theme;

pub use clickable_spots::ClickableSpots;
pub use grid_layout::{GridLayout, Labels, View};
pub use svg::{Head, Point, Rectangle, Svg};
pub use theme::{Colour, Theme};
