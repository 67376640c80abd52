//! The rack as two 64-bit words, and the rules on it.
//!
//! Channel `c` (from 0, left) owns `H + 1` bits, lowest row first; the topmost bit of each channel
//! is always empty, so that lines cannot run from one channel into the next:
//!
//! ```text
//!  7×6:   6 13 20 27 34 41 48   (always empty)
//!         5 12 19 26 33 40 47   row A
//!         …
//!         0  7 14 21 28 35 42   row F
//! ```

use crate::base::{Outcome, Side, rng};
use crate::game::{Deterministic, Position, Turn};

/// A rack of `W` channels and `H` rows: 6×5 to 8×7, 7×6 being the game as sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rack<const W: usize, const H: usize> {
    /// Balls of the side to move.
    mover: u64,
    /// Balls of both sides.
    pub(super) mask: u64,
}

impl<const W: usize, const H: usize> Default for Rack<W, H> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize, const H: usize> Rack<W, H> {
    /// The empty rack.
    pub const EMPTY: Self = Self { mover: 0, mask: 0 };

    /// Bits from one channel to the next.
    pub(super) const STRIDE: usize = H + 1;

    /// The lowest cell of every channel.
    pub(super) const BOTTOM: u64 = {
        let mut bottom = 0;
        let mut channel = 0;
        while channel < W {
            bottom |= 1 << (channel * Self::STRIDE);
            channel += 1;
        }
        bottom
    };

    /// The number of cells.
    pub(super) const AREA: i32 = ((W * H) as u32).cast_signed();

    /// Every cell of the rack.
    pub const CELLS: u64 = Self::BOTTOM * ((1 << H) - 1);

    /// Every channel, the middle first; of two as near to it the left one comes first.
    pub const CENTRE_FIRST: [u8; W] = {
        let mut order = [0; W];
        let (mut filled, mut distance) = (0, 0);
        while filled < W {
            let mut channel = 0;
            while channel < W {
                if (2 * channel + 1).abs_diff(W) == distance {
                    order[filled] = channel as u8;
                    filled += 1;
                }
                channel += 1;
            }
            distance += 1;
        }
        order
    };

    /// The bit of the cell in this channel (0 from the left) and row (0 from the bottom).
    #[inline]
    pub const fn cell(channel: usize, row: usize) -> u64 {
        1 << (channel * Self::STRIDE + row)
    }

    /// All cells of one channel.
    #[inline]
    pub(super) const fn channel(channel: usize) -> u64 {
        ((1 << H) - 1) << (channel * Self::STRIDE)
    }

    /// The channels that have one of these cells, the middle first.
    pub(super) fn channels_of(cells: u64) -> impl Iterator<Item = u8> {
        let order = Self::CENTRE_FIRST.into_iter();
        order.filter(move |c| cells & Self::channel(usize::from(*c)) != 0)
    }

    /// The legal moves, the middle channel first; none when the game is over.
    pub(super) fn moves_centre_first(&self) -> impl Iterator<Item = u8> + use<W, H> {
        let is_won = Self::has_four(self.opposing());
        Self::channels_of(if is_won { 0 } else { self.playable() })
    }

    /// A word of cells with its channels in the opposite order.
    #[inline(always)]
    pub(super) const fn mirrored(word: u64) -> u64 {
        let channel = (1 << Self::STRIDE) - 1;
        let mut mirrored = 0;
        let mut from = 0;
        while from < W {
            let bits = (word >> (from * Self::STRIDE)) & channel;
            mirrored |= bits << ((W - 1 - from) * Self::STRIDE);
            from += 1;
        }
        mirrored
    }

    /// The rack with these balls; First is to move when both have the same number.
    ///
    /// The caller has checked gravity and counts; `None` if the counts fit no side to move.
    pub(super) const fn from_balls(balls: [u64; 2]) -> Option<Self> {
        let (first, second) = (balls[0].count_ones(), balls[1].count_ones());
        let mask = balls[0] | balls[1];
        if first == second {
            Some(Self { mover: balls[0], mask })
        } else if first == second + 1 {
            Some(Self { mover: balls[1], mask })
        } else {
            None
        }
    }

    /// The rack with these balls of the side to move and these of both sides.
    pub(super) const fn with_own(mover: u64, mask: u64) -> Self {
        Self { mover, mask }
    }

    /// The balls of the side to move.
    #[inline]
    pub const fn own(&self) -> u64 {
        self.mover
    }

    /// The balls of the side that moved last.
    #[inline]
    pub const fn opposing(&self) -> u64 {
        self.mover ^ self.mask
    }

    /// The balls of this side.
    pub fn balls(&self, side: Side) -> u64 {
        if side == self.side() { self.own() } else { self.opposing() }
    }

    /// The lowest empty cell of every channel that is not full.
    #[inline]
    pub const fn playable(&self) -> u64 {
        (self.mask + Self::BOTTOM) & Self::CELLS
    }

