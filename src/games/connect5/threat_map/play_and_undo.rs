//! How the threat map is updated: stones played and undone, and the turn passed.

use super::cell_threats::{CODE_COUNT, CellEntries, ThreatTable};
use super::padded_cells_and_sets::{CellSet, PADDED_CELLS, PaddedCell};
use super::rule_tables::RuleTables;
use super::shapes;
use super::threat_counts::Totals;
use super::threat_map_and_candidate_cells::{CellInfo, MAX_CHANGED, ThreatMap, UndoEntry};
use crate::games::connect5::Cell;
use crate::games::connect5::board::line_bitboards;
use crate::games::connect5::board::rules::SECOND_TO_ACT_KEY;

impl ThreatMap {
    /// Puts a stone of the side to act on an empty cell where it does not win; the turn changes.
    #[inline]
    pub fn play(&mut self, played: PaddedCell) {
        debug_assert!(
            self.is_empty(played) && !self.is_foul(played),
            "the caller plays legal moves"
        );
        if self.plies == self.undo_stack.len() {
            self.undo_stack.push(UndoEntry::default());
        }
        self.undo_stack[self.plies].key = self.key;
        self.accumulator.note_stone(self.plies);
        self.key = self.key_after(played);
        self.empties -= 1;
        self.lines.toggle(played.cell(), self.side);
        if shapes::needs_five_cells(self.rule) {
            self.update_cells::<5>(played);
        } else {
            self.update_cells::<4>(played);
        }
        self.plies += 1;
        self.side = self.side.other();
    }

    /// Undoes the last stone.
    #[inline]
    pub fn undo(&mut self) {
        debug_assert!(self.plies > 0, "there is a stone to undo");
        self.plies -= 1;
        self.side = self.side.other();
        self.toggle_moved_cells();
        let entry = &self.undo_stack[self.plies];
        for before in &entry.before[..entry.changed.min(MAX_CHANGED)] {
            self.cells[before.cell.number()] = *before;
        }
        self.totals = entry.totals;
        self.key = entry.key;
        self.empties += 1;
        let played = entry.played;
        let entries = self.cells[played.number()].entries;
        toggle_sets(&mut self.fours, &mut self.threes, played, entries);
        self.lines.toggle(played.cell(), self.side);
    }

    /// Passes the turn; a second call undoes that.
    #[inline]
    pub const fn pass(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_TO_ACT_KEY;
    }

    /// Takes a cell that is no longer empty out of the totals and the sets, and computes the empty
    /// cells within `REACH` on its lines.
    #[inline]
    fn update_cells<const REACH: u32>(&mut self, played: PaddedCell) {
        let entries = self.cells[played.number()].entries;
        toggle_sets(&mut self.fours, &mut self.threes, played, entries);
        let mut totals = self.totals;
        totals.remove(entries);
        let entry = &mut self.undo_stack[self.plies];
        let (cells, tables) = (&mut self.cells, self.tables);
        let mut update =
            Update { totals, changed: 0, moved: 0, before: &mut entry.before, cells, tables };
        let [row, column, rising, falling] = line_bitboards::places(played.cell()).map(|place| {
            // The lowest cell is the farthest that a neighbourhood can hold.
            self.lines.word(place).rotate_right(place.shift.wrapping_sub(4 * REACH))
        });
        update.line::<REACH, 0>(played, row);
        update.line::<REACH, 1>(played, column);
        update.line::<REACH, 2>(played, rising);
        update.line::<REACH, 3>(played, falling);
        let Update { totals, changed, moved, .. } = update;
        (entry.played, entry.changed, entry.moved) = (played, changed, moved);
        entry.totals = std::mem::replace(&mut self.totals, totals);
        self.toggle_moved_cells();
    }

    /// Moves the cells whose sets of fours and threes the stone changes; a second call moves them
    /// back.
    ///
    /// The stone is that of the entry at `plies`.
    #[inline(always)]
    fn toggle_moved_cells(&mut self) {
        for before in self.undo_stack[self.plies].moved_cells() {
            let now = self.cells[before.cell.number()].entries;
            let moved = now.other_sets(before.entries);
            toggle_sets(&mut self.fours, &mut self.threes, before.cell, moved);
        }
    }

