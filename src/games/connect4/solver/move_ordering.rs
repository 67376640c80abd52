//! The moves of a position that must be searched, the most promising first.

use super::bound_table::Place;
use super::node::Node;
use crate::games::connect4::Rack;

/// A position to be searched, and the move that led to it.
#[derive(Clone, Copy, Default)]
pub(super) struct Open<const W: usize, const H: usize> {
    /// The position after the move and all forced replies to it.
    pub(super) node: Node<W, H>,
    /// Balls played in `node`.
    pub(super) plies: i32,
    /// Where the table keeps it.
    pub(super) place: Place,
    /// Whether the table keeps its mirror image.
    pub(super) is_mirrored: bool,
    /// Whether the side to move in `node` is the one that made the move.
    pub(super) is_same: bool,
    /// The channel of the move.
    pub(super) channel: u32,
    /// How much the move promises.
    pub(super) promise: i32,
    /// The channel in which the table would play in `node`.
    pub(super) hint: Option<u32>,
}

impl<const W: usize, const H: usize> Open<W, H> {
    /// A channel as the table tells it, or the other way round.
    #[inline(always)]
    pub(super) const fn turned(&self, channel: u32) -> u32 {
        if self.is_mirrored { W as u32 - 1 - channel } else { channel }
    }
}

/// A list of at most one move a channel.
pub(super) struct List<const W: usize, const H: usize> {
    opens: [Open<W, H>; 8],
    count: usize,
}

impl<const W: usize, const H: usize> List<W, H> {
    /// No moves.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { opens: [Open::default(); 8], count: 0 }
    }

    /// Adds a move; eight is all there can be.
    #[inline(always)]
    pub(super) fn push(&mut self, open: Open<W, H>) {
        self.opens[self.count & 7] = open;
        self.count += 1;
    }

    /// Whether there are none.
    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Keeps those of which `keep` says so.
    #[inline(always)]
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&mut Open<W, H>) -> bool) {
        let mut kept = 0;
        for at in 0..self.count {
            if keep(&mut self.opens[at & 7]) {
                self.opens[kept & 7] = self.opens[at & 7];
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Takes the most promising one out, the first in order among equals.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Open<W, H>> {
        let opens = &mut self.opens[..self.count.min(8)];
        let (mut best, _) = opens.first().map(|open| (0, open.promise))?;
        for at in 1..opens.len() {
            if opens[at].promise > opens[best].promise {
                best = at;
            }
        }
        let chosen = opens[best];
        opens.copy_within(best + 1.., best);
        self.count -= 1;
        Some(chosen)
    }
}

/// What the move that the table names is worth more.
const HINT: i32 = 35;

/// How much a move promises to the side that made it, from the position after it.
///
/// What counts are cells that complete four and lie not right above one of the opponent's: the
/// more the sooner they can be played. The weights are those of C. Steininger's solver c4 (2024)
/// in whole numbers.
#[inline(always)]
pub(super) fn promise<const W: usize, const H: usize>(
    child: &Node<W, H>,
    channel: u32,
    hint: Option<u32>,
) -> i32 {
    let useful = child.other_wins & !(child.own_wins << 1);
    let next = child.playable() << 1;
    let later = (next & Rack::<W, H>::CELLS) << 1;
    let count = |cells: u64| cells.count_ones().cast_signed();
    let middle = channel.min(W as u32 - 1 - channel).cast_signed();
    let hinted = if hint == Some(channel) { HINT } else { 0 };
    84 * count(useful & next) + 35 * count(useful & later) + 21 * count(useful) + middle + hinted
}