    /// Whether these balls hold four in line.
    #[inline]
    pub const fn has_four(balls: u64) -> bool {
        let stride = Self::STRIDE;
        let vertical = balls & (balls >> 1);
        let flat = balls & (balls >> stride);
        let falling = balls & (balls >> (stride - 1));
        let rising = balls & (balls >> (stride + 1));
        (vertical & (vertical >> 2))
            | (flat & (flat >> (2 * stride)))
            | (falling & (falling >> (2 * (stride - 1))))
            | (rising & (rising >> (2 * (stride + 1))))
            != 0
    }

    /// The empty cells, reachable now or later, that would complete four of these balls.
    pub const fn winning_cells(&self, balls: u64) -> u64 {
        Self::completing(balls) & !self.mask
    }

    /// The cells, empty or of either side, that would complete four of these balls.
    #[inline(always)]
    pub(super) const fn completing(balls: u64) -> u64 {
        let vertical = (balls << 1) & (balls << 2) & (balls << 3);
        let stride = Self::STRIDE as u32;
        (vertical
            | Self::gaps(balls, stride)
            | Self::gaps(balls, stride - 1)
            | Self::gaps(balls, stride + 1))
            & Self::CELLS
    }

    /// Cells that complete four along one direction, whichever of the four they are.
    #[inline(always)]
    const fn gaps(balls: u64, step: u32) -> u64 {
        let up = (balls << step) & (balls << (2 * step));
        let down = (balls >> step) & (balls >> (2 * step));
        (up & (balls << (3 * step)))
            | (up & (balls >> step))
            | (down & (balls << step))
            | (down & (balls >> (3 * step)))
    }
}

impl<const W: usize, const H: usize> Position for Rack<W, H> {
    /// A channel, 0 from the left.
    type Move = u8;
    type Undo = Self;

    #[inline]
    fn turn(&self) -> Turn {
        if Self::has_four(self.opposing()) {
            Turn::Over(Outcome::win(self.side().other()))
        } else if self.mask == Self::CELLS {
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
        if !Self::has_four(self.opposing()) {
            let playable = self.playable();
            out.extend((0..W as u8).filter(|c| playable & Self::channel(usize::from(*c)) != 0));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if Self::has_four(self.opposing()) { 0 } else { u64::from(self.playable().count_ones()) }
    }

    /// Every move that does not win leaves all channels open but the one it fills up.
    #[inline]
    fn count_replies(&self) -> Option<u64> {
        if Self::has_four(self.opposing()) {
            return Some(0);
        }
        let playable = self.playable();
        let quiet = playable & !self.winning_cells(self.own());
        let filling = quiet & (Self::BOTTOM << (H - 1));
        let open = u64::from(playable.count_ones());
        Some(u64::from(quiet.count_ones()) * open - u64::from(filling.count_ones()))
    }

    #[inline]
    fn play(&mut self, channel: u8) -> Self {
        let before = *self;
        let cell = self.playable() & Self::channel(usize::from(channel));
        debug_assert!(cell != 0, "the channel is full");
        self.mover = before.opposing();
        self.mask |= cell;
        before
    }

    #[inline]
    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    #[inline]
    fn key(&self) -> u64 {
        // Balls of the mover on top of a filled channel's carry: one number a position.
        rng::mix(self.mover.wrapping_add(self.mask).wrapping_add(Self::BOTTOM))
    }
}

impl<const W: usize, const H: usize> Deterministic for Rack<W, H> {}

#[cfg(test)]
mod tests {
    use super::Rack;
    use crate::game::Position;
    use crate::game::perft::perft;

    type Board = Rack<7, 6>;

    #[test]
    fn bulk_count_equals_the_moves_made() {
        let mut rack = Board::EMPTY;
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
            (0..=7).map(|d| perft(&mut Board::EMPTY.clone(), d, &|| false).unwrap()).collect();
        assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536]);
    }

    #[test]
    fn channels_come_from_the_middle_outwards() {
        assert_eq!(Rack::<7, 6>::CENTRE_FIRST, [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(Rack::<8, 6>::CENTRE_FIRST, [3, 4, 2, 5, 1, 6, 0, 7]);
        assert_eq!(Rack::<6, 6>::CENTRE_FIRST, [2, 3, 1, 4, 0, 5]);
    }

    #[test]
    fn every_size_keeps_its_lines_apart() {
        // Row 1 of the last channels and the top row of the first ones never join up.
        assert!(!Rack::<8, 7>::has_four(
            Rack::<8, 7>::cell(0, 5)
                | Rack::<8, 7>::cell(0, 6)
                | Rack::<8, 7>::cell(1, 0)
                | Rack::<8, 7>::cell(1, 1)
        ));
        assert_eq!(Rack::<8, 7>::CELLS.count_ones(), 56);
        assert_eq!(Rack::<6, 5>::CELLS.count_ones(), 30);
    }
}
