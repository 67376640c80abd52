//! Bitboards by line: every cell is in four 64-bit words, one for each orientation.
//!
//! A word holds 32 cells of two bits. Cell `p` of a line, counted by column (in a column: by
//! row), has bits `2(p + 5)` and the next; beyond either end there are five cells of edge:
//!
//! ```text
//!  63        10+2n          10         0     00 empty   01 First
//!  11 11 … 11 | cell n-1 … cell 0 | 11…11     10 Second  11 edge
//! ```
//!
//! Words 0–21 are the rows, 22–43 the columns, 44–86 the `/` lines, 87–129 the `\` lines.

use super::cell::Cell;
use crate::base::Side;

/// Stones in line that win on a [`Board`](super::rules::Board).
pub(in crate::games::connect5) const WIN_LENGTH: usize = 5;
/// The shortest side of a board on which five in line win, in cells.
pub(in crate::games::connect5) const MIN_SIZE_FOR_FIVE: usize = WIN_LENGTH;
/// The side of a board where none is given, in cells.
pub(in crate::games::connect5) const USUAL_SIZE: u8 = 15;
/// The longest side of a board, in cells.
pub(in crate::games::connect5) const MAX_SIZE: usize = 22;
/// Cells of edge before the first cell of a line: no pattern reaches further beyond a cell.
pub(in crate::games::connect5) const EDGE: u8 = WIN_LENGTH as u8;
/// Lines of the largest board: its rows and columns, and twice its diagonals.
const LINES: usize = 2 * MAX_SIZE + 2 * (2 * MAX_SIZE - 1);
/// The lower bit of every cell.
pub(in crate::games::connect5) const LOWER_BITS: u64 = 0x5555_5555_5555_5555;
/// Columns and rows from one cell of a line to the next, in the order of the words.
const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// All lines of one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::games::connect5) struct Lines([u64; LINES]);

/// A line and the place of a cell in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::connect5) struct Place {
    /// The index of the line, below [`LINES`].
    line: usize,
    /// The lower bit of the cell, 10 to 52.
    pub(in crate::games::connect5) shift: u32,
}

/// The places of a cell in its four lines: – | / \.
#[inline]
pub(in crate::games::connect5) const fn places(cell: Cell) -> [Place; 4] {
    let (x, y) = (cell.x as usize, cell.y as usize);
    let (by_x, by_y) = (2 * (cell.x as u32 + EDGE as u32), 2 * (cell.y as u32 + EDGE as u32));
    [
        Place { line: y, shift: by_x },
        Place { line: MAX_SIZE + x, shift: by_y },
        Place { line: 2 * MAX_SIZE + x + y, shift: by_x },
        Place { line: 4 * MAX_SIZE - 1 + x + (MAX_SIZE - 1) - y, shift: by_x },
    ]
}

/// The cell `steps` further along the line of this orientation; it must be on the board.
pub(in crate::games::connect5) const fn along(cell: Cell, orientation: usize, steps: i8) -> Cell {
    let (dx, dy) = STEPS[orientation];
    Cell { x: cell.x.wrapping_add_signed(dx * steps), y: cell.y.wrapping_add_signed(dy * steps) }
}

/// The two bits of a stone of this side.
#[inline]
const fn code(side: Side) -> u64 {
    side as u64 + 1
}

/// The cells of a word that hold a stone of this side, as lower bits.
#[inline]
pub(in crate::games::connect5) const fn stones(word: u64, side: Side) -> u64 {
    match side {
        Side::First => word & !(word >> 1) & LOWER_BITS,
        Side::Second => (word >> 1) & !word & LOWER_BITS,
    }
}

/// The empty cells of a word, as lower bits.
#[inline]
pub(in crate::games::connect5) const fn empties(word: u64) -> u64 {
    !(word | (word >> 1)) & LOWER_BITS
}

/// The four neighbours on either side of a cell, nearest in the middle, without the cell.
#[inline]
pub(in crate::games::connect5) const fn neighbourhood(word: u64, shift: u32) -> u16 {
    let low = (word >> (shift - 8)) & 0xFF;
    let high = (word >> (shift + 2)) & 0xFF;
    (low | (high << 8)) as u16
}

/// A neighbourhood with the two sides' stones exchanged.
#[inline]
pub(in crate::games::connect5) const fn exchanged(neighbourhood: u16) -> u16 {
    ((neighbourhood & 0x5555) << 1) | ((neighbourhood >> 1) & 0x5555)
}

