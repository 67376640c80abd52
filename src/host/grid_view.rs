//! The cells of a game on a rectangular board, for the commands about patterns and cells.

use crate::base::Side;

/// Access to the cells of a game; rows count from the top, columns from the left, both from 0.
pub struct GridView<P> {
    /// Width and height in cells.
    pub size: fn(&P) -> (usize, usize),
    /// The owner of the cell in this column and row; `None` if it is empty.
    pub cell: fn(&P, usize, usize) -> Option<Side>,
    /// Writes the name of the cell in this column and row.
    pub write_name: fn(&P, usize, usize, &mut String),
    /// Appends the cells (column, row) that can be filled now, in the order of `legal`.
    pub playable: fn(&P, &mut Vec<(usize, usize)>),
}
