//! Where in the tree a node is, and what it knows before its moves are made.

use crate::base::Side;
use crate::games::sticks::code::Code;
use crate::search::window::{self, Window};

/// Where in the tree a node is; of the move that led there it has the place.
pub(super) type Here = window::Here<usize>;

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
