//! A worker: the limits, the table and the number of one thread of a search.

use super::lazy_smp::WorkerId;
use crate::base::Side;
use crate::game::Position;
use crate::search::player::limits::Limits;
use crate::search::player::player_trait::SearchTask;
use crate::search::player::score_encoding;
use crate::search::player::search_control::SearchControl;
use crate::search::player::search_reports::Bound;
use crate::search::tt::{Entry, PackedMove, TranspositionTable};

/// One thread's part of a search; `M` is a move as the table keeps it.
pub struct Worker<'a, M> {
    /// Counts this thread's nodes and ends its search.
    pub control: SearchControl<'a>,
    /// Which of the threads it is.
    pub id: WorkerId<'a>,
    /// The transposition table that all threads share.
    pub table: &'a TranspositionTable<M>,
    /// The deepest ply visited, from the root.
    pub seldepth: usize,
}

impl<'a, M: PackedMove> Worker<'a, M> {
    /// A worker that has visited nothing, for `side` and with its own limit of nodes.
    ///
    /// The first thread ignores clock and stop flag for a moment, so that its first iteration
    /// is complete; see [`SearchControl::start_grace_period`].
    pub fn new<P: Position>(
        task: &SearchTask<'a, P>,
        side: Side,
        nodes: u64,
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
        self.nodes() + self.id.nodes_of_others()
    }

    /// Counts a node and returns whether to go on.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.control.count_node() && self.id.may_continue(self.control.nodes())
    }

    /// Counts nodes that another search has visited and returns whether to go on.
    #[inline]
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        let before = self.nodes();
        let may_continue = self.control.count_nodes(nodes);
        may_continue && self.id.may_continue_after_step(before, self.nodes())
    }

    /// Stores the result of a search of `depth` plies.
    ///
    /// `key` is that of the node, and `ply` its distance from the root.
    #[inline]
    pub fn store(&self, key: u64, depth: i32, ply: usize, result: NodeResult<M>) {
        let entry = Entry {
            value: score_encoding::to_table(result.value, ply),
            static_eval: result.static_eval as i16,
            best: result.best,
            depth: depth.clamp(0, 255).cast_unsigned() as u8,
            bound: result.bound,
        };
        self.table.store(key, entry);
    }
}

/// The result of the search of a node, **for its side to act**.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeResult<M> {
    /// The value for the side to act, one of [`score_encoding`].
    ///
    /// Wins and losses count plies from the root.
    pub value: i32,
    /// Whether `value` is exact, or a lower or upper bound of the true value.
    pub bound: Bound,
    /// The static evaluation for the side to act, in the units of the game.
    ///
    /// ±[`score_encoding::MAX_EVAL`] at most.
    pub static_eval: i32,
    /// The best move, or [`PackedMove::NONE`].
    pub best: M,
}

/// The depths of the iterations of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// The first, 1 or 2: every second thread begins one ply deeper.
    pub first: u32,
    /// The last, at least the first.
    pub last: u32,
    /// If there is only one move to consider, the first iteration is enough.
    pub forced_at_once: bool,
}

impl Depths {
    /// The depths of a thread under these limits; `most` is the deepest iteration, in plies.
    pub fn new(limits: &Limits, id: WorkerId<'_>, most: u32) -> Self {
        let last = limits.depth.unwrap_or(most).clamp(1, most);
        let first = 1 + u32::from(id.number() % 2 == 1);
        Self { first: first.min(last), last, forced_at_once: limits.forced_at_once }
    }
}

/// Sets the principal variation of a ply: a move, then the variation of the next ply.
pub fn update_pv<M: Copy>(lines: &mut [Vec<M>], ply: usize, m: M) {
    let (here, below) = lines.split_at_mut(ply + 1);
    if let (Some(line), Some(rest)) = (here.last_mut(), below.first()) {
        line.clear();
        line.push(m);
        line.extend_from_slice(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::Depths;
    use crate::search::threads::lazy_smp;
    use crate::search::{Clock, Limits, SilentWatcher};

    #[test]
    fn only_move_is_searched_on_a_clock_where_it_must_be() {
        let limits = Limits { clock: Some(Clock::default()), ..Limits::default() };
        let depths = |limits: &Limits| {
            lazy_smp::<(), (), _>(&mut (), &mut [], &mut SilentWatcher, |(), id, _| {
                Depths::new(limits, id, 9)
            })
        };
        assert!(!depths(&limits).forced_at_once);
        assert!(depths(&Limits { forced_at_once: true, ..limits }).forced_at_once);
    }
}
