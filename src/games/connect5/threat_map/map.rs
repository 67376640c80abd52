//! The cells near stones, of which a search tries the moves.

use super::{Grid, Sites};
use crate::games::connect5::line_bits;

/// The middle 22 cells of a row's 32, as lower bits of two.
const EACH: u64 = 0x5555_5555_5555_5555;

impl Grid {
    /// All empty cells.
    pub fn all_empty(&self) -> Sites {
        let board = EACH & ((1_u64 << (2 * self.size.0)) - 1) << 10;
        let mut sites = Sites::NONE;
        for y in 0..usize::from(self.size.1) {
            sites.insert_row(y, line_bits::empties(self.lines.row(y)) & board);
        }
        sites
    }

    /// The empty cells within two of a stone, or three on one of its lines.
    pub fn near(&self) -> Sites {
        let (width, height) = self.size;
        let board = EACH & ((1_u64 << (2 * width)) - 1) << 10;
        let mut stones = [0_u64; 22 + 6];
        for y in 0..usize::from(height) {
            stones[y + 3] = !line_bits::empties(self.lines.row(y)) & board;
        }
        let mut sites = Sites::NONE;
        for y in 0..usize::from(height) {
            let rows = &stones[y..y + 7];
            let mut near = rows[0] | rows[6];
            near |= star(near, 6);
            let square = rows[1] | rows[2] | rows[3] | rows[4] | rows[5];
            near |= square | star(square, 2) | star(square, 4) | star(rows[3], 6);
            sites.insert_row(y, near & line_bits::empties(self.lines.row(y)) & board);
        }
        sites
    }
}

/// The cells so many bits to the left and to the right.
const fn star(row: u64, bits: u32) -> u64 {
    row << bits | row >> bits
}
