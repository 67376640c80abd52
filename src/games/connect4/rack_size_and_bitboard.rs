//! The size of a rack, and what follows from it: how a word of 64 bits has the cells, and which
//! of them are four in line.
//!
//! Channel `c` (from 0, left) owns as many bits as there are rows and one more, lowest row first;
//! the topmost bit of each channel is always empty, so that lines cannot run from one channel
//! into the next:
//!
//! ```text
//!  7×6:   6 13 20 27 34 41 48   (always empty)
//!         5 12 19 26 33 40 47   row A
//!         …
//!         0  7 14 21 28 35 42   row F
//! ```
//!
//! The players work with a size that is known at run time. The solver is compiled for each of the
//! nine sizes: with a constant size, all numbers here become constants of the machine code, since
//! the functions are always inlined.

use crate::board::Grid;

/// The number of channels and rows of a rack: 6×5 to 8×7, 7×6 being the game as sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RackSize {
    /// The lowest cell of every channel.
    bottom: u64,
    /// Every cell of the rack.
    cells: u64,
    /// Channels, 6 to 8.
    width: u8,
    /// Rows, 5 to 7.
    height: u8,
}

/// A computation that is compiled for each of the nine sizes.
pub(super) trait BySize {
    /// Its result.
    type Output;

    /// The computation for a rack of `W` channels and `H` rows.
    fn of_size<const W: usize, const H: usize>(self) -> Self::Output;
}

/// A function of a size, as a computation with constant sizes.
struct OfConstantSize<F>(F);

impl<T, F: FnOnce(RackSize) -> T> BySize for OfConstantSize<F> {
    type Output = T;

    #[inline(always)]
    fn of_size<const W: usize, const H: usize>(self) -> T {
        self.0(const { RackSize::new(W, H) })
    }
}

impl RackSize {
    /// The rack as sold: 7 channels and 6 rows.
    pub const AS_SOLD: Self = Self::new(7, 6);

    /// A rack of 6 to 8 channels and 5 to 7 rows.
    ///
    /// # Panics
    /// In debug builds if it is of another size.
    pub const fn new(width: usize, height: usize) -> Self {
        debug_assert!(
            6 <= width && width <= 8 && 5 <= height && height <= 7,
            "racks have 6 to 8 channels and 5 to 7 rows"
        );
        let mut bottom = 0;
        let mut channel = 0;
        while channel < width {
            bottom |= 1 << (channel * (height + 1));
            channel += 1;
        }
        let cells = bottom * ((1 << height) - 1);
        Self { bottom, cells, width: width as u8, height: height as u8 }
    }

    /// The number of channels.
    #[inline(always)]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// The number of rows.
    #[inline(always)]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The result of this function for the size. It is compiled once for each of the nine sizes, all
    /// numbers of which are then constants of the machine code.
    #[inline(always)]
    pub(super) fn with_constants<T>(self, function: impl FnOnce(Self) -> T) -> T {
        self.compute(OfConstantSize(function))
    }

    /// The result of a computation, compiled for this size.
    #[inline(always)]
    pub(super) fn compute<C: BySize>(self, computation: C) -> C::Output {
        match (self.width, self.height) {
            (6, 5) => computation.of_size::<6, 5>(),
            (6, 6) => computation.of_size::<6, 6>(),
            (6, 7) => computation.of_size::<6, 7>(),
            (7, 5) => computation.of_size::<7, 5>(),
            (7, 7) => computation.of_size::<7, 7>(),
            (8, 5) => computation.of_size::<8, 5>(),
            (8, 6) => computation.of_size::<8, 6>(),
            (8, 7) => computation.of_size::<8, 7>(),
            _ => computation.of_size::<7, 6>(),
        }
    }

    /// The number of cells.
    #[inline(always)]
    pub const fn area(self) -> i32 {
        self.width as i32 * self.height as i32
    }

    /// The rack as a rectangle of cells.
    pub(super) const fn grid(self) -> Grid {
        Grid::new(self.width(), self.height())
    }

