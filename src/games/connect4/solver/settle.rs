//! What needs no search: forced replies, and bounds that hold whatever is played.

use super::follow::follow_up;
use super::node::{Node, is_single};
use crate::games::connect4::Rack;

/// What is found out about a position without searching.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settled<const W: usize, const H: usize> {
    /// The position after all forced replies.
    pub(super) node: Node<W, H>,
    /// Whether the side to move in `node` is the other one.
    pub(super) is_other: bool,
    /// A bound on the score on the far side of the window, for the side to move **in `node`**;
    /// `None` if the position must be searched.
    pub(super) value: Option<i32>,
}

/// Plays forced replies and looks whether the score is known to be below `beta`, or not below it.
#[inline(always)]
pub(super) fn settle<const W: usize, const H: usize>(
    mut node: Node<W, H>,
    mut beta: i32,
) -> Settled<W, H> {
    let mut is_other = false;
    let mut plies = node.plies();
    loop {
        let playable = node.playable();
        let menaced = node.other_wins & playable;
        let safe = playable & !(node.other_wins >> 1);
        let forced = if menaced != 0 {
            if !is_single(menaced) || menaced & safe == 0 {
                let value = Some(-Node::<W, H>::win_with(plies + 2));
                return Settled { node, is_other, value };
            }
            menaced
        } else if safe == 0 {
            let value = Some(if playable == 0 { 0 } else { -Node::<W, H>::win_with(plies + 2) });
            return Settled { node, is_other, value };
        } else {
            safe
        };
        let value = bound(&node, plies, beta);
        if value.is_some() || !is_single(forced) {
            let value = value.or_else(|| follow_up(&node, beta));
            return Settled { node, is_other, value };
        }
        node = node.play(forced);
        plies += 1;
        beta = 1 - beta;
        is_other = !is_other;
    }
}

/// A bound that decides whether the score reaches `beta`, in a position where neither side can
/// win with its next ball.
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
