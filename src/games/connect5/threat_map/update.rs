//! How the threat map is updated: stones played and undone, and the turn passed.

use super::cell_threats::CellEntry;
use super::map::{CellInfo, MAX_CHANGED, ThreatMap, Totals, UndoEntry};
use super::padded_cell::{CellSet, PaddedCell};
use super::rule_tables::RuleTables;
use super::shapes;
use crate::games::connect5::rules::{SECOND_ACTS, stone_key};
use crate::games::connect5::{Cell, line_bits};

impl ThreatMap {
    /// Puts a stone of the side to act on an empty cell where it does not win; the turn changes.
    #[inline]
    pub fn play(&mut self, played: PaddedCell) {
        debug_assert!(
            self.is_empty(played) && !self.is_foul(played),
            "the caller plays legal moves"
        );
        if self.plies == self.undo_stack.len() {
            self.undo_stack.push(UndoEntry {
                played,
                changed: 0,
                before: [(PaddedCell::NONE, CellInfo::default()); MAX_CHANGED],
                totals: self.totals,
            });
        }
        self.key = self.key_after(played);
        self.empties -= 1;
        self.lines.toggle(played.cell(), self.side);
        self.undo_stack[self.plies].totals = self.totals;
        self.remove_from_totals(played);
        if shapes::needs_five_cells(self.rule) {
            self.update_neighbours::<5>(played);
        } else {
            self.update_neighbours::<4>(played);
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
        let entry = &self.undo_stack[self.plies];
        let played = entry.played;
        for (cell, before) in &entry.before[..entry.changed.min(MAX_CHANGED)] {
            let info = &mut self.cells[cell.number()];
            update_sets(&mut self.fours, &mut self.threes, *cell, info.entries, before.entries);
            *info = *before;
        }
        self.totals = entry.totals;
        let entries = self.cells[played.number()].entries;
        update_sets(&mut self.fours, &mut self.threes, played, NO_THREATS, entries);
        self.lines.toggle(played.cell(), self.side);
        self.empties += 1;
        self.key ^= stone_key(played.cell(), self.side) ^ SECOND_ACTS;
    }

    /// Passes the turn; a second call undoes that.
    #[inline]
    pub const fn pass(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_ACTS;
    }

    /// Computes the empty cells within `REACH` on the lines of a cell that has changed.
    #[inline]
    fn update_neighbours<const REACH: u32>(&mut self, played: PaddedCell) {
        let entry = &mut self.undo_stack[self.plies];
        entry.played = played;
        let mut changed = 0;
        for (line, place) in line_bits::places(played.cell()).into_iter().enumerate() {
            let word = self.lines.word(place);
            let low = place.shift - 2 * REACH;
            let window = (1_u64 << (4 * REACH + 2)) - 1;
            let mut empties = (line_bits::empties(word) >> low) & window;
            while empties != 0 {
                let bit = empties.trailing_zeros();
                empties &= empties - 1;
                let near = played.along(line, bit.cast_signed() as i16 / 2 - REACH as i16);
                let pair = self.tables.shapes[neighbourhood::<REACH>(word, low + bit)];
                let info = &mut self.cells[near.number()];
                let Some(new) = info.with(line, pair, self.tables) else { continue };
                entry.before[changed] = (near, *info);
                changed += 1;
                self.totals.replace(info.entries, new.entries);
                update_sets(&mut self.fours, &mut self.threes, near, info.entries, new.entries);
                *info = new;
            }
        }
        entry.changed = changed;
    }

    /// Fills in an empty cell from its lines and adds it to the totals and the sets.
    pub(super) fn add_empty_cell(&mut self, cell: Cell) {
        let padded = PaddedCell::of(cell);
        let info = self.info_of(cell);
        self.cells[padded.number()] = info;
        for (i, entry) in info.entries.into_iter().enumerate() {
            self.totals.counts[i][entry.number()] += 1;
            self.totals.weights[i] += entry.weight();
        }
        update_sets(&mut self.fours, &mut self.threes, padded, NO_THREATS, info.entries);
    }

    /// What is to be known of an empty cell, from its lines alone.
    fn info_of(&self, cell: Cell) -> CellInfo {
        let mut info = CellInfo::default();
        for (line, place) in line_bits::places(cell).into_iter().enumerate() {
            let word = self.lines.word(place);
            let index = if shapes::needs_five_cells(self.rule) {
                neighbourhood::<5>(word, place.shift)
            } else {
                neighbourhood::<4>(word, place.shift)
            };
            info = info.with(line, self.tables.shapes[index], self.tables).unwrap_or(info);
        }
        info.entries = [0, 1].map(|i| self.tables.threats[i][usize::from(info.codes[i])]);
        info
    }

    /// Takes a cell that is no longer empty out of the totals and the sets.
    fn remove_from_totals(&mut self, cell: PaddedCell) {
        let entries = self.cells[cell.number()].entries;
        for (i, entry) in entries.into_iter().enumerate() {
            self.totals.counts[i][entry.number()] -= 1;
            self.totals.weights[i] -= entry.weight();
        }
        update_sets(&mut self.fours, &mut self.threes, cell, entries, NO_THREATS);
    }
}

/// The entries of a cell that is no threat to either side.
const NO_THREATS: [CellEntry; 2] = [CellEntry::NONE; 2];

impl CellInfo {
    /// The cell with new shapes of both sides on one line; `None` if they are the old ones.
    #[inline(always)]
    fn with(self, line: usize, pair: u8, tables: &RuleTables) -> Option<Self> {
        let shift = 4 * (line & 3);
        let change = |code: u16, shape: u8| (code & !(15 << shift)) | u16::from(shape) << shift;
        let codes = [change(self.codes[0], pair & 15), change(self.codes[1], pair >> 4)];
        if codes == self.codes {
            return None;
        }
        Some(Self { codes, entries: [0, 1].map(|i| tables.threats[i][usize::from(codes[i])]) })
    }
}

impl Totals {
    /// Replaces what one cell contributes.
    #[inline(always)]
    fn replace(&mut self, old: [CellEntry; 2], new: [CellEntry; 2]) {
        for i in 0..2 {
            self.weights[i] += new[i].weight() - old[i].weight();
            if new[i].number() != old[i].number() {
                self.counts[i][old[i].number()] -= 1;
                self.counts[i][new[i].number()] += 1;
            }
        }
    }
}

/// Updates the sets of fours and threes for a cell that had the old entries and has the new ones.
#[inline(always)]
fn update_sets(
    fours: &mut [CellSet; 2],
    threes: &mut [CellSet; 2],
    cell: PaddedCell,
    old: [CellEntry; 2],
    new: [CellEntry; 2],
) {
    for i in 0..2 {
        if old[i].has_four() != new[i].has_four() {
            fours[i].toggle(cell);
        }
        if old[i].has_three() != new[i].has_three() {
            threes[i].toggle(cell);
        }
    }
}

/// The index of a neighbourhood in the table of shapes: the cells on either side of the one at
/// `shift`, the lowest first, without itself.
#[inline(always)]
const fn neighbourhood<const REACH: u32>(word: u64, shift: u32) -> usize {
    let half = 2 * REACH;
    let part = (1 << half) - 1;
    let low = word >> (shift - half) & part;
    let high = word >> (shift + 2) & part;
    (low | high << half) as usize & (shapes::NEIGHBOURHOODS - 1)
}
