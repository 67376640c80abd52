//! What a search has on each of its threads, beside the game.

use super::lazy_smp::WorkerId;
use crate::base::Side;
use crate::game::Position;
use crate::search::player::control::SearchControl;
use crate::search::player::limits::Limits;
use crate::search::player::player_trait::SearchTask;
use crate::search::player::report::Bound;
use crate::search::player::value;
use crate::search::tt::{Entry, PackedMove, TranspositionTable};

/// One thread's part of a search; `M` is a move as the table keeps it.
pub struct Worker<'a, M> {
    /// Counts this thread's nodes and ends its search.
    pub control: SearchControl<'a>,
    /// Which of the threads it is.
    pub id: WorkerId<'a>,
    /// What all threads find out about positions.
    pub table: &'a TranspositionTable<M>,
    /// The deepest ply visited, from the root.
    pub seldepth: usize,
}

impl<'a, M: PackedMove> Worker<'a, M> {
    /// A worker that has visited nothing, for `side` and with its own limit of nodes.
    ///
    /// The first thread ignores clock and stop flag for a moment, so that its first iteration
    /// is whole; see [`SearchControl::hold`].
    pub fn new<P: Position>(
        task: &SearchTask<'a, P>,
        (side, nodes): (Side, u64),
        table: &'a TranspositionTable<M>,
        id: WorkerId<'a>,
    ) -> Self {
        let mut control = SearchControl::new(task, side).with_node_cap(nodes);
        if id.is_first() {
            control.start_grace_period();
        }
        Self { control, id, table, seldepth: 0 }
    }

    /// Nodes of this thread so far.
    #[inline]
    pub const fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// Nodes of all threads, of the others as far as they were added up.
    pub fn all_nodes(&self) -> u64 {
        self.nodes() + self.id.others()
    }

    /// Counts a node and says whether to go on.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.control.count_node() && self.id.goes_on(self.control.nodes())
    }

    /// Counts nodes that another search has visited and says whether to go on.
    #[inline]
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        let before = self.nodes();
        let goes_on = self.control.count_nodes(nodes);
        goes_on && self.id.went_on(before, self.nodes())
    }

    /// Stores what was found at the node of a key: a value for its side to act, counted from the
    /// root `ply` plies above, and the depth of its search.
    #[inline]
    pub fn store(
        &self,
        key: u64,
        (depth, ply): (i32, usize),
        (value, bound): (i32, Bound),
        static_eval: i32,
        best: M,
    ) {
        let entry = Entry {
            value: value::to_table(value, ply),
            static_eval: static_eval as i16,
            best,
            depth: depth.clamp(0, 255).cast_unsigned() as u8,
            bound,
        };
        self.table.store(key, entry);
    }
}

/// The depths through which one thread deepens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// The first, 1 or 2: every second thread begins a depth further on.
    pub first: u32,
    /// The last, at least the first.
    pub last: u32,
    /// Whether the first is enough where there is one move only.
    pub is_brief: bool,
}

impl Depths {
    /// What the limits ask of a thread; `most` is the deepest iteration, in plies.
    pub fn new(limits: &Limits, id: WorkerId<'_>, most: u32) -> Self {
        let last = limits.depth.unwrap_or(most).clamp(1, most);
        let first = 1 + u32::from(id.number() % 2 == 1);
        Self { first: first.min(last), last, is_brief: limits.clock.is_some() }
    }
}

/// Sets the principal variation of a ply: a move, then the one of the next ply.
pub fn update_pv<M: Copy>(lines: &mut [Vec<M>], ply: usize, m: M) {
    let (here, below) = lines.split_at_mut(ply + 1);
    if let (Some(line), Some(rest)) = (here.last_mut(), below.first()) {
        line.clear();
        line.push(m);
        line.extend_from_slice(rest);
    }
}
