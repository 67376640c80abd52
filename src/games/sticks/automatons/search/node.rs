//! Where in the tree a node is, and what it knows before its moves are made.

use crate::base::Side;
use crate::games::sticks::code::Code;
use crate::search::window::Window;

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct Here {
    /// Plies left; at 0 and below only threats are looked at.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// The place of the move that led here.
    pub(super) before: usize,
}

/// What a node knows before its moves are made.
pub(super) struct Node {
    pub(super) here: Here,
    pub(super) window: Window,
    pub(super) side: Side,
    /// The static value.
    pub(super) estimate: i32,
    pub(super) best: Code,
    /// The static value is better than two plies before.
    pub(super) is_improving: bool,
    /// Every move that does not lose at once is listed, and none is left out.
    pub(super) is_whole: bool,
}
