//! The commands about patterns and cells, in games on a grid.

use super::{CellAccess, CellLine};
use crate::board::{Grid, find_pattern};
use crate::game::{Evaluate, Notation, Turn};
use crate::host::hosted_game::HostedGame;
use crate::host::{GameHost as _, HostError};

impl<P: Notation + Evaluate> HostedGame<P> {
    /// Writes every place of the pattern, its cells joined by commas.
    pub(in crate::host) fn write_places(
        &self,
        text: &str,
        out: &mut String,
    ) -> Result<(), HostError> {
        let grid = self.cell_access()?;
        for place in self.places(grid, text)? {
            out.push(' ');
            self.write_cells(grid, &place, out);
        }
        Ok(())
    }

    /// Writes the cells that can be filled now.
    pub(in crate::host) fn write_playable(&self, out: &mut String) -> Result<(), HostError> {
        let grid = self.cell_access()?;
        for cell in self.playable_cells(grid) {
            out.push(' ');
            self.write_cells(grid, &[cell], out);
        }
        Ok(())
    }

    /// Writes the cells that fill a gap of the pattern and can be filled now.
    pub(in crate::host) fn write_opportunities(
        &self,
        text: &str,
        out: &mut String,
    ) -> Result<(), HostError> {
        let grid = self.cell_access()?;
        let position = self.record.position();
        let cells: Vec<_> = self.places(grid, text)?.into_iter().flatten().collect();
        for cell in self.playable_cells(grid) {
            if cells.contains(&cell) && (grid.holds)(position, cell.0, cell.1, '-') {
                out.push(' ');
                self.write_cells(grid, &[cell], out);
            }
        }
        Ok(())
    }

    /// The lines through a cell, and what lies in them, in words.
    pub(in crate::host) fn lines_through(&self, cell: &str) -> Result<Vec<String>, HostError> {
        let grid = self.cell_access()?;
        let position = self.record.position();
        let (width, height) = (grid.size)(position);
        let (x, y) = Grid::new(width, height)
            .cells()
            .find(|at| {
                let mut name = String::new();
                self.write_cells(grid, &[*at], &mut name);
                let coordinates = format!("{},{}", at.0, at.1);
                name.eq_ignore_ascii_case(cell) || coordinates == cell.trim_matches(['(', ')'])
            })
            .ok_or_else(|| HostError::BadValue(format!("there is no cell '{cell}'")))?;
        let mut lines = Vec::new();
        (grid.lines)(position, x, y, &mut lines);
        let text = |line: CellLine| {
            let mut text = String::new();
            self.write_cells(grid, &line.cells, &mut text);
            text + " " + &line.words
        };
        Ok(lines.into_iter().map(text).collect())
    }

    /// Cells that are empty; `None` without a grid that moves fill up.
    pub(in crate::host) fn empty_cells(&self) -> Option<u32> {
        let grid = self.grid.as_ref().filter(|grid| grid.fills_up)?;
        let position = self.record.position();
        let (width, height) = (grid.size)(position);
        let is_empty = |y| (0..width).filter(move |x| (grid.holds)(position, *x, y, '-'));
        u32::try_from((0..height).flat_map(is_empty).count()).ok()
    }

    fn cell_access(&self) -> Result<&CellAccess<P>, HostError> {
        self.grid.as_ref().ok_or_else(|| {
            HostError::Unsupported("this game has no grid of cells to look at".to_owned())
        })
    }

    /// Every place of a pattern.
    fn places(
        &self,
        grid: &CellAccess<P>,
        text: &str,
    ) -> Result<Vec<find_pattern::PatternPlace>, HostError> {
        let position = self.record.position();
        let holds = |x, y, letter| (grid.holds)(position, x, y, letter);
        find_pattern::find_letters(text, grid.letters, (grid.size)(position), holds)
            .map_err(|error| HostError::BadSyntax(error.to_string()))
    }

    /// The cells that can be filled now; none if the game is over.
    fn playable_cells(&self, grid: &CellAccess<P>) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        if matches!(self.turn(), Turn::Decide(_)) {
            (grid.playable)(self.record.position(), &mut cells);
        }
        cells
    }

    /// Writes the names of cells, joined by commas.
    fn write_cells(&self, grid: &CellAccess<P>, cells: &[(usize, usize)], out: &mut String) {
        for (i, (x, y)) in cells.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            (grid.write_name)(self.record.position(), *x, *y, out);
        }
    }
}
