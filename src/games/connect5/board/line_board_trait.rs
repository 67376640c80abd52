//! What the boards of this folder have in common: stones on the cells of a rectangle, and lines of
//! some length that win.

use super::cell::Cell;
use crate::base::Side;
use crate::game::Notation;

/// A board on which stones in line win.
pub trait LineBoard: Notation<Move = Cell> {
    /// Width and height in cells.
    fn size(&self) -> (usize, usize);

    /// The owner of the stone in this column and row; `None` if empty or off the board.
    fn stone(&self, x: usize, y: usize) -> Option<Side>;

    /// How many stones in line win: WIN-LENGTH in the notes of 2001.
    fn win_length(&self) -> usize;

    /// Whether this side's longer lines do not win.
    fn is_exact(&self, side: Side) -> bool;

    /// Whether the side to act may put a stone on this cell, which may be off the board.
    fn is_legal(&self, cell: Cell) -> bool;
}
