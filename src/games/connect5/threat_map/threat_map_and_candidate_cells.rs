//! The threat map: its data, what can be read from it, and the candidate cells.

use super::cell_threats::{CellEntries, Threat};
use super::network_accumulator::NetworkAccumulator;
use super::padded_cells_and_sets::{CellSet, PADDED_CELLS, PaddedCell};
use super::pattern_network::CellPatterns;
use super::rule_tables::RuleTables;
use super::shapes::Shape;
use super::threat_counts::Totals;
use super::{network_accumulator, pattern_network};
use crate::base::Side;
use crate::base::bits::ones;
use crate::game::Position;
use crate::games::connect5::board::line_bitboards::Lines;
use crate::games::connect5::board::rules::{SECOND_TO_ACT_KEY, stone_key};
use crate::games::connect5::board::{line_bitboards, renju};
use crate::games::connect5::{Board, Rule};

/// The capacity of a list of the empty cells whose lines a stone changes.
///
/// They are 40 at most: five on either side of the stone on four lines. It is a power of two, so
/// that an index can be kept within the list by a mask.
pub(super) const MAX_CHANGED: usize = 64;

/// The shapes and threats of an empty cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellInfo {
    /// Four shapes of four bits each, the lines – | / \ from the lowest; Second's in the upper half.
    pub(super) codes: u32,
    /// The cell that this is about.
    pub(super) cell: PaddedCell,
    /// The threats of both sides there.
    pub(super) entries: CellEntries,
}

/// The state that a stone changed, so that [`ThreatMap::undo`] can restore it.
#[derive(Clone, Debug)]
pub(super) struct UndoEntry {
    /// The cell of the stone.
    pub(super) played: PaddedCell,
    /// How many elements of `before` are in use, 0 to [`MAX_CHANGED`].
    pub(super) changed: usize,
    /// The cells that changed, as they were.
    pub(super) before: [CellInfo; MAX_CHANGED],
    /// A bit for each of the cells that changed, the lowest bit for the last cell: whether the cell
    /// now belongs to other sets of fours and threes.
    pub(super) moved: u64,
    /// The sums over all cells, as they were.
    pub(super) totals: Totals,
    /// The Zobrist key before the stone.
    pub(super) key: u64,
}

impl UndoEntry {
    /// The cells that are now in other sets of fours and threes, as they were.
    #[inline(always)]
    pub(super) fn moved_cells(&self) -> impl Iterator<Item = &CellInfo> {
        let number = |bit: u32| self.changed.wrapping_sub(1 + bit as usize);
        ones(self.moved).map(move |bit| &self.before[number(bit) % MAX_CHANGED])
    }
}

impl Default for UndoEntry {
    fn default() -> Self {
        Self {
            played: PaddedCell::NONE,
            changed: 0,
            before: [CellInfo::default(); MAX_CHANGED],
            moved: 0,
            totals: Totals::default(),
            key: 0,
        }
    }
}

/// A board with the threats of both sides, on which moves can be played and undone.
#[derive(Clone, Debug)]
pub struct ThreatMap {
    /// The stones on the board, line by line.
    pub(super) lines: Lines,
    /// The shapes and threats of each cell, by [`PaddedCell::number`].
    pub(super) cells: Box<[CellInfo; PADDED_CELLS]>,
    /// How many empty cells are each threat, for both sides.
    pub(super) totals: Totals,
    /// The cells that [`Self::four_cells`] returns, by [`Side::index`].
    pub(super) fours: [CellSet; 2],
    /// The cells that [`Self::three_cells`] returns, by [`Side::index`].
    pub(super) threes: [CellSet; 2],
    /// The first `plies` are in use; those after them are kept for reuse.
    pub(super) undo_stack: Vec<UndoEntry>,
    /// Stones that can be taken back: those played since the map was made.
    pub(super) plies: usize,
    /// The tables of the rule.
    pub(super) tables: &'static RuleTables,
    /// The sums over cells of the evaluation's network.
    pub(super) accumulator: NetworkAccumulator,
    /// The Zobrist key of the position.
    pub(super) key: u64,
    /// How many cells are empty, 0 to 484.
    pub(super) empties: u32,
    /// Width and height in cells, 5 to 22.
    size: (u8, u8),
    /// The rule played.
    pub(super) rule: Rule,
    /// The side to act.
    pub(super) side: Side,
}

