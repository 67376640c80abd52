//! What a node of the tree is given, and what it knows before its moves are made.

use super::moves::Choice;
use crate::base::Side;
use crate::games::connect5::grid::Site;
use crate::search::window;
pub(super) use crate::search::window::Window;

/// Where in the tree a node is.
pub(super) type Here = window::Here<Site>;

/// What a node knows before its moves are made.
pub(super) struct Node {
    pub(super) here: Here,
    pub(super) window: Window,
    pub(super) choice: Choice,
    pub(super) side: Side,
    pub(super) estimate: i32,
    pub(super) best: Site,
    /// The estimate is better than two plies before.
    pub(super) is_improving: bool,
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Site,
    /// Plies that the best move is searched deeper.
    pub(super) extension: i32,
}
