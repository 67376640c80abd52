//! What the search works on: a position, with the cells that would complete four on either side;
//! and its moves that must be searched, the most promising first.

use super::bound_table::Address;
use crate::games::connect4::rack_size_and_bitboard::SymmetricKey;
use crate::games::connect4::{Rack, RackSize};

/// A position in which neither side has four and the mover cannot complete four at once.
///
/// Words are laid out as in [`Rack`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SolverNode<const W: usize, const H: usize> {
    /// Balls of the side to move.
    pub(super) own: u64,
    /// Balls of both sides.
    pub(super) mask: u64,
    /// Empty cells, reachable or not, that complete four for the side to move.
    pub(super) own_wins: u64,
    /// Empty cells, reachable or not, that complete four for the other side.
    pub(super) other_wins: u64,
}

impl<const W: usize, const H: usize> SolverNode<W, H> {
    /// The size of the rack.
    pub(super) const SIZE: RackSize = RackSize::new(W, H);

    /// The node of a position on a rack of this size.
    pub(super) fn new(rack: &Rack) -> Self {
        debug_assert!(rack.size() == Self::SIZE, "a rack of another size");
        let (own, mask) = (rack.own(), rack.mask);
        Self {
            own,
            mask,
            own_wins: Self::SIZE.completing(own) & !mask,
            other_wins: Self::SIZE.completing(own ^ mask) & !mask,
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
        Self::SIZE.playable(self.mask)
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
            other_wins: Self::SIZE.completing(self.own | cell) & !mask,
        }
    }

    /// The lesser of the position's number and that of its mirror image.
    #[inline(always)]
    pub(super) const fn symmetric_key(&self) -> SymmetricKey {
        Self::SIZE.symmetric_key(self.own, self.mask)
    }
}

/// Whether at most one bit is set.
#[inline(always)]
pub(super) const fn is_single(word: u64) -> bool {
    word & word.wrapping_sub(1) == 0
}

/// A position to be searched, and the move that led to it.
#[derive(Clone, Copy, Default)]
pub(super) struct Child<const W: usize, const H: usize> {
    /// The position after the move and all forced replies to it.
    pub(super) node: SolverNode<W, H>,
    /// Balls played in `node`, those of both sides.
    pub(super) plies: i32,
    /// Where the table keeps it.
    pub(super) address: Address,
    /// Whether the table keeps its mirror image.
    pub(super) is_mirrored: bool,
    /// Whether the side to move in `node` is the one that made the move.
    pub(super) is_same_side: bool,
    /// The channel of the move, 0 for the leftmost.
    pub(super) channel: u32,
    /// The move is searched before those with a lower number ([`ordering_score`]).
    pub(super) ordering_score: i32,
    /// The best channel in `node` by the table, 0 for the leftmost.
    pub(super) table_move: Option<u32>,
}

impl<const W: usize, const H: usize> Child<W, H> {
    /// Converts a channel of `node` to the channel of the table's entry, or back.
    #[inline(always)]
    pub(super) const fn table_channel(&self, channel: u32) -> u32 {
        SolverNode::<W, H>::SIZE.unmirrored(channel, self.is_mirrored)
    }
}

/// A list of at most one move a channel.
pub(super) struct ChildList<const W: usize, const H: usize> {
    children: [Child<W, H>; 8],
    /// How many there are, 0 to 8.
    count: usize,
}

impl<const W: usize, const H: usize> ChildList<W, H> {
    /// No moves.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { children: [Child::default(); 8], count: 0 }
    }

    /// Adds a move; no rack has more than eight.
    #[inline(always)]
    pub(super) fn push(&mut self, child: Child<W, H>) {
        self.children[self.count & 7] = child;
        self.count += 1;
    }

    /// Whether there are none.
    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Keeps those for which `keep` returns true.
    #[inline(always)]
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&mut Child<W, H>) -> bool) {
        let mut kept = 0;
        for at in 0..self.count {
            if keep(&mut self.children[at & 7]) {
                self.children[kept & 7] = self.children[at & 7];
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Removes the move with the highest ordering score, the first in the list among equals.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<Child<W, H>> {
        let children = &mut self.children[..self.count.min(8)];
        let (mut best, _) = children.first().map(|child| (0, child.ordering_score))?;
        for at in 1..children.len() {
            if children[at].ordering_score > children[best].ordering_score {
                best = at;
            }
        }
        let chosen = children[best];
        children.copy_within(best + 1.., best);
        self.count -= 1;
        Some(chosen)
    }
}

/// The ordering score of a winning cell that can be filled once a ball is below it, besides
/// [`WINNING_CELL`].
///
/// This and the two below are the weights of C. Steininger's solver c4 (2024) in whole numbers;
/// only their ratios matter.
const WINNING_CELL_NEXT: i32 = 84;
/// The ordering score of a winning cell one higher, besides [`WINNING_CELL`].
const WINNING_CELL_LATER: i32 = 35;
/// The ordering score of every winning cell.
const WINNING_CELL: i32 = 21;
/// The ordering score of the move that the table names.
const TABLE_MOVE: i32 = 35;

/// How early to search a move, from the position after it; 0 to some hundreds.
///
/// What counts are the empty cells that complete four for the side that made the move, unless
/// they are right above such a cell of the opponent: the more, the sooner they can be played.
/// Each channel nearer to the middle counts 1.
#[inline(always)]
pub(super) fn ordering_score<const W: usize, const H: usize>(
    child: &SolverNode<W, H>,
    channel: u32,
    table_move: Option<u32>,
) -> i32 {
    let useful = child.other_wins & !(child.own_wins << 1);
    let next = child.playable() << 1;
    let later = (next & SolverNode::<W, H>::SIZE.cells()) << 1;
    let count = |cells: u64| cells.count_ones().cast_signed();
    let centre = channel.min(W as u32 - 1 - channel).cast_signed();
    let by_table = if table_move == Some(channel) { TABLE_MOVE } else { 0 };
    WINNING_CELL_NEXT * count(useful & next)
        + WINNING_CELL_LATER * count(useful & later)
        + WINNING_CELL * count(useful)
        + centre
        + by_table
}