impl ThreatMap {
    /// The map of a position whose game is not over; there is nothing to undo yet.
    pub fn new(board: &Board) -> Self {
        let (width, height) = board.size();
        let tables = RuleTables::of(board.rule());
        let mut empties = CellSet::NONE;
        board.empties().for_each(|cell| empties.insert(PaddedCell::of(cell)));
        let mut map = Self {
            accumulator: NetworkAccumulator::new(
                &tables.network,
                board.lines.clone(),
                &empties,
                (width, height),
            ),
            lines: board.lines.clone(),
            cells: Box::new([CellInfo::default(); PADDED_CELLS]),
            totals: Totals::default(),
            fours: [CellSet::NONE; 2],
            threes: [CellSet::NONE; 2],
            undo_stack: Vec::new(),
            plies: 0,
            tables,
            key: board.key(),
            empties: 0,
            size: (width as u8, height as u8),
            rule: board.rule(),
            side: board.side(),
        };
        for cell in board.empties() {
            map.empties += 1;
            map.add_empty_cell(cell);
        }
        map
    }

    /// The side to act.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The rule played.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Width and height in cells.
    pub const fn size(&self) -> (u8, u8) {
        self.size
    }

    /// The key of the position, equal to [`Board`]'s.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key of the position after a stone of the side to act on this cell.
    #[inline]
    pub const fn key_after(&self, cell: PaddedCell) -> u64 {
        self.key ^ stone_key(cell.cell(), self.side) ^ SECOND_TO_ACT_KEY
    }

    /// Empty cells left.
    #[inline]
    pub const fn empties(&self) -> u32 {
        self.empties
    }

    /// Stones played since the map was made and not undone.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// The cells of the last two stones played since the map was made, the newest first.
    #[inline]
    pub fn last_stones(&self) -> [Option<PaddedCell>; 2] {
        let played = &self.undo_stack[..self.plies];
        let mut stones = played.iter().rev().map(|entry| entry.played);
        [stones.next(), stones.next()]
    }

    /// Whether the cell is on the board and without a stone.
    #[inline]
    pub fn is_empty(&self, cell: PaddedCell) -> bool {
        let row = cell.row();
        row < u32::from(self.size.1)
            && line_bitboards::empties(self.lines.row(row as usize)) >> cell.bit_in_row() & 1 != 0
    }

    /// How many empty cells are this threat for a side.
    #[inline]
    pub fn count_threats(&self, side: Side, threat: Threat) -> u32 {
        let counts = self.totals.counts[side.index()];
        match threat {
            Threat::Nothing => self.empties - counts.sum(),
            _ => counts.of(threat as usize),
        }
    }

    /// The threat of a stone of a side on this cell, which must be empty.
    #[inline]
    pub const fn threat(&self, cell: PaddedCell, side: Side) -> Threat {
        self.cells[cell.number()].entries.of(side.index()).threat()
    }

    /// The shapes that a stone of a side would make on this cell's lines – | / \.
    #[inline]
    pub fn shapes(&self, cell: PaddedCell, side: Side) -> [Shape; 4] {
        let code = (self.cells[cell.number()].codes >> (16 * side.index())) as u16;
        [0, 1, 2, 3].map(|line| Shape::of(code >> (line * Shape::BITS) & Shape::MASK))
    }

    /// The static score of a stone of a side on this cell, for move ordering: 0 to 1,023.
    #[inline]
    pub const fn move_score(&self, cell: PaddedCell, side: Side) -> i32 {
        self.cells[cell.number()].entries.of(side.index()).move_score()
    }

    /// The static score of a cell for either side, for move ordering: 0 to 3,069.
    ///
    /// Twice the score for this side plus that for the other side; set by hand.
    #[inline]
    pub const fn ordering_score(&self, cell: PaddedCell, side: Side) -> i32 {
        2 * self.move_score(cell, side) + self.move_score(cell, side.other())
    }

    /// The cells where a stone of a side makes a four or five on some line, fouls included.
    #[inline]
    pub const fn four_cells(&self, side: Side) -> &CellSet {
        &self.fours[side.index()]
    }

    /// The cells where a stone of a side makes an open three on some line, fouls included.
    #[inline]
    pub const fn three_cells(&self, side: Side) -> &CellSet {
        &self.threes[side.index()]
    }

