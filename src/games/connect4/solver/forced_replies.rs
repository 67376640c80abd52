//! What needs no search: forced replies, and bounds that hold whatever is played.

use super::claimeven::claimeven_bound;
use super::node::{Node, is_single};
use super::score::win_score;
use crate::games::connect4::Rack;

/// A position after its forced replies, and what is known of it without searching.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterForced<const W: usize, const H: usize> {
    /// The position after all forced replies.
    pub(super) node: Node<W, H>,
    /// Balls played in `node`.
    pub(super) plies: i32,
    /// Whether the side to move in `node` is the opponent of the side to move before.
    pub(super) is_other: bool,
    /// A bound on the score that decides on which side of the window it is, **for the side to
    /// move in `node`**; `None` if only a search can decide.
    pub(super) bound: Option<i32>,
}

/// Plays forced replies, and looks for a bound that proves the score to be below `beta` or not.
///
/// The position has `plies` balls, and its mover cannot win at once.
#[inline(always)]
pub(super) fn play_forced_replies<const W: usize, const H: usize>(
    mut node: Node<W, H>,
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
            let loss = -win_score::<W, H>(plies + 2);
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
/// Neither side can win with its next ball.
#[inline(always)]
fn simple_bound<const W: usize, const H: usize>(
    node: &Node<W, H>,
    plies: i32,
    beta: i32,
) -> Option<i32> {
    let empty = Rack::<W, H>::CELLS ^ node.mask;
    if beta > 0 {
        let most = win_score::<W, H>(plies + 3);
        if most < beta {
            return Some(most);
        }
        (!Rack::<W, H>::has_four(node.own | empty)).then_some(0)
    } else {
        let least = -win_score::<W, H>(plies + 4);
        if least >= beta {
            return Some(least);
        }
        (!Rack::<W, H>::has_four((node.own ^ node.mask) | empty)).then_some(0)
    }
}
