//! The sums over cells of the evaluation's network, updated from stone to stone.
//!
//! A stone changes one pattern of each empty cell within four cells on its lines. The sums are kept
//! for each ply, and are brought up to date only where a position is evaluated: most positions of a
//! search for threats never are.

use super::line_pattern_numbers::{FREE_PATTERNS, PatternNumbers};
use super::padded_cells_and_sets::{CellSet, PADDED_CELLS, PaddedCell};
use super::pattern_network::{
    ACTIVE_ROWS, CellPatterns, PatternNetwork, REGIONS_EACH_WAY, RegionSums, ZEROING_ROW,
};
use crate::base::Side;
use crate::base::intrinsics::RowChange;
use crate::games::connect5::Cell;
use crate::games::connect5::board::line_bitboards::{self, Lines};

/// Cells on either side of a cell that are in its patterns.
const REACH: u32 = 4;
/// The most cells whose patterns a stone changes: those near on four lines, and its own.
const MAX_CHANGES: usize = 8 * REACH as usize + 1;

/// The sums of a position and of those that followed it.
#[derive(Clone, Debug)]
pub(super) struct NetworkAccumulator {
    /// By ply; those after the valid ones are kept for reuse.
    sums: Vec<RegionSums>,
    /// The stones between them.
    stones: Vec<PlacedStone>,
    /// The patterns that these stones have replaced, in order.
    replaced: Vec<ReplacedPattern>,
    /// The lines with all of these stones.
    lines: Lines,
    /// The patterns of the empty cells on these lines.
    patterns: Box<[[u16; 4]; PADDED_CELLS]>,
    /// The region of each cell.
    regions: Box<[u8; PADDED_CELLS]>,
    /// How many of the sums belong to the stones that are on the board now.
    valid: usize,
}

/// A stone on the lines.
#[derive(Clone, Copy, Debug)]
struct PlacedStone {
    /// The cell it is on.
    cell: Cell,
    side: Side,
    /// Patterns that were replaced before it.
    replaced: usize,
}

/// The pattern of a line of a cell before a stone.
#[derive(Clone, Copy, Debug)]
struct ReplacedPattern {
    cell: PaddedCell,
    /// The line of the pattern, 0 to 3: – | / \.
    line: u8,
    /// The number of the pattern, below [`PATTERNS`](super::line_pattern_numbers::PATTERNS).
    old: u16,
}

impl NetworkAccumulator {
    /// The sums of a position with these lines and empty cells, on a board of this size in cells.
    pub(super) fn new(
        network: &PatternNetwork,
        lines: Lines,
        empties: &CellSet,
        size: (usize, usize),
    ) -> Self {
        let mut regions = Box::new([0; PADDED_CELLS]);
        let mut patterns = Box::new([[0; 4]; PADDED_CELLS]);
        for cell in empties.iter() {
            patterns[cell.number()] = patterns_of(&lines, cell.cell());
            regions[cell.number()] = region(cell.cell(), size);
        }
        let cells = empties.iter().map(|cell| CellPatterns {
            patterns: patterns[cell.number()],
            region: regions[cell.number()],
        });
        let sums = sums(network, cells);
        Self {
            sums: vec![sums],
            stones: Vec::new(),
            replaced: Vec::new(),
            lines,
            patterns,
            regions,
            valid: 1,
        }
    }

    /// Notes that a stone is played when there are this many after the first position.
    #[inline(always)]
    pub(super) fn note_stone(&mut self, stones: usize) {
        self.valid = self.valid.min(stones + 1);
    }

    /// The sums after this many stones, each of which `stone` returns by its number.
    #[inline]
    pub(super) fn after(
        &mut self,
        network: &PatternNetwork,
        stones: usize,
        stone: impl Fn(usize) -> (Cell, Side),
    ) -> &RegionSums {
        if self.valid <= stones {
            while self.stones.len() >= self.valid
                && let Some(PlacedStone { cell, side, replaced }) = self.stones.pop()
            {
                self.lines.toggle(cell, side);
                for ReplacedPattern { cell, line, old } in self.replaced.drain(replaced..).rev() {
                    self.patterns[cell.number()][usize::from(line) % 4] = old;
                }
            }
            for number in self.valid - 1..stones {
                let (cell, side) = stone(number);
                let replaced = self.replaced.len();
                let mut changes = self.put(cell, side);
                let patterns = self.patterns[PaddedCell::of(cell).number()];
                if is_near_stones(&patterns) {
                    let [a, b, c, d] = patterns;
                    let region = u16::from(self.regions[PaddedCell::of(cell).number()]);
                    changes.push([region, a, b, c, d, ZEROING_ROW]);
                }
                if self.sums.len() == number + 1 {
                    self.sums.push(RegionSums::default());
                }
                let (before, after) = self.sums.split_at_mut(number + 1);
                network.write_sums_after(&before[number], changes.list(), &mut after[0]);
                self.stones.push(PlacedStone { cell, side, replaced });
            }
            self.valid = stones + 1;
        }
        &self.sums[stones]
    }