    /// A cell where a side makes five, if there is one.
    #[inline]
    pub fn five(&self, side: Side) -> Option<PaddedCell> {
        if self.count_threats(side, Threat::Five) == 0 {
            return None;
        }
        self.four_cells(side).iter().find(|cell| self.threat(*cell, side) == Threat::Five)
    }

    /// The output of the network for the side to act, in hundredths.
    #[inline]
    pub fn network_output(&mut self) -> i32 {
        let active = self.active_rows();
        let (lines, stack) = (&self.lines, &self.undo_stack);
        let stone = |number: usize| {
            let cell = stack[number].played.cell();
            (cell, lines.side_at(cell))
        };
        let network = &self.tables.network;
        network.output(self.side, active, self.accumulator.after(network, self.plies, stone))
    }

    /// The rows of counts that are active in the network ([`super::pattern_network`]).
    #[inline]
    pub fn active_rows(&self) -> [usize; pattern_network::ACTIVE_ROWS] {
        let [own, other] = [self.side, self.side.other()].map(Side::index);
        let cells = u32::from(self.size.0) * u32::from(self.size.1);
        let counts = [own, other].map(|side| move |number| self.totals.counts[side].of(number));
        pattern_network::active_rows(&counts, cells - self.empties)
    }

    /// Whether the side to act may not put a stone on this empty cell.
    #[inline]
    pub fn is_foul(&self, cell: PaddedCell) -> bool {
        if self.side == Side::Second || self.rule != Rule::Renju {
            return false;
        }
        match self.threat(cell, Side::First) {
            Threat::Foul => true,
            Threat::PossibleFoul => renju::foul(&self.lines, cell.cell()).is_some(),
            _ => false,
        }
    }

    /// The patterns of the four lines of each empty cell near stones.
    ///
    /// A cell is near stones if one of its lines has a stone within four cells.
    pub fn cell_patterns(&self) -> Vec<CellPatterns> {
        let size = (usize::from(self.size.0), usize::from(self.size.1));
        let cells = self.empty_cells();
        let patterns = cells.iter().map(|cell| CellPatterns {
            patterns: self.patterns_of(cell),
            region: network_accumulator::region(cell.cell(), size),
        });
        patterns.filter(|cell| network_accumulator::is_near_stones(&cell.patterns)).collect()
    }

    /// The patterns of the four lines of an empty cell.
    ///
    /// Their numbers are those of [`super::line_pattern_numbers`].
    pub fn patterns_of(&self, cell: PaddedCell) -> [u16; 4] {
        network_accumulator::patterns_of(&self.lines, cell.cell())
    }

    /// All empty cells.
    pub fn empty_cells(&self) -> CellSet {
        let board = self.board_columns();
        let mut cells = CellSet::NONE;
        for y in 0..usize::from(self.size.1) {
            cells.insert_row(y, line_bitboards::empties(self.lines.row(y)) & board);
        }
        cells
    }

    /// The candidate cells of a search: the empty cells near stones.
    ///
    /// Near is within two cells of a stone, or within three on one of the cell's lines.
    pub fn candidate_cells(&self) -> CellSet {
        let board = self.board_columns();
        // Three rows of edge above the board and three below it.
        let mut stones = [0_u64; line_bitboards::MAX_SIZE + 6];
        for y in 0..usize::from(self.size.1) {
            stones[y + 3] = !line_bitboards::empties(self.lines.row(y)) & board;
        }
        let mut cells = CellSet::NONE;
        for y in 0..usize::from(self.size.1) {
            let rows = &stones[y..y + 7];
            let mut near = rows[0] | rows[6];
            near |= shifted_both_ways(near, 6);
            let square = rows[1] | rows[2] | rows[3] | rows[4] | rows[5];
            near |= square | shifted_both_ways(square, 2) | shifted_both_ways(square, 4);
            near |= shifted_both_ways(rows[3], 6);
            cells.insert_row(y, near & line_bitboards::empties(self.lines.row(y)) & board);
        }
        cells
    }

    /// The lower bits of the board's columns in a row's word; column 0 has bit 10.
    const fn board_columns(&self) -> u64 {
        line_bitboards::LOWER_BITS
            & ((1_u64 << (2 * self.size.0)) - 1) << (2 * line_bitboards::EDGE)
    }
}

/// A row moved this many bits to the left and to the right, two bits a cell.
const fn shifted_both_ways(row: u64, bits: u32) -> u64 {
    row << bits | row >> bits
}
