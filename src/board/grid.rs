//! A rectangle of cells, and the four orientations of a line on it.
//!
//! Columns `x` count from the left, rows `y` from the top, both from 0. A cell's index counts
//! row by row from the top: on a grid 6 wide the cell in column 4, row 1 has index 10.

/// The size of a rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// The orientation of a line of cells, in the order in which lines are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Orientation {
    /// `–`, a row, read from the left.
    Across,
    /// `|`, a column, read from the top.
    Down,
    /// `/`, read from its top right end.
    Rising,
    /// `\`, read from its top left end.
    Falling,
}

impl Orientation {
    /// All four: – | / \.
    pub const ALL: [Self; 4] = [Self::Across, Self::Down, Self::Rising, Self::Falling];

    /// Columns and rows from one cell of a line to the next; rows never decrease.
    pub const fn step(self) -> (isize, isize) {
        match self {
            Self::Across => (1, 0),
            Self::Down => (0, 1),
            Self::Rising => (-1, 1),
            Self::Falling => (1, 1),
        }
    }
}

impl Grid {
    /// A grid of this many columns and rows.
    pub const fn new(width: usize, height: usize) -> Self {
        Self { width, height }
    }

    /// How many cells there are.
    pub const fn area(self) -> usize {
        self.width * self.height
    }

    /// The index of the cell in this column and row, which must be on the grid.
    pub const fn index(self, x: usize, y: usize) -> usize {
        y * self.width + x
    }

    /// The column and row of the cell with this index.
    ///
    /// # Panics
    /// If the grid has no columns.
    pub const fn coordinates(self, index: usize) -> (usize, usize) {
        (index % self.width, index / self.width)
    }

    /// Every cell as column and row, row by row from the top.
    pub fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.area()).map(move |index| self.coordinates(index))
    }

    /// The cell `steps` further along a line; `None` beyond the edge.
    pub fn along(
        self,
        (x, y): (usize, usize),
        orientation: Orientation,
        steps: isize,
    ) -> Option<(usize, usize)> {
        let (dx, dy) = orientation.step();
        let x = x.checked_add_signed(dx * steps).filter(|x| *x < self.width)?;
        let y = y.checked_add_signed(dy * steps).filter(|y| *y < self.height)?;
        Some((x, y))
    }

    /// Every line of exactly `n` cells: by orientation, then row by row by its first cell.
    ///
    /// The first cell is the topmost, in a row the leftmost. Each line is given by its
    /// orientation and its first cell; [`Self::along`] returns the others.
    pub fn lines(self, n: usize) -> impl Iterator<Item = (Orientation, (usize, usize))> {
        let reach = n.cast_signed() - 1;
        Orientation::ALL.into_iter().flat_map(move |orientation| {
            (0..self.area())
                .map(move |index| (orientation, self.coordinates(index)))
                .filter(move |&(o, first)| n > 0 && self.along(first, o, reach).is_some())
        })
    }
}

impl Grid {
    /// The cells of every line of exactly `n` cells that goes through one cell, in that order.
    pub fn lines_through(
        self,
        n: usize,
        at: (usize, usize),
    ) -> impl Iterator<Item = Vec<(usize, usize)>> {
        let cells = move |(orientation, first)| -> Vec<(usize, usize)> {
            (0..n.cast_signed()).filter_map(|step| self.along(first, orientation, step)).collect()
        };
        self.lines(n).map(cells).filter(move |cells| cells.contains(&at))
    }

    /// The cells of every line of `n` cells that are all in a set.
    ///
    /// They come line by line, and some of them repeatedly.
    ///
    /// With `exactly`, a line that goes on within the set does not count.
    pub fn cells_of_full_lines(
        self,
        n: usize,
        exactly: bool,
        is_in_set: impl Fn((usize, usize)) -> bool,
    ) -> Vec<(usize, usize)> {
        let length = n.cast_signed();
        let mut cells = Vec::new();
        for (orientation, first) in self.lines(n) {
            let at = |step| self.along(first, orientation, step).filter(|cell| is_in_set(*cell));
            let goes_on = exactly && (at(-1).is_some() || at(length).is_some());
            if !goes_on && (0..length).all(|step| at(step).is_some()) {
                cells.extend((0..length).filter_map(at));
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, Orientation};

    #[test]
    fn lines_end_at_the_edges() {
        let grid = Grid::new(7, 6);
        assert_eq!(grid.along((0, 0), Orientation::Rising, 1), None);
        assert_eq!(grid.along((0, 5), Orientation::Rising, -5), Some((5, 0)));
        assert_eq!(grid.along((6, 0), Orientation::Across, 1), None);
        assert_eq!(grid.lines(8).count(), 0);
        assert_eq!(grid.lines(0).count(), 0);
        assert_eq!(Grid::new(0, 0).lines(1).count(), 0);
    }

    #[test]
    fn full_lines_are_those_within_the_set() {
        let grid = Grid::new(5, 2);
        let is_upper = |(x, y)| y == 0 && x < 4;
        let row = [(0, 0), (1, 0), (2, 0), (3, 0)];
        assert_eq!(grid.cells_of_full_lines(4, true, is_upper), row);
        assert_eq!(grid.cells_of_full_lines(3, false, is_upper).len(), 6, "two lines of three");
        assert_eq!(grid.cells_of_full_lines(3, true, is_upper), [], "the line of four is longer");
        assert_eq!(grid.cells_of_full_lines(5, false, is_upper), []);
    }

    #[test]
    fn indices_count_row_by_row() {
        let grid = Grid::new(6, 5);
        assert_eq!(grid.index(4, 1), 10);
        assert!((0..grid.area()).all(|i| {
            let (x, y) = grid.coordinates(i);
            grid.index(x, y) == i
        }));
    }
}
