//! The slices of a board, and which of them a piece on each cell affects.

use crate::base::Side;
use crate::board::Grid;
use crate::board::slices::Slices;
use crate::games::connect5::LineBoard;

/// The part of a slice that a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartOfSlice {
    /// One of the cells whose pieces are counted.
    Counted,
    /// An end that must be blank, of a slice one longer than those that win.
    End,
    /// The cell just beyond either end, where longer lines do not win: an own piece there makes
    /// one.
    Beyond,
}

/// A slice that a piece on a cell affects.
#[derive(Clone, Copy, Debug)]
pub(super) struct AffectedSlice {
    /// The number of the slice, in the order of [`SlicesOfBoard`].
    pub(super) slice: u16,
    /// The part of the slice that the cell is.
    pub(super) part: PartOfSlice,
}

/// All slices of one size of board: first those of the win length, then those one longer.
#[derive(Clone, Debug)]
pub(super) struct SlicesOfBoard {
    winning: Slices,
    longer: Slices,
    /// How many pieces in line win.
    win_length: usize,
    /// For each cell the index of its first entry in `touches`; at the end the number of all
    /// entries.
    starts: Vec<u32>,
    /// The slices that a piece on each cell affects, cell by cell.
    touches: Vec<AffectedSlice>,
}

impl SlicesOfBoard {
    /// All slices of a board of this size, under its rule.
    pub(super) fn new(board: &impl LineBoard) -> Self {
        let (width, height) = board.size();
        let grid = Grid::new(width, height);
        let counts_beyond = Side::BOTH.iter().any(|side| board.is_exact(*side));
        let win_length = board.win_length();
        let winning = Slices::new(grid, win_length);
        let longer = Slices::new(grid, win_length + 1);
        let mut of_cell = vec![Vec::new(); grid.area()];
        let numbered = (0..winning.len()).map(|i| (i, &winning, i));
        let numbered = numbered.chain((0..longer.len()).map(|i| (i, &longer, winning.len() + i)));
        for (i, slices, number) in numbered {
            let slice = number as u16;
            let is_longer = number >= winning.len();
            let cells = slices.cells(i);
            for (place, &cell) in cells.iter().enumerate() {
                let is_end = is_longer && (place == 0 || place == win_length);
                let part = if is_end { PartOfSlice::End } else { PartOfSlice::Counted };
                of_cell[usize::from(cell)].push(AffectedSlice { slice, part });
            }
            if !counts_beyond {
                continue;
            }
            let first = grid.coordinates(usize::from(cells[0]));
            for steps in [-1, cells.len().cast_signed()] {
                if let Some((x, y)) = grid.along(first, slices.orientation(i), steps) {
                    of_cell[grid.index(x, y)]
                        .push(AffectedSlice { slice, part: PartOfSlice::Beyond });
                }
            }
        }
        let starts = starts(&of_cell);
        Self { winning, longer, win_length, starts, touches: of_cell.concat() }
    }

    /// How many slices of the win length there are.
    pub(super) const fn winning_slice_count(&self) -> usize {
        self.winning.len()
    }

    /// How many pieces in line win.
    #[inline]
    pub(super) const fn win_length(&self) -> usize {
        self.win_length
    }

    /// How many slices there are in all.
    pub(super) const fn len(&self) -> usize {
        self.winning.len() + self.longer.len()
    }

    /// Whether a slice is one longer than those that win.
    #[inline]
    pub(super) const fn is_longer(&self, slice: u16) -> bool {
        slice as usize >= self.winning.len()
    }

    /// The cells of a slice whose pieces are counted: all, or without the two ends.
    #[inline]
    pub(super) fn counted(&self, slice: u16) -> &[u16] {
        let slice = usize::from(slice);
        match slice.checked_sub(self.winning.len()) {
            None => self.winning.cells(slice),
            Some(longer) => &self.longer.cells(longer)[1..self.win_length],
        }
    }

    /// The slices that a piece on this cell affects.
    #[inline]
    pub(super) fn affected_slices(&self, cell: usize) -> &[AffectedSlice] {
        &self.touches[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// The index of each cell's first entry when all are concatenated, and the end of the last.
fn starts(of_cell: &[Vec<AffectedSlice>]) -> Vec<u32> {
    let mut end = 0;
    let ends = of_cell.iter().map(|touches| {
        end += touches.len() as u32;
        end
    });
    std::iter::once(0).chain(ends).collect()
}
