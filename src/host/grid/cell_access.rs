//! The cells of a game on a rectangular board, for the commands about patterns and cells.

use crate::base::Side;
use crate::board::grid::Grid;

/// Access to the cells of a game.
///
/// Rows count from the top, columns from the left, both from 0.
pub struct CellAccess<P> {
    /// Width and height in cells.
    pub size: fn(&P) -> (usize, usize),
    /// The letters of patterns, `-` for an empty cell among them.
    pub letters: &'static str,
    /// Whether one of these letters stands for what is in the cell in this column and row.
    pub holds: fn(&P, usize, usize, char) -> bool,
    /// Whether each move fills one cell for good, so that empty cells count the moves left.
    pub fills_up: bool,
    /// Writes the name of the cell in this column and row.
    pub write_name: fn(&P, usize, usize, &mut String),
    /// Appends the cells (column, row) that can be filled now, in the order of `legal`.
    pub playable: fn(&P, &mut Vec<(usize, usize)>),
    /// Appends the lines that decide the game, as far as they go through the cell.
    pub lines: fn(&P, usize, usize, &mut Vec<CellLine>),
}

/// A line of cells that could decide the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellLine {
    /// Column and row of each cell, in order.
    pub cells: Vec<(usize, usize)>,
    /// The contents of the line for either side, in the words of the game.
    pub words: String,
}

/// The lines of `length` cells through a cell, each with the numbers of stones in it.
///
/// `names` are the words for the stones of First and of Second.
pub fn count_lines(
    (width, height): (usize, usize),
    length: usize,
    at: (usize, usize),
    names: [&str; 2],
    owner: impl Fn(usize, usize) -> Option<Side>,
    out: &mut Vec<CellLine>,
) {
    let [first, second] = names;
    for cells in Grid::new(width, height).lines_through(length, at) {
        let count = |side| cells.iter().filter(|(x, y)| owner(*x, *y) == side).count();
        let [mine, theirs, empty] = [Some(Side::First), Some(Side::Second), None].map(count);
        let words = format!("{mine} {first}, {theirs} {second}, {empty} empty");
        out.push(CellLine { cells, words });
    }
}
