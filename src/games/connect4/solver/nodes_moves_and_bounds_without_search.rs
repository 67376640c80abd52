//! What the search works on: positions with the cells that would complete four on either side, what
//! is known of one without a search, and its moves that must be searched, the most promising first.
//!
//! Two things need no search: forced replies, and bounds that hold whatever is played, those of
//! claimeven among them.
//!
//! # Claimeven
//!
//! A bound from what a side reaches by answering every ball in the same channel.
//!
//! The rule is that of V. Allis (*A Knowledge-based Approach of Connect-Four*, 1988), with an odd
//! threat of the first player as its exception; others call it follow-up.
//!
//! Let `M` be the side to move and `R` the other one. Split the empty cells of each channel into
//! pairs from the top down; where their number is odd, the lowest one, which is playable, is left
//! over as a *single*:
//!
//! ```text
//! row 5   R        R
//! row 4   M        M
//! row 3   R        R
//! row 2   M        M
//! row 1   single   ●
//! row 0   ●        ●
//! ```
//!
//! `R` answers a ball in the lower cell of a pair in its upper cell, and a ball in a single in
//! any other single. If the singles are even in number there always is an answer, so `M` gets
//! lower cells and singles only, and where those and the balls of `M` hold no four, `M` does not
//! win. If `R` also threatens to complete four in an upper cell, `M` cannot play below it:
//! the cells above are lost to `M` too, and in the end `M` has nothing else left to play, so `R`
//! wins. Without such a threat, four of `R` among its balls and the upper cells do as well.
//!
//! If the singles are odd in number, `R` needs one channel to be rid of one: a channel with a
//! single in which `R` threatens a cell at an odd distance above that single. There `R` pairs the
//! cells from the bottom up as far as the threat, which ends the game before a single cell is
//! left at the top. This is how an odd threat wins for the first player.

use super::score_bounds_and_transposition_table::Address;
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

/// Plies from a position to the first ball of its mover, which may win.
pub(super) const TO_FIRST_BALL: i32 = 1;
/// Plies to the first ball of the other side.
pub(super) const TO_OTHERS_FIRST_BALL: i32 = 2;
/// Plies to the second ball of the mover: it wins no sooner if it cannot win at once.
pub(super) const TO_SECOND_BALL: i32 = 3;
/// Plies to the second ball of the other side.
pub(super) const TO_OTHERS_SECOND_BALL: i32 = 4;
/// Plies to the third ball of the mover.
pub(super) const TO_THIRD_BALL: i32 = 5;

/// A position after its forced replies, and what is known of it without searching.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterForced<const W: usize, const H: usize> {
    /// The position after all forced replies.
    pub(super) node: SolverNode<W, H>,
    /// Balls played in `node`, those of both sides.
    pub(super) plies: i32,
    /// Whether the side to move in `node` is the opponent of the side to move before.
    pub(super) is_other: bool,
    /// A bound on the score that decides on which side of the window it is, **for the side to move
    /// in `node`**; `None` if only a search can decide.
    ///
    /// Scores are those of [`RackSize::win_score`](crate::games::connect4::RackSize::win_score).
    pub(super) bound: Option<i32>,
}

/// Plays forced replies, and looks for a bound that proves the score to be below `beta` or not.
///
/// The position has `plies` balls, those of both sides, and its mover cannot win at once. `beta` is
/// a score **for the side to move in the position given**; with each reply that is played it
/// becomes 1 − `beta`, that of the other side.
#[inline(always)]
pub(super) fn play_forced_replies<const W: usize, const H: usize>(
    mut node: SolverNode<W, H>,
    mut plies: i32,
    mut beta: i32,
) -> AfterForced<W, H> {
    let mut is_other = false;
    loop {
        let playable = node.playable();
        let must_block = node.other_wins & playable;
        // A ball just below a winning cell of the opponent gives that cell away.
        let safe = playable & !(node.other_wins >> 1);
        let choice = if must_block == 0 { safe } else { must_block };
        let is_lost = safe & choice == 0 || must_block & must_block.wrapping_sub(1) != 0;
        if is_lost {
            let loss = -SolverNode::<W, H>::SIZE.win_score(plies + TO_OTHERS_FIRST_BALL);
            let bound = Some(if playable == 0 { 0 } else { loss });
            return AfterForced { node, plies, is_other, bound };
        }
        let bound = simple_bound(&node, plies, beta);
        if bound.is_some() || !is_single(choice) {
            let bound = bound.or_else(|| claimeven_bound(&node, beta));
            return AfterForced { node, plies, is_other, bound };
        }
        node = node.play(choice);
        plies += 1;
        beta = 1 - beta;
        is_other = !is_other;
    }
}

