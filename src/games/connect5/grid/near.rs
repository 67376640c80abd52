//! The cells near stones, of which a search tries the moves.

use super::{Grid, Site, Sites};
use crate::games::connect5::lines;

/// The middle 22 cells of a row's 32, as lower bits of two.
const EACH: u64 = 0x5555_5555_5555_5555;

impl Grid {
    /// The empty cells within two of a stone, or three on one of its lines.
    pub fn near(&self) -> Sites {
        let (width, height) = self.size;
        let board = EACH & ((1_u64 << (2 * width)) - 1) << 10;
        let mut stones = [0_u64; 22 + 6];
        for y in 0..usize::from(height) {
            stones[y + 3] = !lines::empties(self.lines.row(y)) & board;
        }
        let mut sites = Sites::NONE;
        for y in 0..usize::from(height) {
            let rows = &stones[y..y + 7];
            let mut near = rows[0] | rows[6];
            near |= star(near, 6);
            let square = rows[1] | rows[2] | rows[3] | rows[4] | rows[5];
            near |= square | star(square, 2) | star(square, 4) | star(rows[3], 6);
            let empties = near & lines::empties(self.lines.row(y)) & board;
            for bit in crate::base::bits::ones(empties) {
                sites.insert(Site::numbered(((y as u16 + 5) << 5) + (bit / 2) as u16));
            }
        }
        sites
    }
}

/// The cells so many bits to the left and to the right.
const fn star(row: u64, bits: u32) -> u64 {
    row << bits | row >> bits
}
