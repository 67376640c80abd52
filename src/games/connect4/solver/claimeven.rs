//! What a side reaches by answering every ball with one in the same channel.
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
//! win. If `R` besides threatens to complete four in an upper cell, `M` cannot play below it:
//! what lies above is lost to `M` too, and in the end `M` has nothing else left to play, so `R`
//! wins. With no such threat at hand, four of `R` among its balls and the upper cells do as well.
//!
//! If the singles are odd in number, `R` needs one channel to be rid of one: a channel with a
//! single in which `R` threatens a cell at an odd distance above that single. There `R` pairs the
//! cells from the bottom up as far as the threat, which ends the game before a single cell is
//! left at the top. This is how an odd threat wins for the first player; pairs from the top are
//! known as claimeven (V. Allis, *A Knowledge-based Approach of Connect-Four*, 1988).

use super::node::Node;
use crate::games::connect4::Rack;

/// Rows of one parity, the topmost row among them.
const fn upper_rows<const W: usize, const H: usize>() -> u64 {
    let mut rows = 0;
    let mut row = (H - 1) % 2;
    while row < H {
        rows |= Rack::<W, H>::BOTTOM << row;
        row += 2;
    }
    rows
}

/// These cells and all above them in their channels.
#[inline(always)]
const fn upwards<const W: usize, const H: usize>(cells: u64) -> u64 {
    let bottom = Rack::<W, H>::BOTTOM;
    let all = Rack::<W, H>::CELLS;
    let one = cells | ((cells << 1) & all);
    let two = one | ((one << 2) & all & !(bottom * 3));
    two | ((two << 4) & all & !(bottom * 15))
}

/// An upper bound on the score of the side to move, where following up gives one below `beta`.
#[inline(always)]
pub(super) fn follow_up<const W: usize, const H: usize>(
    node: &Node<W, H>,
    beta: i32,
) -> Option<i32> {
    let upper_rows = const { upper_rows::<W, H>() };
    let playable = node.playable();
    let singles = playable & upper_rows;
    let empty = Rack::<W, H>::CELLS ^ node.mask;
    if singles.count_ones() & 1 == 0 {
        let claims = empty & upper_rows & !singles;
        return with_claims(node, claims, empty, beta);
    }
    let mut threats = node.other_wins & !upper_rows & upwards::<W, H>(singles);
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        let channel = Rack::<W, H>::channel(threat.trailing_zeros() as usize / (H + 1));
        threats &= !channel;
        let bottom_up = empty & !upper_rows & channel;
        let claims = empty & upper_rows & !singles & !channel | bottom_up;
        let bound = with_claims(node, claims, empty, beta);
        if bound.is_some() {
            return bound;
        }
    }
    None
}

/// The bound if the other side is sure of these cells.
#[inline(always)]
fn with_claims<const W: usize, const H: usize>(
    node: &Node<W, H>,
    claims: u64,
    empty: u64,
    beta: i32,
) -> Option<i32> {
    let threats = node.other_wins & claims;
    if threats == 0 {
        let other = node.own ^ node.mask;
        let bound = if beta > 0 { 0 } else { by_claims::<W, H>(other | claims) };
        let holds = bound < beta && !Rack::<W, H>::has_four(node.own | (empty & !claims));
        return holds.then_some(bound);
    }
    let lost = upwards::<W, H>(threats);
    if Rack::<W, H>::has_four(node.own | (empty & !claims & !lost)) {
        return None;
    }
    // Each such channel stays empty from below its lowest threat, but for two balls in one.
    let unused = (lost | lost >> 1) & empty;
    let stone = Node::<W, H>::AREA - unused.count_ones().cast_signed() + 2;
    let bound = -Node::<W, H>::win_with(stone);
    (bound < beta).then_some(bound)
}

/// The bound if the other side gets these cells in the end, and nothing else is known.
///
/// Four in the lowest rows is complete when one of its channels is still empty above it.
#[inline(always)]
fn by_claims<const W: usize, const H: usize>(cells: u64) -> i32 {
    let mut row = 0;
    let mut rows = Rack::<W, H>::BOTTOM;
    while row < H {
        if Rack::<W, H>::has_four(cells & rows) {
            return -Node::<W, H>::win_with(
                Node::<W, H>::AREA - ((H - 1 - row) as u32).cast_signed(),
            );
        }
        rows |= rows << 1;
        row += 1;
    }
    0
}