/// The first cells of five in line among these lower bits.
///
/// With `exactly`, runs of six and more do not count.
#[inline]
pub(in crate::games::connect5) const fn fives(stones: u64, exactly: bool) -> u64 {
    let pairs = stones & (stones >> 2);
    let fives = pairs & (pairs >> 4) & (stones >> 8);
    if exactly { fives & !(stones >> 10) & !(stones << 2) } else { fives }
}

impl Lines {
    /// An empty board of this size, 5 to 22 each way.
    pub(in crate::games::connect5) fn new(width: u8, height: u8) -> Self {
        let mut lines = Self([u64::MAX; LINES]);
        for y in 0..height {
            for x in 0..width {
                for place in places(Cell { x, y }) {
                    lines.0[place.line] &= !(0b11 << place.shift);
                }
            }
        }
        lines
    }

    /// The word of the line of this place.
    #[inline]
    pub(in crate::games::connect5) const fn word(&self, place: Place) -> u64 {
        self.0[place.line]
    }

    /// The word of a row, from 0 at the top.
    #[inline]
    pub(in crate::games::connect5) const fn row(&self, y: usize) -> u64 {
        self.0[y]
    }

    /// Puts a stone of this side on an empty cell, or removes it.
    #[inline]
    pub(in crate::games::connect5) const fn toggle(&mut self, cell: Cell, side: Side) {
        let places = places(cell);
        let mut i = 0;
        while i < 4 {
            self.0[places[i].line] ^= code(side) << places[i].shift;
            i += 1;
        }
    }

    /// The side of the stone on a cell, which must have one.
    #[inline]
    pub(in crate::games::connect5) const fn side_at(&self, cell: Cell) -> Side {
        let [row, ..] = places(cell);
        if self.word(row) >> row.shift & 1 != 0 { Side::First } else { Side::Second }
    }

    /// Whether this side has five in line anywhere.
    pub(in crate::games::connect5) fn has_five(&self, side: Side, exactly: bool) -> bool {
        self.0.iter().any(|word| fives(stones(*word, side), exactly) != 0)
    }

    /// Whether this side has five in line on one of the four lines through a cell.
    #[inline]
    pub(in crate::games::connect5) fn has_five_through(
        &self,
        cell: Cell,
        side: Side,
        exactly: bool,
    ) -> bool {
        places(cell).iter().any(|place| fives(stones(self.word(*place), side), exactly) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Lines, Side, along, empties, fives, places, stones};

    #[test]
    fn every_line_holds_the_cells_in_line() {
        for (width, height) in [(22, 22), (5, 22), (22, 5), (15, 15), (7, 11)] {
            let lines = Lines::new(width, height);
            let cell = Cell { x: width / 2, y: height / 2 };
            for (orientation, place) in places(cell).into_iter().enumerate() {
                for steps in -5..=5_i8 {
                    let other = along(cell, orientation, steps);
                    let on_board = other.x < width && other.y < height;
                    let bit = i32::from(steps) * 2 + place.shift.cast_signed();
                    assert_eq!(empties(lines.word(place)) >> bit & 1 == 1, on_board);
                    if on_board {
                        let same = places(other)[orientation];
                        assert_eq!((same.line, same.shift.cast_signed()), (place.line, bit));
                    }
                }
            }
        }
    }

    #[test]
    fn line_numbers_never_overlap() {
        let mut used = [usize::MAX; 130];
        for y in 0..22 {
            for x in 0..22 {
                for (orientation, place) in places(Cell { x, y }).into_iter().enumerate() {
                    assert!([usize::MAX, orientation].contains(&used[place.line]));
                    used[place.line] = orientation;
                }
            }
        }
        assert!(used.iter().all(|o| *o < 4));
    }

    #[test]
    fn exact_fives_leave_overlines_out() {
        let mut lines = Lines::new(22, 5);
        for x in 0..22 {
            if x != 16 {
                lines.toggle(Cell { x, y: 0 }, Side::Second);
            }
        }
        let row = stones(lines.row(0), Side::Second);
        assert_eq!(fives(row, true), 1 << (2 * (17 + 5)));
        assert_eq!(fives(row, false).count_ones(), 12 + 1);
    }
}
