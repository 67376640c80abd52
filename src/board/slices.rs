//! Slices: every window of `n` cells in line on a rectangle, as the 2001 program calls them.
//!
//! A row of 6 cells holds two slices of 5; a 6×6 board holds 32 of them. Slices are numbered
//! from 0: by orientation – | / \, then row by row by their topmost (in a row, leftmost) cell.

use super::grid::{Grid, Orientation};

/// All slices of one length on one grid.
///
/// # Examples
/// ```
/// use parlour::board::{Grid, slices::Slices};
/// let slices = Slices::new(Grid::new(6, 6), 5);
/// assert_eq!(slices.len(), 32);
/// assert_eq!(slices.cells(0), [0, 1, 2, 3, 4]);
/// assert_eq!(slices.cells(28), [0, 7, 14, 21, 28]);
/// ```
#[derive(Clone, Debug)]
pub struct Slices {
    /// Cells in each slice.
    length: usize,
    orientations: Vec<Orientation>,
    /// `length` cell indices for each slice.
    cells: Vec<u16>,
}

impl Slices {
    /// Every slice of `length` cells on the grid, which has at most 65,536 cells.
    pub fn new(grid: Grid, length: usize) -> Self {
        let mut orientations = Vec::new();
        let mut cells = Vec::new();
        for (orientation, first) in grid.lines(length) {
            orientations.push(orientation);
            cells.extend(
                (0..length.cast_signed())
                    .filter_map(|step| grid.along(first, orientation, step))
                    .map(|(x, y)| grid.index(x, y) as u16),
            );
        }
        Self { length, orientations, cells }
    }

    /// How many slices there are.
    pub const fn len(&self) -> usize {
        self.orientations.len()
    }

    /// Whether the grid is too small for a single slice.
    pub const fn is_empty(&self) -> bool {
        self.orientations.is_empty()
    }

    /// The cell indices of a slice, from its first cell on.
    ///
    /// # Panics
    /// If there is no slice of this number.
    pub fn cells(&self, slice: usize) -> &[u16] {
        &self.cells[slice * self.length..(slice + 1) * self.length]
    }

    /// The orientation of a slice.
    ///
    /// # Panics
    /// If there is no slice of this number.
    pub fn orientation(&self, slice: usize) -> Orientation {
        self.orientations[slice]
    }
}

#[cfg(test)]
mod tests {
    use super::Slices;
    use crate::board::{Grid, Orientation};

    #[test]
    fn known_boards_have_the_known_number_of_slices() {
        for (width, height, length, count) in
            [(6, 6, 5, 32), (7, 6, 4, 69), (15, 15, 5, 572), (5, 5, 5, 12), (4, 9, 5, 20)]
        {
            assert_eq!(Slices::new(Grid::new(width, height), length).len(), count);
        }
        assert!(Slices::new(Grid::new(4, 4), 5).is_empty());
    }

    #[test]
    fn slices_come_by_orientation_then_row_by_row() {
        let slices = Slices::new(Grid::new(5, 6), 5);
        let found: Vec<_> =
            (0..slices.len()).map(|i| (slices.orientation(i), slices.cells(i)[0])).collect();
        let across = (0..6).map(|row| (Orientation::Across, row * 5));
        let down = (0..10).map(|cell| (Orientation::Down, cell));
        let slanted = [
            (Orientation::Rising, 4),
            (Orientation::Rising, 9),
            (Orientation::Falling, 0),
            (Orientation::Falling, 5),
        ];
        assert_eq!(found, across.chain(down).chain(slanted).collect::<Vec<_>>());
    }
}
