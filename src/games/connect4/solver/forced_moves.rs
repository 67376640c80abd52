//! What needs no search: forced replies, and bounds that hold whatever is played.

use super::claimeven::follow_up;
use super::node::{Node, is_single};
use crate::games::connect4::Rack;

/// What is found out about a position without searching.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settled<const W: usize, const H: usize> {
    /// The position after all forced replies.
    pub(super) node: Node<W, H>,
    /// Balls played in `node`.
    pub(super) plies: i32,
    /// Whether the side to move in `node` is the other one.
    pub(super) is_other: bool,
    /// A bound on the score that tells on which side of the window it lies, for the side to move
    /// **in `node`**; `None` if only a search can tell.
    pub(super) value: Option<i32>,
}

/// Plays forced replies, and looks whether the score is known to be below `beta` or not.
///
/// The position has so many balls, and its mover cannot win at once.
#[inline(always)]
pub(super) fn settle<const W: usize, const H: usize>(
    mut node: Node<W, H>,
    mut plies: i32,
    mut beta: i32,
) -> Settled<W, H> {
    let mut is_other = false;
    loop {
        let playable = node.playable();
        let menaced = node.other_wins & playable;
        let safe = playable & !(node.other_wins >> 1);
        let choice = if menaced == 0 { safe } else { menaced };
        let is_lost = safe & choice == 0 || menaced & menaced.wrapping_sub(1) != 0;
        if is_lost {
            let loss = -Node::<W, H>::win_with(plies + 2);
            let value = Some(if playable == 0 { 0 } else { loss });
            return Settled { node, plies, is_other, value };
        }
        let value = bound(&node, plies, beta);
        if value.is_some() || !is_single(choice) {
            let value = value.or_else(|| follow_up(&node, beta));
            return Settled { node, plies, is_other, value };
        }
        node = node.play(choice);
        plies += 1;
        beta = 1 - beta;
        is_other = !is_other;
    }
}

/// A bound that decides whether the score reaches `beta`, if the nearest end or the room that is
/// left does, in a position where neither side can win with its next ball.
#[inline(always)]
fn bound<const W: usize, const H: usize>(node: &Node<W, H>, plies: i32, beta: i32) -> Option<i32> {
    let empty = Rack::<W, H>::CELLS ^ node.mask;
    if beta > 0 {
        let most = Node::<W, H>::win_with(plies + 3);
        if most < beta {
            return Some(most);
        }
        (!Rack::<W, H>::has_four(node.own | empty)).then_some(0)
    } else {
        let least = -Node::<W, H>::win_with(plies + 4);
        if least >= beta {
            return Some(least);
        }
        (!Rack::<W, H>::has_four((node.own ^ node.mask) | empty)).then_some(0)
    }
}