    /// Bits from one channel to the next.
    #[inline(always)]
    pub(super) const fn stride(self) -> usize {
        self.height() + 1
    }

    /// The lowest cell of every channel.
    #[inline(always)]
    pub(super) const fn bottom(self) -> u64 {
        self.bottom
    }

    /// Every cell of the rack.
    #[inline(always)]
    pub const fn cells(self) -> u64 {
        self.cells
    }

    /// The bit of the cell in this channel (0 from the left) and row (0 from the bottom).
    #[inline(always)]
    pub const fn cell(self, channel: usize, row: usize) -> u64 {
        1 << (channel * self.stride() + row)
    }

    /// The bit of the cell in this channel (0 from the left) and row (0 from the **top**).
    #[inline]
    pub(super) const fn cell_from_top(self, channel: usize, row: usize) -> u64 {
        self.cell(channel, self.height() - 1 - row)
    }

    /// All cells of one channel.
    #[inline(always)]
    pub(super) const fn channel(self, channel: usize) -> u64 {
        ((1 << self.height) - 1) << (channel * self.stride())
    }

    /// Every channel, the middle first; of two as near to it the left one comes first.
    pub fn centre_first(self) -> impl Iterator<Item = u8> {
        let middle = (self.width - 1) / 2;
        (0..self.width).map(move |at| {
            let distance = at.div_ceil(2);
            let is_left = (at + self.width).is_multiple_of(2);
            if is_left { middle - distance } else { middle + distance }
        })
    }

    /// The channels that have one of these cells, the middle first.
    pub(super) fn channels_of(self, cells: u64) -> impl Iterator<Item = u8> {
        self.centre_first().filter(move |c| cells & self.channel(usize::from(*c)) != 0)
    }

    /// The lowest empty cell of every channel that is not full, where these cells have balls.
    #[inline(always)]
    pub(super) const fn playable(self, mask: u64) -> u64 {
        (mask + self.bottom) & self.cells
    }

    /// How many of these cells there are; no channel has more than one.
    ///
    /// Faster than counting bits without an instruction for it, which is most of perft's work.
    #[inline(always)]
    pub(super) const fn count_one_per_channel(self, cells: u64) -> u64 {
        // Adding a 1 in every row carries a cell's bit to the top of its channel; the product has
        // the sum of all channels in the last one.
        let channels = ((cells + self.cells) >> self.height) & self.bottom;
        channels.wrapping_mul(self.bottom) >> ((self.width() - 1) * self.stride()) & 15
    }

    /// The moves after each of these moves together, where those that are not quiet end the game.
    ///
    /// Every quiet move leaves all channels open but the one that it fills up.
    #[inline(always)]
    pub(super) const fn count_replies(self, playable: u64, quiet: u64) -> u64 {
        let moves = playable & quiet;
        let filling = moves & (self.bottom << (self.height - 1));
        self.count_one_per_channel(moves) * self.count_one_per_channel(playable)
            - self.count_one_per_channel(filling)
    }

    /// These channels without the first and the last of them.
    #[inline(always)]
    pub(super) const fn without_outer_channels(self, channels: u64) -> u64 {
        channels & (channels << self.stride()) & (channels >> self.stride())
    }

    /// A word of cells with its channels in the opposite order.
    #[inline(always)]
    pub(super) const fn mirrored(self, word: u64) -> u64 {
        let channel = (1 << self.stride()) - 1;
        let mut mirrored = 0;
        let mut from = 0;
        while from < self.width() {
            let bits = (word >> (from * self.stride())) & channel;
            mirrored |= bits << ((self.width() - 1 - from) * self.stride());
            from += 1;
        }
        mirrored
    }

    /// The number that a position shares with its mirror image and with no other position: of
    /// the balls of the side to move and a bit on top of every channel, or of the mirror image of
    /// both if that is less.
    #[inline(always)]
    pub(super) const fn symmetric_key(self, own: u64, mask: u64) -> SymmetricKey {
        let number = own | (mask + self.bottom);
        let mirrored = self.mirrored(number);
        let is_mirrored = mirrored < number;
        SymmetricKey { value: if is_mirrored { mirrored } else { number }, is_mirrored }
    }

