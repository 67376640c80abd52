//! Pictures of boards as SVG: a writer, the style sheet, grids of cells, stones on a grid.
//!
//! How a game is drawn and clicked, `PictureView`, is in `host/picture`.

pub mod draw_clickable_spots;
pub mod grid_layout;
pub mod stone_board;
pub mod style_sheet;
pub mod svg;

pub use draw_clickable_spots::ClickableSpots;
pub use grid_layout::{GridLayout, Labels, View};
pub use style_sheet::{Colour, Theme};
pub use svg::{PictureHead, Point, Rectangle, Svg};