    /// Fills in an empty cell from its lines and adds it to the totals and the sets.
    pub(super) fn add_empty_cell(&mut self, cell: Cell) {
        let padded = PaddedCell::of(cell);
        let info = self.info_of(cell);
        self.cells[padded.number()] = info;
        self.totals.add(info.entries);
        toggle_sets(&mut self.fours, &mut self.threes, padded, info.entries);
    }

    /// The [`CellInfo`] of an empty cell, computed from its four lines.
    fn info_of(&self, cell: Cell) -> CellInfo {
        let mut info = CellInfo { cell: PaddedCell::of(cell), ..CellInfo::default() };
        for (line, place) in line_bitboards::places(cell).into_iter().enumerate() {
            let word = self.lines.word(place);
            let index = if shapes::needs_five_cells(self.rule) {
                neighbourhood::<5>(word >> (place.shift - 10))
            } else {
                neighbourhood::<4>(word >> (place.shift - 8))
            };
            info = info.with(line, self.tables.shapes[index], &self.tables.threats);
        }
        info
    }
}

/// The update of the empty cells around a stone.
struct Update<'a> {
    totals: Totals,
    /// Cells updated so far, 0 to 40.
    changed: usize,
    /// A bit for each of them, as in [`UndoEntry`].
    moved: u64,
    before: &'a mut [CellInfo; MAX_CHANGED],
    cells: &'a mut [CellInfo; PADDED_CELLS],
    tables: &'static RuleTables,
}

impl Update<'_> {
    /// Computes the empty cells within `REACH` on a line of the stone that was played.
    ///
    /// The word begins `2 · REACH` cells before the stone.
    #[inline(always)]
    fn line<const REACH: u32, const LINE: usize>(&mut self, played: PaddedCell, word: u64) {
        let RuleTables { shapes, threats, .. } = self.tables;
        let window = (1 << (4 * REACH + 2)) - 1;
        let mut empties = line_bitboards::empties(word) >> (2 * REACH) & window;
        while empties != 0 {
            let bit = empties.trailing_zeros();
            empties &= empties - 1;
            let near = played.along(LINE, bit.cast_signed() as i16 / 2 - REACH as i16);
            let pair = shapes[neighbourhood::<REACH>(word >> bit)];
            let info = &mut self.cells[near.number()];
            let old = *info;
            let new = old.with(LINE, pair, threats);
            info.codes = new.codes;
            info.entries = new.entries;
            self.totals.remove(old.entries);
            self.totals.add(new.entries);
            self.before[self.changed % MAX_CHANGED] = old;
            let moves = new.entries.other_sets(old.entries) != CellEntries::NONE;
            self.moved = self.moved << 1 | u64::from(moves);
            self.changed += 1;
        }
    }
}

impl CellInfo {
    /// The cell with new shapes of both sides on one line.
    #[inline(always)]
    fn with(self, line: usize, pair: u8, threats: &ThreatTable) -> Self {
        let shift = 4 * (line & 3);
        let pair = (u32::from(pair) | u32::from(pair) << 12) & 0x000F_000F;
        let codes = self.codes & !(0x000F_000F << shift) | pair << shift;
        let [first, second] = [codes as usize % CODE_COUNT, CODE_COUNT + (codes >> 16) as usize];
        let entries = CellEntries::new(threats[first], threats[second]);
        Self { codes, entries, ..self }
    }
}

/// Adds a cell to the sets of fours and threes, or removes it, where these entries have a four or
/// three.
#[inline(always)]
fn toggle_sets(
    fours: &mut [CellSet; 2],
    threes: &mut [CellSet; 2],
    cell: PaddedCell,
    entries: CellEntries,
) {
    for i in 0..2 {
        fours[i].toggle_if(entries.of(i).has_four(), cell);
        threes[i].toggle_if(entries.of(i).has_three(), cell);
    }
}

/// The index of a neighbourhood in the table of shapes: of a line from its lowest cell, the cells
/// on either side of the middle one, the lowest first, without itself.
#[inline(always)]
const fn neighbourhood<const REACH: u32>(line: u64) -> usize {
    let part = (1 << (2 * REACH)) - 1;
    (line & part | line >> 2 & part << (2 * REACH)) as usize & (shapes::NEIGHBOURHOODS - 1)
}