    /// A channel of the mirror image, or of the position itself, as a channel of the position.
    #[inline(always)]
    pub(super) const fn unmirrored(self, channel: u32, is_mirrored: bool) -> u32 {
        if is_mirrored { self.width as u32 - 1 - channel } else { channel }
    }

    /// Whether these balls hold four in line.
    #[inline(always)]
    pub const fn has_four(self, balls: u64) -> bool {
        let stride = self.stride() as u32;
        let vertical = fours(balls, 1);
        let slanted = fours(balls, stride - 1) | fours(balls, stride + 1);
        vertical | fours(balls, stride) | slanted != 0
    }

    /// The cells, empty or of either side, that would complete four of these balls.
    #[inline(always)]
    pub(super) const fn completing(self, balls: u64) -> u64 {
        let stride = self.stride() as u32;
        let vertical = (balls << 1) & (balls << 2) & (balls << 3);
        let slanted = completing_along(balls, stride - 1) | completing_along(balls, stride + 1);
        (vertical | completing_along(balls, stride) | slanted) & self.cells
    }
}

/// The first cells of four balls along one direction.
#[inline(always)]
const fn fours(balls: u64, step: u32) -> u64 {
    let pairs = balls & (balls >> step);
    // Two shifts by the step instead of one by twice the step: where the step is no constant, this
    // is faster, because the processor needs one shift amount only.
    pairs & (pairs >> step >> step)
}

/// Cells that complete four along one direction, whichever of the four they are.
#[inline(always)]
const fn completing_along(balls: u64, step: u32) -> u64 {
    let (up, down) = (balls << step, balls >> step);
    let (up_two, down_two) = (up << step, down >> step);
    let (up_three, down_three) = (up_two << step, down_two >> step);
    (up & up_two & (up_three | down)) | (down & down_two & (up | down_three))
}

/// A number that a position shares with its mirror image and with no other position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SymmetricKey {
    /// Below 2 to the power of the width times the stride.
    pub(super) value: u64,
    /// Whether it is the number of the mirror image.
    pub(super) is_mirrored: bool,
}

#[cfg(test)]
mod tests {
    use super::RackSize;
    use crate::base::SplitMix64;

    fn centre_first(width: usize, height: usize) -> Vec<u8> {
        RackSize::new(width, height).centre_first().collect()
    }

    #[test]
    fn channels_come_from_the_middle_outwards() {
        assert_eq!(centre_first(7, 6), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(centre_first(8, 6), [3, 4, 2, 5, 1, 6, 0, 7]);
        assert_eq!(centre_first(6, 6), [2, 3, 1, 4, 0, 5]);
    }

    #[test]
    fn cells_of_different_channels_are_counted() {
        for (width, height) in (6..=8).flat_map(|width| (5..=7).map(move |height| (width, height)))
        {
            let size = RackSize::new(width, height);
            let mut random = SplitMix64::new(1);
            for _ in 0..200 {
                let channels = (0..width).filter(|_| random.below(3) > 0);
                let row = |channel| (channel * 5 + width) % height;
                let cells = channels.map(|channel| size.cell(channel, row(channel))).sum::<u64>();
                assert_eq!(size.count_one_per_channel(cells), u64::from(cells.count_ones()));
            }
        }
    }

    #[test]
    fn every_size_keeps_its_lines_apart() {
        // Row 1 of the last channels and the top row of the first ones never join up.
        let size = RackSize::new(8, 7);
        assert!(
            !size.has_four(size.cell(0, 5) | size.cell(0, 6) | size.cell(1, 0) | size.cell(1, 1))
        );
        assert_eq!(size.cells().count_ones(), 56);
        assert_eq!(RackSize::new(6, 5).cells().count_ones(), 30);
    }
}
