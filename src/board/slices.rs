//! Slices: every window of `n` cells in line on a rectangle, as the 2001 program calls them.
//!
//! A row of 6 cells holds two slices of 5; a 6×6 board holds 32 of them. Slices are numbered
//! from 0: by orientation – | / \, then row by row by their topmost (in a row, leftmost) cell.

use super::grid::{Grid, Orientation};

/// All slices of one length on one grid, and which of them run through each cell.
///
/// # Examples
/// ```
/// use parlour::board::{Grid, slices::Slices};
/// let slices = Slices::new(Grid::new(6, 6), 5);
/// assert_eq!(slices.len(), 32);
/// assert_eq!(slices.cells(0), [0, 1, 2, 3, 4]);
/// assert_eq!(slices.through(0), [0, 12, 28]);
/// ```
#[derive(Clone, Debug)]
pub struct Slices {
    length: usize,
    orientations: Vec<Orientation>,
    /// `length` cell indices for each slice.
    cells: Vec<u16>,
    /// For each cell, where its slices start in `of_cell`; one entry more at the end.
    starts: Vec<u32>,
    /// Slice numbers, cell after cell.
    of_cell: Vec<u32>,
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
        let (starts, of_cell) = invert(&cells, length, grid.area());
        Self { length, orientations, cells, starts, of_cell }
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

    /// The numbers of the slices that contain a cell, in ascending order.
    ///
    /// # Panics
    /// If the index is not on the grid.
    pub fn through(&self, cell: usize) -> &[u32] {
        &self.of_cell[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// Every slice's cells, in the order of the numbers.
    pub fn iter(&self) -> impl Iterator<Item = &[u16]> {
        self.cells.chunks_exact(self.length.max(1))
    }
}

/// For each cell the slices that contain it: where they start, and the numbers.
fn invert(cells: &[u16], length: usize, area: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; area + 1];
    for &cell in cells {
        starts[usize::from(cell) + 1] += 1;
    }
    for cell in 0..area {
        starts[cell + 1] += starts[cell];
    }
    let mut next = starts.clone();
    let mut of_cell = vec![0; cells.len()];
    for (i, &cell) in cells.iter().enumerate() {
        let slot = &mut next[usize::from(cell)];
        of_cell[*slot as usize] = (i / length) as u32;
        *slot += 1;
    }
    (starts, of_cell)
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

    #[test]
    fn slices_through_a_cell_are_those_that_contain_it() {
        for (width, height, length) in [(7, 6, 4), (6, 6, 5), (22, 5, 5), (3, 8, 2)] {
            let slices = Slices::new(Grid::new(width, height), length);
            for cell in 0..width * height {
                let literal: Vec<u32> = (0..slices.len() as u32)
                    .filter(|s| slices.cells(*s as usize).contains(&(cell as u16)))
                    .collect();
                assert_eq!(slices.through(cell), literal);
            }
        }
    }
}
