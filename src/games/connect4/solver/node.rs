//! A position as the search sees it, with the cells that would complete four on either side.

use crate::games::connect4::Rack;

/// A position in which nobody has four and the mover cannot complete four at once.
///
/// Words are laid out as in [`Rack`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Node<const W: usize, const H: usize> {
    /// Balls of the side to move.
    pub(super) own: u64,
    /// Balls of both sides.
    pub(super) mask: u64,
    /// Empty cells, reachable or not, that complete four for the side to move.
    pub(super) own_wins: u64,
    /// Empty cells, reachable or not, that complete four for the other side.
    pub(super) other_wins: u64,
}

impl<const W: usize, const H: usize> Node<W, H> {
    /// The number of cells.
    pub(super) const AREA: i32 = ((W * H) as u32).cast_signed();

    /// The node of a position.
    pub(super) fn new(rack: &Rack<W, H>) -> Self {
        Self {
            own: rack.own(),
            mask: rack.mask,
            own_wins: rack.winning_cells(rack.own()),
            other_wins: rack.winning_cells(rack.opposing()),
        }
    }

    /// Balls played.
    #[inline(always)]
    pub(super) const fn plies(&self) -> i32 {
        self.mask.count_ones().cast_signed()
    }

    /// The lowest empty cell of every channel that is not full.
    #[inline(always)]
    pub(super) const fn playable(&self) -> u64 {
        (self.mask + Rack::<W, H>::BOTTOM) & Rack::<W, H>::CELLS
    }

    /// The node after a ball of the mover in this cell, which must be playable.
    #[inline(always)]
    #[must_use]
    pub(super) const fn play(&self, cell: u64) -> Self {
        let mask = self.mask | cell;
        Self {
            own: self.own ^ self.mask,
            mask,
            own_wins: self.other_wins & !cell,
            other_wins: Rack::<W, H>::completing(self.own | cell) & !mask,
        }
    }

    /// The score of the side that completes four with the `stone`th ball of the game.
    ///
    /// 1 if that is its last ball, 2 if its last but one, and so on.
    #[inline(always)]
    pub(super) const fn win_with(stone: i32) -> i32 {
        (Self::AREA + 2 - stone) >> 1
    }
}

/// Whether at most one bit is set.
#[inline(always)]
pub(super) const fn is_single(word: u64) -> bool {
    word & word.wrapping_sub(1) == 0
}
