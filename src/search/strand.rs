//! What a search has on each of its threads, beside the game: its limits, its place in the team,
//! and the table that all share.

use super::automaton::Task;
use super::limits::Limits;
use super::shared::{Known, SharedTable, Short};
use super::team::Post;
use super::value;
use super::watch::{Bound, Control};
use crate::base::Side;
use crate::game::Position;

/// One thread's part of a search; `M` is a move as the table keeps it.
pub struct Strand<'a, M> {
    /// Counts this thread's nodes and ends its search.
    pub control: Control<'a>,
    /// Its place in the team.
    pub post: Post<'a>,
    /// What all threads find out about positions.
    pub table: &'a SharedTable<M>,
    /// The deepest ply visited, from the root.
    pub seldepth: usize,
}

impl<'a, M: Short> Strand<'a, M> {
    /// A strand that has visited nothing, for `side` and with its own limit of nodes.
    ///
    /// That of the first thread is deaf to clock and flag for a moment, so that its first
    /// iteration is whole; see [`Control::hold`].
    pub fn new<P: Position>(
        task: &Task<'a, P>,
        (side, nodes): (Side, u64),
        table: &'a SharedTable<M>,
        post: Post<'a>,
    ) -> Self {
        let mut control = Control::new(task, side).with_node_cap(nodes);
        if post.is_first() {
            control.hold();
        }
        Self { control, post, table, seldepth: 0 }
    }

    /// Nodes of this thread so far.
    #[inline]
    pub const fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// Nodes of all threads, of the others as far as told.
    pub fn all_nodes(&self) -> u64 {
        self.nodes() + self.post.others()
    }

    /// Counts a node and says whether to go on.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.control.tick() && self.post.goes_on(self.control.nodes())
    }

    /// Counts nodes that somebody else has searched and says whether to go on.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> bool {
        let before = self.nodes();
        let goes_on = self.control.spend(nodes);
        goes_on && self.post.went_on(before, self.nodes())
    }

    /// Remembers what was found at the node of a key: a value so many plies from the root, for
    /// its side to act, after a search so deep.
    #[inline]
    pub fn keep(
        &self,
        key: u64,
        (depth, ply): (i32, usize),
        (value, bound): (i32, Bound),
        estimate: i32,
        best: M,
    ) {
        let known = Known {
            value: value::to_table(value, ply),
            estimate: estimate as i16,
            best,
            depth: depth.clamp(0, 255).cast_unsigned() as u8,
            bound,
        };
        self.table.store(key, known);
    }
}

/// The depths through which one thread deepens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// The first, 1 or 2: every second thread begins a depth further on.
    pub first: i32,
    /// The last, at least the first.
    pub last: i32,
    /// Whether the first is enough where there is one move only.
    pub is_brief: bool,
}

impl Depths {
    /// What the limits ask of a thread; `most` is the deepest iteration, in plies.
    pub fn new(limits: &Limits, post: Post<'_>, most: u32) -> Self {
        let last = limits.depth.unwrap_or(most).clamp(1, most).cast_signed();
        let first = 1 + i32::from(post.number() % 2 == 1);
        Self { first: first.min(last), last, is_brief: limits.clock.is_some() }
    }
}

/// Puts a move in front of the best line of the next ply; `lines` holds one for each ply.
pub fn note_line<M: Copy>(lines: &mut [Vec<M>], ply: usize, m: M) {
    let (here, below) = lines.split_at_mut(ply + 1);
    if let (Some(line), Some(rest)) = (here.last_mut(), below.first()) {
        line.clear();
        line.push(m);
        line.extend_from_slice(rest);
    }
}
