//! A position as the search sees it, with the cells that would complete four on either side.

use crate::games::connect4::Rack;

/// A position in which neither side has four and the mover cannot complete four at once.
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

/// A number that a position shares with its mirror image and with no other position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SymmetricKey {
    /// Below 2^(W·(H+1)).
    pub(super) value: u64,
    /// Whether it is the number of the mirror image.
    pub(super) is_mirrored: bool,
}

impl<const W: usize, const H: usize> Node<W, H> {
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

    /// The lesser of the position's number and that of its mirror image.
    #[inline(always)]
    pub(super) fn symmetric_key(&self) -> SymmetricKey {
        let number = self.own | (self.mask + Rack::<W, H>::BOTTOM);
        let mirrored = Rack::<W, H>::mirrored(number);
        SymmetricKey { value: number.min(mirrored), is_mirrored: mirrored < number }
    }
}

/// Whether at most one bit is set.
#[inline(always)]
pub(super) const fn is_single(word: u64) -> bool {
    word & word.wrapping_sub(1) == 0
}