    /// Puts a stone on the lines; returns the changes of the empty cells near it.
    #[inline]
    fn put(&mut self, cell: Cell, side: Side) -> Changes {
        let numbers = PatternNumbers::get();
        let mut changes = Changes::NONE;
        self.lines.toggle(cell, side);
        for (line, place) in line_bitboards::places(cell).into_iter().enumerate() {
            let lowest = place.shift - 2 * REACH;
            let word = self.lines.word(place);
            let mut empties =
                line_bitboards::empties(word >> lowest) & ((1 << (4 * REACH + 2)) - 1);
            // Without the cell itself.
            empties &= !(1 << (2 * REACH));
            while empties != 0 {
                let bit = empties.trailing_zeros();
                empties &= empties - 1;
                let steps = (bit / 2).cast_signed() as i16 - REACH as i16;
                let near = PaddedCell::of(cell).along(line, steps);
                let patterns = &mut self.patterns[near.number()];
                let new = numbers.number(line_bitboards::neighbourhood(word, lowest + bit));
                let old = std::mem::replace(&mut patterns[line], new);
                self.replaced.push(ReplacedPattern { cell: near, line: line as u8, old });
                let [a, b, c] = [1, 2, 3].map(|other| patterns[(line + other) % 4]);
                let is_near = a | b | c | old >= FREE_PATTERNS;
                let region = u16::from(self.regions[near.number()]);
                changes.push([region, a, b, c, if is_near { old } else { ZEROING_ROW }, new]);
            }
        }
        changes
    }
}

impl PatternNetwork {
    /// The output from scratch, for a side to act.
    ///
    /// It is computed from the active rows, and from the patterns of each empty cell near stones.
    pub fn evaluate(
        &self,
        side: Side,
        active: [usize; ACTIVE_ROWS],
        cells: &[CellPatterns],
    ) -> i32 {
        self.output(side, active, &sums(self, cells.iter().copied()))
    }
}

/// The sums over empty cells with these patterns.
fn sums(network: &PatternNetwork, cells: impl Iterator<Item = CellPatterns>) -> RegionSums {
    let mut changes = Changes::NONE;
    let mut sums = RegionSums::default();
    for CellPatterns { patterns, region } in cells.filter(|cell| is_near_stones(&cell.patterns)) {
        let [a, b, c, d] = patterns;
        changes.count = 0;
        changes.push([region.into(), a, b, c, ZEROING_ROW, d]);
        let before = sums;
        network.write_sums_after(&before, changes.list(), &mut sums);
    }
    sums
}

/// The region of a cell on a board of this size in cells, 0 to 8: the board is divided into three by
/// three regions, the last ones of which may be smaller.
pub(super) fn region(cell: Cell, (width, height): (usize, usize)) -> u8 {
    let part = |at: u8, size: usize| usize::from(at) / size.div_ceil(REGIONS_EACH_WAY);
    (part(cell.y, height) * REGIONS_EACH_WAY + part(cell.x, width)) as u8
}

/// Whether a cell with these patterns adds to the sums.
pub(super) fn is_near_stones(patterns: &[u16; 4]) -> bool {
    patterns.iter().fold(0, |all, pattern| all | pattern) >= FREE_PATTERNS
}

/// The cells that a stone changes, and what changes there.
struct Changes {
    /// The rows before and after, of which the first `count` are in use.
    changes: [RowChange; MAX_CHANGES],
    /// How many cells change, 0 to [`MAX_CHANGES`].
    count: usize,
}

impl Changes {
    const NONE: Self = Self { changes: [[0; 6]; MAX_CHANGES], count: 0 };

    #[inline(always)]
    fn push(&mut self, change: RowChange) {
        if let Some(place) = self.changes.get_mut(self.count) {
            *place = change;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn list(&self) -> &[RowChange] {
        &self.changes[..self.count.min(MAX_CHANGES)]
    }
}

/// The patterns of the four lines of a cell.
pub(super) fn patterns_of(lines: &Lines, cell: Cell) -> [u16; 4] {
    let numbers = PatternNumbers::get();
    line_bitboards::places(cell)
        .map(|place| numbers.number(line_bitboards::neighbourhood(lines.word(place), place.shift)))
}
