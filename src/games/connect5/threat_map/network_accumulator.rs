//! The sums over cells of the evaluation's network, updated from stone to stone.
//!
//! A stone changes one pattern of each empty cell within four cells on its lines. The sums are kept
//! for each ply, and are brought up to date only where a position is evaluated: most positions of a
//! search for threats never are.

use super::line_pattern_numbers::{FREE_PATTERNS, PatternNumbers};
use super::padded_cells_and_sets::{CellSet, PADDED_CELLS, PaddedCell};
use super::pattern_network::{ACTIVE_ROWS, POOLED, PatternNetwork, ZEROING_ROW};
use crate::base::Side;
use crate::base::intrinsics::RowChange;
use crate::games::connect5::Cell;
use crate::games::connect5::board::line_bitboards::{self, Lines};

/// Cells on either side of a cell that are in its patterns.
const REACH: u32 = 4;
/// The most cells whose patterns a stone changes: those near on four lines, and its own.
const MAX_CHANGES: usize = 8 * REACH as usize + 1;

/// The sums over all empty cells near stones in First's view, then in Second's; 127 is 1.0.
pub(super) type Sums = [u16; POOLED];

/// The sums of a position and of those that followed it.
#[derive(Clone, Debug)]
pub(super) struct PooledCells {
    /// By ply.
    sums: Vec<Sums>,
    /// The stones between them.
    stones: Vec<PlacedStone>,
    /// The patterns that these stones have replaced, in order.
    replaced: Vec<ReplacedPattern>,
    /// The lines with all of these stones.
    lines: Lines,
    /// The patterns of the empty cells on these lines.
    patterns: Box<[[u16; 4]; PADDED_CELLS]>,
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

impl PooledCells {
    /// The sums of a position with these lines and empty cells.
    pub(super) fn new(network: &PatternNetwork, lines: Lines, empties: &CellSet) -> Self {
        let mut patterns = Box::new([[0; 4]; PADDED_CELLS]);
        for cell in empties.iter() {
            patterns[cell.number()] = patterns_of(&lines, cell.cell());
        }
        let sums = sums(network, empties.iter().map(|cell| patterns[cell.number()]));
        Self {
            sums: vec![sums],
            stones: Vec::new(),
            replaced: Vec::new(),
            lines,
            patterns,
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
    ) -> &Sums {
        if self.valid <= stones {
            while self.stones.len() >= self.valid
                && let Some(PlacedStone { cell, side, replaced }) = self.stones.pop()
            {
                self.lines.toggle(cell, side);
                for ReplacedPattern { cell, line, old } in self.replaced.drain(replaced..).rev() {
                    self.patterns[cell.number()][usize::from(line) % 4] = old;
                }
            }
            self.sums.truncate(self.valid);
            for number in self.valid - 1..stones {
                let (cell, side) = stone(number);
                let replaced = self.replaced.len();
                let mut changes = self.put(cell, side);
                let patterns = self.patterns[PaddedCell::of(cell).number()];
                if is_near_stones(&patterns) {
                    let [a, b, c, d] = patterns;
                    changes.push([a, b, c, d, ZEROING_ROW]);
                }
                self.sums.push(network.sums_after(self.sums[number], changes.list()));
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
                changes.push([a, b, c, if is_near { old } else { ZEROING_ROW }, new]);
            }
        }
        changes
    }
}

impl PatternNetwork {
    /// The output from scratch, for a side to act.
    ///
    /// It is computed from the active rows, and from the patterns of each empty cell near stones.
    pub fn evaluate(&self, side: Side, active: [usize; ACTIVE_ROWS], cells: &[[u16; 4]]) -> i32 {
        self.output(side, active, &sums(self, cells.iter().copied()))
    }
}

/// The sums over empty cells with these patterns.
fn sums(network: &PatternNetwork, cells: impl Iterator<Item = [u16; 4]>) -> Sums {
    let mut changes = Changes::NONE;
    let mut sums = [0; POOLED];
    for patterns in cells.filter(is_near_stones) {
        let [a, b, c, d] = patterns;
        changes.count = 0;
        changes.push([a, b, c, ZEROING_ROW, d]);
        sums = network.sums_after(sums, changes.list());
    }
    sums
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
    const NONE: Self = Self { changes: [[0; 5]; MAX_CHANGES], count: 0 };

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
