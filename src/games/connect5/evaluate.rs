//! The plain static evaluation, for `generic`: the windows of the win length, and whether a side is
//! about to win.

use super::board::mnk_board::stones_value;
use super::board::{line_bitboards, stone_scores_by_line_neighbourhood};
use super::{Board, Cell, LineBoard, MnkBoard};
use crate::game::{Evaluate, Position};

/// For the side to act with four in a window of five, in hundredths; set by hand, as all of these.
const WINNING: i32 = 10_000;
/// Against the side to act if the opponent has two or more such windows, which one stone can seldom
/// block, in hundredths. Set by hand.
const LOSING: i32 = 3_000;
/// For the right to act, in hundredths. Set by hand.
const TEMPO: i32 = 20;
/// The most that the windows alone can count, in hundredths. Set by hand.
const MAX_WINDOWS: i32 = 9_000;

/// Move ordering: what a line of a stone that blocks a win counts, in hundredths: less than a win,
/// more than all growth.
const BLOCK: i32 = WINNING / 2;
/// The weight of a unit of what orders cells, where their distance from the centre comes after it.
///
/// That distance, in half steps, is 42 at most on any board, so the centre decides among equal cells
/// only.
pub(super) const UNIT_BEFORE_CENTRE: i32 = 64;

impl Evaluate for Board {
    /// Hundredths for the side to act, −12,000 to 19,000: own windows less the opponent's (1, 6, 30
    /// and 150 for one to four stones without the other side's), 20 for the turn, 10,000 for a five
    /// that can be made now, −3,000 for two that the opponent threatens. Weights set by hand.
    ///
    /// The sum of the windows is updated with each stone, so O(1). Overlines and fouls are ignored.
    fn evaluate(&self) -> i32 {
        let side = self.side();
        let sign = [1, -1][side.index()];
        let ready = [side, side.other()].map(|side| self.fours(side) as usize);
        value(sign * self.window_score, ready)
    }

    /// The move score of the windows through the cell: own fives first, then blocks of the
    /// opponent's, then growth; among equal cells the one nearer to the centre.
    ///
    /// For the side to move: `UNIT_BEFORE_CENTRE` times the sum of the move scores of its windows, each
    /// from 0, less the distance of the cell from the centre in half steps.
    fn ordering_score(&self, cell: Cell) -> i32 {
        let side = self.side();
        let windows: i32 = line_bitboards::places(cell)
            .into_iter()
            .map(|place| {
                i32::from(stone_scores_by_line_neighbourhood::move_score(
                    self.neighbourhood(place, side),
                ))
            })
            .sum();
        UNIT_BEFORE_CENTRE * windows - off_centre(cell, Self::size(self))
    }

    /// The number of the cell on a board of the greatest size, 0 to 483.
    fn history_slot(&self, cell: Cell) -> usize {
        slot(cell)
    }
}

impl Evaluate for MnkBoard {
    /// As with five in line; the windows have the win length of the board.
    fn evaluate(&self) -> i32 {
        let side = self.side();
        let sign = [1, -1][side.index()];
        let ready = [side, side.other()]
            .map(|side| self.windows_one_short[side.index()].unsigned_abs() as usize);
        value(sign * self.window_score, ready)
    }

    /// Own lines that win first, then blocks of the opponent's, then growth; among equal cells the
    /// one nearer to the centre.
    fn ordering_score(&self, cell: Cell) -> i32 {
        let (side, length) = (self.side(), self.win_length());
        let growth = |stones: usize, win: i32| {
            if stones + 1 == length {
                win
            } else {
                stones_value(stones + 1, length) - stones_value(stones, length)
            }
        };
        let windows = self.windows_through(cell).map(|stones| {
            let (own, theirs) = (stones[side.index()], stones[side.other().index()]);
            let ours = if theirs == 0 { growth(own, WINNING) } else { 0 };
            ours + if own == 0 { growth(theirs, BLOCK) } else { 0 }
        });
        UNIT_BEFORE_CENTRE * windows.sum::<i32>() - off_centre(cell, self.size())
    }

    fn history_slot(&self, cell: Cell) -> usize {
        slot(cell)
    }
}

/// The value of windows worth `score` for the side to act, of which `ready` (own, the opponent's)
/// lack one stone.
fn value(score: i32, [own, theirs]: [usize; 2]) -> i32 {
    let windows = score.clamp(-MAX_WINDOWS, MAX_WINDOWS);
    if own > 0 {
        windows + WINNING
    } else if theirs > 1 {
        windows - LOSING
    } else {
        windows + TEMPO
    }
}

/// Twice the distance of a cell from the centre, in columns and rows together.
pub(super) fn off_centre(cell: Cell, (width, height): (usize, usize)) -> i32 {
    let off = |at: u8, length: usize| (2 * usize::from(at) + 1).abs_diff(length) as u16;
    i32::from(off(cell.x, width) + off(cell.y, height))
}

/// The number of the cell on a board of the greatest size, 0 to 483.
fn slot(cell: Cell) -> usize {
    usize::from(cell.y) * line_bitboards::MAX_SIZE + usize::from(cell.x)
}
