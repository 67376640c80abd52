//! The static evaluation: cells that would win, and nearness to the middle.

use super::Rack;
use crate::game::Evaluate;

/// The value of an empty cell that completes four, in hundredths, for its side.
/// Set by hand; no measurement is recorded.
const WINNING_CELL: i32 = 40;
/// The value of a ball one channel nearer to the middle, in hundredths, for its side.
/// Set by hand; no measurement is recorded.
const CENTRE: i32 = 5;

impl Evaluate for Rack {
    /// Hundredths: 40 for each empty cell that completes four, 5 a channel for nearness to the
    /// middle, own less the opponent's; the weights are set by hand.
    fn evaluate(&self) -> i32 {
        self.evaluate_balls(self.own()) - self.evaluate_balls(self.opposing())
    }

    fn ordering_score(&self, channel: u8) -> i32 {
        nearness(self.size().width(), usize::from(channel))
    }
}

impl Rack {
    /// The value of one side's balls, in hundredths.
    fn evaluate_balls(&self, balls: u64) -> i32 {
        let mut centre = 0;
        let mut inner = self.size().without_outer_channels(self.size().cells());
        while inner != 0 {
            centre += (balls & inner).count_ones().cast_signed();
            inner = self.size().without_outer_channels(inner);
        }
        WINNING_CELL * self.winning_cells(balls).count_ones().cast_signed() + CENTRE * centre
    }
}

/// Channels between this one and the nearer side wall.
const fn nearness(width: usize, channel: usize) -> i32 {
    let from_right = width - 1 - channel;
    (if channel < from_right { channel } else { from_right }) as u8 as i32
}
