//! Cells as small numbers, and sets of them.

use crate::games::connect5::Cell;
use crate::search::tt::PackedMove;

/// A cell as a number below 1,024: `32 (y + 5) + x + 5`, five cells of edge around the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(u16);

/// Numbers of cells, edge and all.
pub(super) const SITES: usize = 1_024;
/// The width of the edge.
const EDGE: u16 = 5;
/// From a cell to the next on its four lines: – | / \.
const STEPS: [i16; 4] = [1, 32, -31, 33];

impl Site {
    /// No cell: a place beyond the edge.
    pub const NONE: Self = Self(0);

    /// The number of a cell.
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        Self((cell.y as u16 + EDGE) << 5 | (cell.x as u16 + EDGE))
    }

    /// The cell, which must be on the board.
    #[inline]
    pub const fn cell(self) -> Cell {
        debug_assert!(self.0 >= 32 * EDGE, "the edge is no cell");
        Cell { x: (self.0 as u8 & 31).wrapping_sub(5), y: ((self.0 >> 5) as u8).wrapping_sub(5) }
    }

    /// The number, 0 to 1,023.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize & (SITES - 1)
    }

    /// The site of this number; only its lower ten bits count.
    #[inline]
    pub const fn numbered(number: u16) -> Self {
        Self(number & (SITES as u16 - 1))
    }

    /// The site so many steps further on a line: 0 –, 1 |, 2 /, 3 \.
    #[inline]
    #[must_use]
    pub const fn along(self, line: usize, steps: i16) -> Self {
        Self::numbered(self.0.wrapping_add_signed(STEPS[line & 3] * steps))
    }
}

impl PackedMove for Site {
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

impl From<Cell> for Site {
    fn from(cell: Cell) -> Self {
        Self::of(cell)
    }
}

impl From<Site> for Cell {
    fn from(site: Site) -> Self {
        site.cell()
    }
}

/// A set of sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sites([u64; SITES / 64]);

impl Sites {
    /// The empty set.
    pub const NONE: Self = Self([0; SITES / 64]);

    /// Adds a site, or takes it away if it is there.
    #[inline]
    pub const fn toggle(&mut self, site: Site) {
        self.0[site.number() / 64] ^= 1 << (site.number() % 64);
    }

    /// Adds a site.
    #[inline]
    pub const fn insert(&mut self, site: Site) {
        self.0[site.number() / 64] |= 1 << (site.number() % 64);
    }

    /// Adds the cells of a row, of which every other bit is set, from bit 10 on.
    #[inline]
    pub(super) fn insert_row(&mut self, y: usize, row: u64) {
        for bit in crate::base::bits::ones(row) {
            self.insert(Site::numbered(((y as u16 + EDGE) << 5) + (bit / 2) as u16));
        }
    }

    /// Whether a site is in the set.
    #[inline]
    pub const fn has(&self, site: Site) -> bool {
        self.0[site.number() / 64] >> (site.number() % 64) & 1 != 0
    }

    /// Whether there is no site in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The sites of both sets.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The sites that are in both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// How many sites are in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The sites, row by row from the top, each row from the left.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Site> + '_ {
        self.0.iter().enumerate().flat_map(|(i, word)| {
            crate::base::bits::ones(*word)
                .map(move |bit| Site::numbered((i * 64) as u16 + bit as u16))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Site, Sites};

    #[test]
    fn cells_and_their_neighbours_have_numbers_of_their_own() {
        for (x, y) in [(0, 0), (21, 0), (0, 21), (21, 21), (7, 9)] {
            let cell = Cell { x, y };
            let site = Site::of(cell);
            assert_eq!(site.cell(), cell);
            assert_eq!(Site::numbered(site.number() as u16), site);
            for line in 0..4 {
                assert_eq!(site.along(line, 3).along(line, -3), site);
            }
        }
        let middle = Site::of(Cell { x: 7, y: 9 });
        assert_eq!(middle.along(2, 2).cell(), Cell { x: 9, y: 7 });
        assert_eq!(middle.along(3, -2).cell(), Cell { x: 5, y: 7 });
    }

    #[test]
    fn sets_list_their_sites_in_order() {
        let mut sites = Sites::NONE;
        let cells = [(3, 0), (4, 0), (0, 1), (21, 21)].map(|(x, y)| Site::of(Cell { x, y }));
        for site in cells {
            sites.toggle(site);
            assert!(sites.has(site));
        }
        assert!(sites.iter().eq(cells));
        sites.toggle(cells[1]);
        assert!(!sites.has(cells[1]) && sites.iter().count() == 3 && sites.len() == 3);
        let mut one = Sites::NONE;
        one.insert(cells[1]);
        assert!(sites.and(&one).is_empty());
        one.insert(cells[2]);
        assert!(sites.and(&one).iter().eq([cells[2]]) && !one.is_empty());
    }
}
