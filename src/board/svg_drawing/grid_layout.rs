//! Where the cells of a grid are in a picture, and the labels of its columns and rows.
//!
//! Lengths are in units of the view box.

use super::{Point, Rectangle, Svg};
use crate::board::Grid;

/// How a grid is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// As it is.
    Plain,
    /// Turned by half a turn, from the opposite side of a board that lies on a table.
    Turned,
    /// Left and right exchanged, from the opposite side of a board that stands.
    Mirrored,
}

/// The places of the cells of a grid.
///
/// Columns count from the left and rows from the top, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridLayout {
    /// The size in cells.
    pub grid: Grid,
    /// The top left corner of the grid.
    pub corner: Point,
    /// How it is seen.
    pub view: View,
}

/// How columns and rows are called.
#[derive(Clone, Copy)]
pub struct Labels<C, R> {
    /// The label of a column.
    pub column: C,
    /// The label of a row.
    pub row: R,
}

impl GridLayout {
    /// Width and height of a cell, in units of the view box: the scale of a picture with a grid.
    pub const CELL_SIZE: i32 = 100;

    /// The width, or height, of this many cells.
    const fn length_of_cells(cells: usize) -> i32 {
        cells.cast_signed() as i32 * Self::CELL_SIZE
    }

    /// The left edge of a column.
    pub const fn left(&self, x: usize) -> i32 {
        let x = match self.view {
            View::Plain => x,
            View::Turned | View::Mirrored => self.grid.width - 1 - x,
        };
        self.corner.0 + Self::length_of_cells(x)
    }

    /// The top edge of a row.
    pub const fn top(&self, y: usize) -> i32 {
        let y = match self.view {
            View::Plain | View::Mirrored => y,
            View::Turned => self.grid.height - 1 - y,
        };
        self.corner.1 + Self::length_of_cells(y)
    }

    /// The middle of a cell.
    pub const fn centre(&self, (x, y): (usize, usize)) -> Point {
        (self.left(x) + Self::CELL_SIZE / 2, self.top(y) + Self::CELL_SIZE / 2)
    }

    /// A cell.
    pub const fn cell(&self, at: (usize, usize)) -> Rectangle {
        Rectangle::square(self.centre(at), Self::CELL_SIZE)
    }

    /// All cells together.
    pub const fn bounds(&self) -> Rectangle {
        Rectangle {
            x: self.corner.0,
            y: self.corner.1,
            width: Self::length_of_cells(self.grid.width),
            height: Self::length_of_cells(self.grid.height),
            radius: 0,
        }
    }

    /// Every cell, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let grid = self.grid;
        (0..grid.area()).map(move |index| grid.coordinates(index))
    }

    /// Draws labels at this distance outside of the grid.
    ///
    /// Those of the rows are on the left, those of the columns below. Those without a letter are
    /// left out.
    pub fn draw_labels<C: std::fmt::Display, R: std::fmt::Display>(
        &self,
        distance: i32,
        labels: &Labels<impl Fn(usize) -> C, impl Fn(usize) -> R>,
        svg: &mut Svg,
    ) {
        let Rectangle { x: left, y: top, height, .. } = self.bounds();
        let below = top + height + distance;
        let columns = (0..self.grid.width)
            .map(|x| ((self.left(x) + Self::CELL_SIZE / 2, below), (labels.column)(x).to_string()));
        let beside = left - distance;
        let rows = (0..self.grid.height)
            .map(|y| ((beside, self.top(y) + Self::CELL_SIZE / 2), (labels.row)(y).to_string()));
        for (at, text) in columns.chain(rows).filter(|(_, text)| !text.is_empty()) {
            svg.label(at, "parlour-label", text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, GridLayout, View};

    #[test]
    fn views_exchange_the_edges() {
        let centre =
            |view| GridLayout { grid: Grid::new(3, 2), corner: (10, 20), view }.centre((0, 0));
        assert_eq!(centre(View::Plain), (60, 70));
        assert_eq!(centre(View::Turned), (260, 170));
        assert_eq!(centre(View::Mirrored), (260, 70));
    }
}
