//! A cell of the board, which is also the move that puts a stone there.

/// One cell of the board, and the move that puts a stone there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column, from 0 at the left.
    pub x: u8,
    /// The row, from 0 at the **top**.
    pub y: u8,
}