/// A bound that decides whether the score reaches `beta`, from two facts: how soon a win can come
/// at the earliest, and whether the cells that are left allow four in line at all.
///
/// Score and `beta` are for the side to move; `plies` is the number of balls of both sides. Neither
/// side can win with its next ball.
#[inline(always)]
fn simple_bound<const W: usize, const H: usize>(
    node: &SolverNode<W, H>,
    plies: i32,
    beta: i32,
) -> Option<i32> {
    let empty = SolverNode::<W, H>::SIZE.cells() ^ node.mask;
    if beta > 0 {
        let most = SolverNode::<W, H>::SIZE.win_score(plies + TO_SECOND_BALL);
        if most < beta {
            return Some(most);
        }
        (!SolverNode::<W, H>::SIZE.has_four(node.own | empty)).then_some(0)
    } else {
        let least = -SolverNode::<W, H>::SIZE.win_score(plies + TO_OTHERS_SECOND_BALL);
        if least >= beta {
            return Some(least);
        }
        (!SolverNode::<W, H>::SIZE.has_four((node.own ^ node.mask) | empty)).then_some(0)
    }
}

/// Rows of one parity, the topmost row among them.
const fn upper_rows<const W: usize, const H: usize>() -> u64 {
    let mut rows = 0;
    let mut row = (H - 1) % 2;
    while row < H {
        rows |= SolverNode::<W, H>::SIZE.bottom() << row;
        row += 2;
    }
    rows
}

/// These cells and all above them in their channels.
#[inline(always)]
const fn upwards<const W: usize, const H: usize>(cells: u64) -> u64 {
    let bottom = SolverNode::<W, H>::SIZE.bottom();
    let all = SolverNode::<W, H>::SIZE.cells();
    let one = cells | ((cells << 1) & all);
    let two = one | ((one << 2) & all & !(bottom * 3));
    two | ((two << 4) & all & !(bottom * 15))
}

/// The upper bound by claimeven on the score of the side to move; `None` if it is not below `beta`,
/// which is for the same side.
#[inline(always)]
pub(super) fn claimeven_bound<const W: usize, const H: usize>(
    node: &SolverNode<W, H>,
    beta: i32,
) -> Option<i32> {
    let upper_rows = const { upper_rows::<W, H>() };
    let playable = node.playable();
    let singles = playable & upper_rows;
    let empty = SolverNode::<W, H>::SIZE.cells() ^ node.mask;
    if singles.count_ones() & 1 == 0 {
        let claims = empty & upper_rows & !singles;
        return bound_with_claims(node, claims, empty, beta);
    }
    let mut threats = node.other_wins & !upper_rows & upwards::<W, H>(singles);
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        let channel = SolverNode::<W, H>::SIZE.channel(threat.trailing_zeros() as usize / (H + 1));
        threats &= !channel;
        let bottom_up = empty & !upper_rows & channel;
        let claims = empty & upper_rows & !singles & !channel | bottom_up;
        let bound = bound_with_claims(node, claims, empty, beta);
        if bound.is_some() {
            return bound;
        }
    }
    None
}

/// The bound on the score of the side to move if the other side is sure to get these cells; `None`
/// if it is not below `beta`, which is for the same side.
#[inline(always)]
fn bound_with_claims<const W: usize, const H: usize>(
    node: &SolverNode<W, H>,
    claims: u64,
    empty: u64,
    beta: i32,
) -> Option<i32> {
    let threats = node.other_wins & claims;
    if threats == 0 {
        let other = node.own ^ node.mask;
        let bound = if beta > 0 { 0 } else { bound_by_four_in_claims::<W, H>(other | claims) };
        let holds =
            bound < beta && !SolverNode::<W, H>::SIZE.has_four(node.own | (empty & !claims));
        return holds.then_some(bound);
    }
    let lost = upwards::<W, H>(threats);
    if SolverNode::<W, H>::SIZE.has_four(node.own | (empty & !claims & !lost)) {
        return None;
    }
    // In each such channel the cells from just below its lowest threat upwards stay empty. Only in
    // one of them two balls are played at last: the one below the threat, and the one that wins.
    let unused = (lost | lost >> 1) & empty;
    let last_ball = SolverNode::<W, H>::SIZE.area() - unused.count_ones().cast_signed() + 2;
    let bound = -SolverNode::<W, H>::SIZE.win_score(last_ball);
    (bound < beta).then_some(bound)
}

/// The bound on the score of the side to move if the other side gets these cells in the end: a loss
/// where they hold four, else 0.
///
/// Four in the lowest rows is complete when one of its channels is still empty above it.
#[inline(always)]
fn bound_by_four_in_claims<const W: usize, const H: usize>(cells: u64) -> i32 {
    let mut row = 0;
    let mut rows = SolverNode::<W, H>::SIZE.bottom();
    while row < H {
        if SolverNode::<W, H>::SIZE.has_four(cells & rows) {
            let last_ball = SolverNode::<W, H>::SIZE.area() - ((H - 1 - row) as u32).cast_signed();
            return -SolverNode::<W, H>::SIZE.win_score(last_ball);
        }
        rows |= rows << 1;
        row += 1;
    }
    0
}
