//! Cells as small numbers on a board padded with five cells of edge, and sets of them.

use crate::games::connect5::Cell;
use crate::games::connect5::board::line_bitboards::EDGE;
use crate::search::tt::PackedMove;

/// A cell as a number below 1,024: `32 (y + 5) + x + 5`.
///
/// The board has five cells of edge around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PaddedCell(u16);

/// How many numbers there are, those of the edge included.
pub(super) const PADDED_CELLS: usize = 1_024;
/// Bits of a number that say the column; those of the row are above them.
const ROW_BITS: u32 = 5;
/// The step in numbers from a row to the next.
const ROW: u16 = 1 << ROW_BITS;
/// The step in numbers from a cell to the next on its four lines: – | / \.
const STEPS: [i16; 4] = {
    let row = ROW.cast_signed();
    [1, row, 1 - row, row + 1]
};

impl PaddedCell {
    /// No cell: a number in the corner of the edge.
    pub const NONE: Self = Self(0);

    /// The number of a cell.
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        Self((cell.y as u16 + EDGE as u16) << ROW_BITS | (cell.x as u16 + EDGE as u16))
    }

    /// The cell, which must be on the board.
    #[inline]
    pub const fn cell(self) -> Cell {
        debug_assert!(self.0 >= ROW * EDGE as u16, "a cell of the board, not of the edge");
        let (column, row) = (self.0 as u8 & (ROW as u8 - 1), (self.0 >> ROW_BITS) as u8);
        Cell { x: column.wrapping_sub(EDGE), y: row.wrapping_sub(EDGE) }
    }

    /// The number, 0 to 1,023.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize & (PADDED_CELLS - 1)
    }

    /// The row of the cell, from 0 at the top of the board; more than any row above the board.
    #[inline]
    pub(super) const fn row(self) -> u32 {
        (self.number() as u32 >> ROW_BITS).wrapping_sub(EDGE as u32)
    }

    /// The lower bit of the cell in the word of its row.
    #[inline]
    pub(super) const fn bit_in_row(self) -> u32 {
        2 * (self.number() as u32 & (ROW as u32 - 1))
    }

    /// The distance to another cell: that in rows or that in columns, whichever is greater.
    #[inline]
    pub const fn distance(self, other: Self) -> u32 {
        let rows = self.row().abs_diff(other.row());
        let columns = self.bit_in_row().abs_diff(other.bit_in_row()) / 2;
        if rows > columns { rows } else { columns }
    }

    /// The cell of this number; only its lower ten bits count.
    #[inline]
    pub const fn numbered(number: u16) -> Self {
        Self(number & (PADDED_CELLS as u16 - 1))
    }

    /// The cell this many steps further on a line: 0 –, 1 |, 2 /, 3 \.
    #[inline]
    #[must_use]
    pub const fn along(self, line: usize, steps: i16) -> Self {
        Self::numbered(self.0.wrapping_add_signed(STEPS[line & 3] * steps))
    }
}

impl PackedMove for PaddedCell {
    const NONE: Self = Self::NONE;

    #[inline]
    fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    fn from_bits(number: u16) -> Self {
        Self::numbered(number)
    }
}

impl From<Cell> for PaddedCell {
    fn from(cell: Cell) -> Self {
        Self::of(cell)
    }
}

impl From<PaddedCell> for Cell {
    fn from(cell: PaddedCell) -> Self {
        cell.cell()
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSet([u64; PADDED_CELLS / 64]);

impl CellSet {
    /// The empty set.
    pub const NONE: Self = Self([0; PADDED_CELLS / 64]);

    /// Adds a cell, or removes it if it is in the set, where the condition holds; without a branch.
    #[inline]
    pub(super) const fn toggle_if(&mut self, condition: bool, cell: PaddedCell) {
        self.0[cell.number() / 64] ^= (condition as u64) << (cell.number() % 64);
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: PaddedCell) {
        self.0[cell.number() / 64] |= 1 << (cell.number() % 64);
    }

    /// Adds cells of a row, given by the lower of two bits each; column 0 has bit 10.
    #[inline]
    pub(super) fn insert_row(&mut self, y: usize, row: u64) {
        for bit in crate::base::bits::ones(row) {
            let row = (y as u16 + u16::from(EDGE)) << ROW_BITS;
            self.insert(PaddedCell::numbered(row + (bit / 2) as u16));
        }
    }

    /// Whether a cell is in the set.
    #[inline]
    pub const fn has(&self, cell: PaddedCell) -> bool {
        self.0[cell.number() / 64] >> (cell.number() % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The cells that are in either set.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells that are in both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// How many cells are in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells, row by row from the top, each row from the left.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = PaddedCell> + '_ {
        self.0.iter().enumerate().flat_map(|(i, word)| {
            crate::base::bits::ones(*word)
                .map(move |bit| PaddedCell::numbered((i * 64) as u16 + bit as u16))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, CellSet, PaddedCell};

    #[test]
    fn cells_and_their_neighbours_have_numbers_of_their_own() {
        for (x, y) in [(0, 0), (21, 0), (0, 21), (21, 21), (7, 9)] {
            let cell = Cell { x, y };
            let padded = PaddedCell::of(cell);
            assert_eq!(padded.cell(), cell);
            assert_eq!(PaddedCell::numbered(padded.number() as u16), padded);
            for line in 0..4 {
                assert_eq!(padded.along(line, 3).along(line, -3), padded);
            }
        }
        let middle = PaddedCell::of(Cell { x: 7, y: 9 });
        assert_eq!(middle.along(2, 2).cell(), Cell { x: 9, y: 7 });
        assert_eq!(middle.along(3, -2).cell(), Cell { x: 5, y: 7 });
    }

    #[test]
    fn distances_are_the_greater_of_rows_and_columns() {
        let middle = PaddedCell::of(Cell { x: 7, y: 9 });
        for ((x, y), distance) in
            [((7, 9), 0), ((8, 8), 1), ((7, 4), 5), ((3, 11), 4), ((21, 0), 14)]
        {
            let cell = PaddedCell::of(Cell { x, y });
            assert_eq!((middle.distance(cell), cell.distance(middle)), (distance, distance));
        }
    }

    #[test]
    fn sets_list_their_cells_in_order() {
        let mut set = CellSet::NONE;
        let cells = [(3, 0), (4, 0), (0, 1), (21, 21)].map(|(x, y)| PaddedCell::of(Cell { x, y }));
        for padded in cells {
            set.toggle_if(true, padded);
            set.toggle_if(false, padded);
            assert!(set.has(padded));
        }
        assert!(set.iter().eq(cells));
        set.toggle_if(true, cells[1]);
        assert!(!set.has(cells[1]) && set.iter().count() == 3 && set.len() == 3);
        let mut one = CellSet::NONE;
        one.insert(cells[1]);
        assert!(set.and(&one).is_empty());
        one.insert(cells[2]);
        assert!(set.and(&one).iter().eq([cells[2]]) && !one.is_empty());
    }
}
