//! The rack as two 64-bit words, and the rules on it. [`RackSize`] says which bit is which cell.

use super::rack_size_and_bitboard::RackSize;
use crate::base::hash::mix;
use crate::base::{Outcome, Side};
use crate::game::{Deterministic, Position, Turn};

/// A rack with its balls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rack {
    /// Balls of the side to move.
    own_balls: u64,
    /// Balls of both sides.
    pub(super) mask: u64,
    size: RackSize,
}

impl Rack {
    /// The empty rack as sold, of 7 channels and 6 rows.
    pub const EMPTY: Self = Self::new(RackSize::AS_SOLD);

    /// The empty rack of this size.
    pub const fn new(size: RackSize) -> Self {
        Self { own_balls: 0, mask: 0, size }
    }

    /// The rack with these balls; First is to move when both have the same number.
    ///
    /// The caller has checked gravity and counts; `None` if the counts fit no side to move.
    pub(super) const fn from_balls(size: RackSize, balls: [u64; 2]) -> Option<Self> {
        let (first, second) = (balls[0].count_ones(), balls[1].count_ones());
        let mask = balls[0] | balls[1];
        if first == second {
            Some(Self { own_balls: balls[0], mask, size })
        } else if first == second + 1 {
            Some(Self { own_balls: balls[1], mask, size })
        } else {
            None
        }
    }

    /// The number of its channels and rows.
    #[inline]
    pub const fn size(&self) -> RackSize {
        self.size
    }

    /// The balls of the side to move.
    #[inline]
    pub const fn own(&self) -> u64 {
        self.own_balls
    }

    /// The balls of the side that moved last.
    #[inline]
    pub const fn opposing(&self) -> u64 {
        self.own_balls ^ self.mask
    }

    /// The balls of this side.
    pub fn balls(&self, side: Side) -> u64 {
        if side == self.side() { self.own() } else { self.opposing() }
    }

    /// The owner of the ball in this channel (0 from the left) and row (0 from the **top**).
    pub fn ball(&self, channel: usize, row: usize) -> Option<Side> {
        let cell = self.size().cell_from_top(channel, row);
        Side::BOTH.into_iter().find(|side| self.balls(*side) & cell != 0)
    }

    /// How many cells are empty.
    #[inline]
    pub const fn empty_cells(&self) -> u32 {
        (self.size.cells() & !self.mask).count_ones()
    }

    /// The lowest empty cell of every channel that is not full.
    #[inline]
    pub const fn playable(&self) -> u64 {
        self.size.playable(self.mask)
    }

    /// The empty cells, reachable now or later, that would complete four of these balls.
    #[inline]
    pub const fn winning_cells(&self, balls: u64) -> u64 {
        self.size.completing(balls) & !self.mask
    }

    /// Whether the side to move can complete four with its next ball.
    #[inline]
    pub(super) const fn can_win_at_once(&self) -> bool {
        self.winning_cells(self.own()) & self.playable() != 0
    }

    /// The rack with these balls of the side to move and these of both sides.
    pub(super) const fn with_own(size: RackSize, mover: u64, mask: u64) -> Self {
        Self { own_balls: mover, mask, size }
    }

    /// The legal moves, the middle channel first; none when the game is over.
    pub(super) fn moves_centre_first(&self) -> impl Iterator<Item = u8> + use<> {
        let is_won = self.size.has_four(self.opposing());
        self.size.channels_of(if is_won { 0 } else { self.playable() })
    }

    /// The cells (channel from the left, row from the **top**) of every four of the winner; empty
    /// while no side has won.
    pub(super) fn winning_line(&self) -> Vec<(usize, usize)> {
        let Turn::Over(outcome) = self.turn() else { return Vec::new() };
        let is_winners = |(x, y): (usize, usize)| {
            outcome.winner().is_some_and(|winner| self.ball(x, y) == Some(winner))
        };
        self.size().grid().cells_of_full_lines(4, false, is_winners)
    }
}

impl Position for Rack {
    /// A channel, 0 from the left.
    type Move = u8;
    /// The balls of both sides before the move.
    type Undo = u64;

    #[inline]
    fn turn(&self) -> Turn {
        if self.size.has_four(self.opposing()) {
            Turn::Over(Outcome::win(self.side().other()))
        } else if self.mask == self.size.cells() {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Decide(self.side())
        }
    }

    #[inline]
    fn side(&self) -> Side {
        if self.mask.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Channels from the left.
    fn moves(&self, out: &mut Vec<u8>) {
        self.size.with_constants(
            #[inline(always)]
            |size| {
                if size.has_four(self.opposing()) {
                    return;
                }
                // Without a branch for each channel.
                let (mut open, mut count) = ([0; 8], 0);
                for channel in 0..size.width() {
                    open[count % 8] = channel as u8;
                    count += usize::from(size.playable(self.mask) & size.channel(channel) != 0);
                }
                out.extend_from_slice(&open[..count.min(8)]);
            },
        );
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.size.has_four(self.opposing()) {
            0
        } else {
            self.size.count_one_per_channel(self.playable())
        }
    }

    /// Two or three plies at once, without a ball being played.
    #[inline]
    fn count_leaves(&self, plies: usize) -> Option<u64> {
        self.size.with_constants(
            #[inline(always)]
            |size| {
                if size.has_four(self.opposing()) {
                    return Some(0);
                }
                let quiet = !size.completing(self.own());
                match plies {
                    2 => Some(size.count_replies(size.playable(self.mask), quiet)),
                    3 => {
                        // The ball of the first move takes no winning cell from the other side but
                        // its own, and that is no longer playable.
                        let quiet_replies = !size.completing(self.opposing());
                        let mut left = size.playable(self.mask) & quiet;
                        let mut leaves = 0;
                        while left != 0 {
                            let mask = self.mask | (left & left.wrapping_neg());
                            left &= left - 1;
                            leaves += size.count_replies(size.playable(mask), quiet_replies);
                        }
                        Some(leaves)
                    }
                    _ => None,
                }
            },
        )
    }

    #[inline]
    fn play(&mut self, channel: u8) -> u64 {
        let before = self.mask;
        self.own_balls = self.opposing();
        self.mask |= before + self.size.cell(usize::from(channel), 0);
        debug_assert!(self.mask & !self.size.cells() == 0, "the channel is full");
        before
    }

    #[inline]
    fn undo(&mut self, before: u64) {
        self.mask = before;
        self.own_balls = self.opposing();
    }

    #[inline]
    fn key(&self) -> u64 {
        // Balls of the mover on top of a filled channel's carry: one number a position.
        mix(self.own_balls.wrapping_add(self.mask).wrapping_add(self.size.bottom()))
    }
}

impl Deterministic for Rack {}

#[cfg(test)]
mod tests {
    use super::Rack;
    use crate::game::Position;
    use crate::game::perft::perft;

    #[test]
    fn bulk_count_equals_the_moves_made() {
        let mut rack = Rack::EMPTY;
        for channel in [3, 3, 3, 3, 3, 3, 0, 1, 0, 1, 0, 1] {
            let mut moves = Vec::new();
            rack.moves(&mut moves);
            assert_eq!(rack.count_moves(), moves.len() as u64);
            rack.play(channel);
        }
        rack.play(0);
        assert_eq!(rack.count_moves(), 0, "four in channel 1 ends the game");
    }

    #[test]
    fn perft_of_the_empty_rack_grows_as_known() {
        let counts: Vec<_> =
            (0..=7).map(|d| perft(&mut Rack::EMPTY.clone(), d, &|| false).unwrap()).collect();
        assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536]);
    }
}
