//! The static evaluation: cells that would win, and nearness to the middle.

use super::Rack;
use crate::game::Evaluate;

/// The value of an empty cell that completes four, in hundredths, for its side.
/// Set by hand; no measurement is recorded.
const WINNING_CELL: i32 = 40;
/// The value of a ball one channel nearer to the middle, in hundredths, for its side.
/// Set by hand; no measurement is recorded.
const CENTRE: i32 = 5;

impl<const W: usize, const H: usize> Evaluate for Rack<W, H> {
    /// Hundredths: 40 for each empty cell that completes four, 5 a channel for nearness to the
    /// middle, own less the opponent's; the weights are set by hand.
    fn evaluate(&self) -> i32 {
        Self::evaluate_balls(self, self.own()) - Self::evaluate_balls(self, self.opposing())
    }

    fn ordering_score(&self, channel: u8) -> i32 {
        nearness(W, usize::from(channel))
    }
}

impl<const W: usize, const H: usize> Rack<W, H> {
    /// The value of one side's balls, in hundredths.
    fn evaluate_balls(&self, balls: u64) -> i32 {
        let centre: i32 = (0..W)
            .map(|c| nearness(W, c) * (balls & Self::channel(c)).count_ones().cast_signed())
            .sum();
        WINNING_CELL * self.winning_cells(balls).count_ones().cast_signed() + CENTRE * centre
    }
}

/// Channels between this one and the nearer side wall.
const fn nearness(width: usize, channel: usize) -> i32 {
    let from_right = width - 1 - channel;
    (if channel < from_right { channel } else { from_right }) as u8 as i32
}
