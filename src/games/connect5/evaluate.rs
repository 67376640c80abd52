//! The static value: what all windows of five are worth, and who is about to win.

use super::{Board, Cell, line_bits, window_counts};
use crate::game::{Evaluate, Position};

/// A side to act with four in a window of five.
const WINNING: i32 = 10_000;
/// Two or more such windows of the opponent: most often more than one stone can close.
const LOSING: i32 = 3_000;
/// The right to act.
const TEMPO: i32 = 20;
/// What windows alone can be worth, at most.
const MOST_WORTH: i32 = 9_000;

impl Evaluate for Board {
    /// Hundredths, −12,000 to 19,000: own windows less the opponent's (1, 6, 30 and 150 for
    /// one to four stones without the other side's), 20 for the turn, 10,000 for a five that
    /// can be made now, −3,000 for two that the opponent threatens. Weights set by hand.
    ///
    /// Kept up from stone to stone, so O(1). Overlines and fouls are not looked at.
    fn evaluate(&self) -> i32 {
        let side = self.side();
        let sign = [1, -1][side.index()];
        let windows = (sign * self.worth).clamp(-MOST_WORTH, MOST_WORTH);
        if self.fours(side) > 0 {
            windows + WINNING
        } else if self.fours(side.other()) > 1 {
            windows - LOSING
        } else {
            windows + TEMPO
        }
    }

    /// What the windows through the cell are worth to both sides: own fives first, then blocks
    /// of the opponent's, then growth; of equal cells the one nearer to the middle.
    fn ordering_score(&self, cell: Cell) -> i32 {
        let side = self.side();
        let windows: i32 = line_bits::spots(cell)
            .into_iter()
            .map(|spot| i32::from(window_counts::promise(self.around(spot, side))))
            .sum();
        let (width, height) = self.size();
        let off = |at: u8, length: usize| (2 * usize::from(at) + 1).abs_diff(length) as u16;
        64 * windows - i32::from(off(cell.x, width) + off(cell.y, height))
    }

    /// The cell, on a board of the greatest size.
    fn slot(&self, cell: Cell) -> usize {
        usize::from(cell.y) * line_bits::MOST + usize::from(cell.x)
    }
}
