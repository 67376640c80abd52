//! The null-window search: alpha-beta that proves one bound, of a score at least or below `beta`.
//!
//! Its techniques: forced replies, bounds without search and move ordering
//! ([`super::nodes_moves_and_bounds_without_search`]), a transposition table of bounds
//! ([`super::score_bounds_and_transposition_table`]), enhanced transposition cutoffs, and ABDADA on
//! several threads ([`super::abdada`]).

use super::abdada::BusyPositions;
use super::nodes_moves_and_bounds_without_search::{
    Child, ChildList, SolverNode, TO_OTHERS_SECOND_BALL, TO_SECOND_BALL, TO_THIRD_BALL,
    ordering_score, play_forced_replies,
};
use super::score_bounds_and_transposition_table::{Address, BoundEntry, BoundTable};
use crate::games::connect4::Rack;
use crate::games::connect4::rack_size_and_bitboard::BySize;

/// Below every score of every size of rack, in the unit of
/// [`RackSize::win_score`](crate::games::connect4::RackSize::win_score).
const WORST: i32 = -30;

/// ABDADA: what a deferred move loses of its ordering score, more than any move has. Chosen by
/// hand.
const DEFERRED_PENALTY: i32 = 10_000;
/// ABDADA: positions with fewer empty cells than this are not marked as being searched, since
/// their searches are short. Set by hand.
const MIN_MARKED_EMPTY: i32 = 22;

/// Nodes between two checks whether to go on. Set by hand.
const INTERVAL: u64 = 1_024;

/// The tables of one thread: one that all threads share, and a small one of its own.
///
/// Positions near the end are many and cheap, so they would drive all else out of the processor's
/// caches; they stay in the small table.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    /// The table of all threads.
    pub(super) shared: &'a BoundTable,
    /// The small table of this thread.
    pub(super) own_table: &'a BoundTable,
    /// Positions of this many balls of both sides, or more, belong into the small table.
    pub(super) own_from: i32,
}

impl Tables<'_> {
    #[inline(always)]
    const fn for_plies(&self, plies: i32) -> &BoundTable {
        if plies >= self.own_from { self.own_table } else { self.shared }
    }

    /// The best channel of a position by the table, if the position is one that was searched.
    pub(super) fn best_channel(&self, rack: &Rack) -> Option<u32> {
        let key = rack.size().symmetric_key(rack.own(), rack.mask);
        let table = self.for_plies(rack.mask.count_ones().cast_signed());
        let entry = table.probe(table.address(key.value))?;
        Some(rack.size().unmirrored(entry.channel, key.is_mirrored))
    }
}

/// The state of a move in the searches of the other threads.
enum OtherThreads {
    /// Nothing that helps.
    Nothing,
    /// One of them is searching it.
    Searching,
    /// A bound on its score that decides it, **for the side that makes the move**.
    Bound(i32),
}

/// The arguments of [`NullWindowSearch::test_null_window`].
struct NullWindowTest<'s, 'a> {
    search: &'s mut NullWindowSearch<'a>,
    rack: &'s Rack,
    /// Whether the score reaches this is the question, **for the side to move**;
    /// [`RackSize::win_score`](crate::games::connect4::RackSize::win_score) has the unit.
    beta: i32,
}

impl BySize for NullWindowTest<'_, '_> {
    type Output = Option<i32>;

    fn of_size<const W: usize, const H: usize>(self) -> Option<i32> {
        self.search.test_null_window_of_size::<W, H>(self.rack, self.beta)
    }
}

/// One thread's search.
pub(super) struct NullWindowSearch<'a> {
    tables: Tables<'a>,
    /// Called now and then with the nodes so far; returns whether to go on.
    go_on: &'a mut dyn FnMut(u64) -> bool,
    /// The node count at which the limits are checked again.
    next_check: u64,
    is_stopped: bool,
    /// The positions that the other threads are searching.
    busy: Option<&'a BusyPositions>,
    /// Positions searched.
    pub(super) nodes: u64,
    /// A test is given up at this node count.
    turn_limit: u64,
    /// The search stops at this node count; `u64::MAX` for no limit.
    node_cap: u64,
}

impl<'a> NullWindowSearch<'a> {
    /// A search without nodes so far.
    ///
    /// `go_on` gets the nodes of this thread about every 1,024 nodes, and returns whether to
    /// continue.
    pub(super) fn new(tables: Tables<'a>, go_on: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Self {
            tables,
            go_on,
            next_check: INTERVAL,
            is_stopped: false,
            busy: None,
            nodes: 0,
            turn_limit: u64::MAX,
            node_cap: u64::MAX,
        }
    }

    /// This search, stopping at this many nodes.
    #[must_use]
    pub(super) fn with_node_cap(mut self, nodes: u64) -> Self {
        self.node_cap = nodes;
        self.turn_limit = nodes;
        self.next_check = INTERVAL.min(nodes);
        self
    }

    /// This search as one of several threads, which marks what it searches.
    #[must_use]
    pub(super) const fn with_busy_positions(mut self, busy: &'a BusyPositions) -> Self {
        self.busy = Some(busy);
        self
    }

    /// Tests a null window: a bound that proves whether the score reaches `beta`, **for the side
    /// to move**. It is at least `beta` if so, and a lower bound; else below it, and an upper one.
    ///
    /// Neither side has four in the position, and its mover cannot win at once. `None` if the
    /// search was stopped.
    pub(super) fn test_null_window(&mut self, rack: &Rack, beta: i32) -> Option<i32> {
        rack.size().compute(NullWindowTest { search: self, rack, beta })
    }

    /// [`Self::test_null_window`], compiled for each size of rack.
    fn test_null_window_of_size<const W: usize, const H: usize>(
        &mut self,
        rack: &Rack,
        beta: i32,
    ) -> Option<i32> {
        let node = SolverNode::<W, H>::new(rack);
        let after = play_forced_replies(node, node.plies(), beta);
        let (sign, beta) = if after.is_other { (-1, 1 - beta) } else { (1, beta) };
        if let Some(bound) = after.bound {
            return Some(sign * bound);
        }
        let (node, plies) = (after.node, after.plies);
        let (address, is_mirrored) = self.address(&node, plies);
        let mut root = Child { node, plies, address, is_mirrored, ..Child::default() };
        if let Some(entry) = self.tables.for_plies(plies).probe(address) {
            if entry.lower >= beta || entry.upper < beta {
                let bound = if entry.lower >= beta { entry.lower } else { entry.upper };
                return Some(sign * bound);
            }
            root.table_move = Some(root.table_channel(entry.channel));
        }
        self.search(&root, beta).map(|bound| sign * bound)
    }

    /// Where the table keeps a position, and whether it keeps its mirror image.
    #[inline(always)]
    fn address<const W: usize, const H: usize>(
        &self,
        node: &SolverNode<W, H>,
        plies: i32,
    ) -> (Address, bool) {
        let key = node.symmetric_key();
        (self.tables.for_plies(plies).address(key.value), key.is_mirrored)
    }

    /// [`Self::test_null_window`] of a position that only a search can decide.
    fn search<const W: usize, const H: usize>(
        &mut self,
        parent: &Child<W, H>,
        beta: i32,
    ) -> Option<i32> {
        if self.nodes >= self.next_check && !self.check_limits() {
            return None;
        }
        let nodes_before = self.nodes;
        self.nodes += 1;
        let mut best = WORST;
        let mut list = ChildList::new();
        if self.generate_moves(parent, beta, &mut list, &mut best) || list.is_empty() {
            return Some(best);
        }
        // A double threat now, a win with the second ball, would have been found without search.
        let most = SolverNode::<W, H>::SIZE.win_score(parent.plies + TO_THIRD_BALL);
        if most < beta {
            return Some(most.max(best));
        }
        if self.probe_children(beta, &mut list, &mut best) {
            return Some(best);
        }
        let mut channel = parent.table_move.unwrap_or_default();
        let busy =
            self.busy.filter(|_| parent.plies < SolverNode::<W, H>::SIZE.area() - MIN_MARKED_EMPTY);
        let mut is_first = true;
        while best < beta
            && let Some(child) = list.take_best()
        {
            let others = if is_first {
                OtherThreads::Nothing
            } else {
                self.ask_other_threads(busy, &child, beta)
            };
            is_first = false;
            let bound = match others {
                OtherThreads::Searching => {
                    list.push(Child {
                        ordering_score: child.ordering_score - DEFERRED_PENALTY,
                        ..child
                    });
                    continue;
                }
                OtherThreads::Bound(bound) => bound,
                OtherThreads::Nothing => self.search_child(busy, &child, beta)?,
            };
            if bound > best {
                (best, channel) = (bound, child.channel);
            }
        }
        self.store(parent, beta, best, channel, nodes_before);
        Some(best)
    }

    /// The bound on the score of a move, for the side that makes it, by searching the position
    /// after it.
    ///
    /// `beta` is for the same side; `None` if the search was stopped.
    #[inline(always)]
    fn search_child<const W: usize, const H: usize>(
        &mut self,
        busy: Option<&BusyPositions>,
        child: &Child<W, H>,
        beta: i32,
    ) -> Option<i32> {
        let address = child.address;
        if let Some(busy) = busy {
            busy.start(address);
        }
        let bound = if child.is_same_side {
            self.search(child, beta)
        } else {
            self.search(child, 1 - beta).map(|bound| -bound)
        };
        if let Some(busy) = busy {
            busy.finish(address);
        }
        bound
    }

    /// ABDADA: whether another thread has decided a move, or is searching it.
    ///
    /// A move is deferred once only, so that none waits for ever.
    #[inline(always)]
    fn ask_other_threads<const W: usize, const H: usize>(
        &self,
        busy: Option<&BusyPositions>,
        child: &Child<W, H>,
        beta: i32,
    ) -> OtherThreads {
        let Some(busy) = busy else { return OtherThreads::Nothing };
        if let Some(entry) = self.tables.for_plies(child.plies).probe(child.address) {
            let (lower, upper) = entry.bounds(child.is_same_side);
            if lower >= beta {
                return OtherThreads::Bound(lower);
            }
            if upper < beta {
                return OtherThreads::Bound(upper);
            }
        }
        let is_deferred = child.ordering_score <= -DEFERRED_PENALTY / 2;
        if !is_deferred && busy.contains(child.address) {
            OtherThreads::Searching
        } else {
            OtherThreads::Nothing
        }
    }

    /// Lists the moves that must be searched; returns whether a bound on another one reaches
    /// `beta`.
    ///
    /// `best` becomes the best bound of the moves that need no search.
    #[inline(always)]
    fn generate_moves<const W: usize, const H: usize>(
        &self,
        parent: &Child<W, H>,
        beta: i32,
        list: &mut ChildList<W, H>,
        best: &mut i32,
    ) -> bool {
        let node = &parent.node;
        // Not below a winning cell of the other side.
        let mut moves = node.playable() & !(node.other_wins >> 1);
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let child = node.play(cell);
            let after = play_forced_replies(child, parent.plies + 1, 1 - beta);
            let is_same_side = after.is_other;
            if let Some(bound) = after.bound {
                *best = (*best).max(if is_same_side { bound } else { -bound });
                if *best >= beta {
                    return true;
                }
                continue;
            }
            let (node, plies) = (after.node, after.plies);
            let (address, is_mirrored) = self.address(&node, plies);
            self.tables.for_plies(plies).prefetch(address);
            let channel = cell.trailing_zeros() / SolverNode::<W, H>::SIZE.stride() as u32;
            let ordering_score = ordering_score(&child, channel, parent.table_move);
            list.push(Child {
                node,
                plies,
                address,
                is_mirrored,
                is_same_side,
                channel,
                ordering_score,
                table_move: None,
            });
        }
        false
    }

    /// Enhanced transposition cutoffs (A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin 1996): looks
    /// all moves up in the table before any is searched.
    ///
    /// Drops the moves that the table proves to be too bad; returns whether it proves that one
    /// reaches `beta`.
    #[inline(always)]
    fn probe_children<const W: usize, const H: usize>(
        &self,
        beta: i32,
        list: &mut ChildList<W, H>,
        best: &mut i32,
    ) -> bool {
        let mut is_cutoff = false;
        list.retain(|child| {
            let Some(entry) = self.tables.for_plies(child.plies).probe(child.address) else {
                return true;
            };
            let (lower, upper) = entry.bounds(child.is_same_side);
            child.table_move = Some(child.table_channel(entry.channel));
            if lower >= beta {
                *best = (*best).max(lower);
                is_cutoff = true;
            } else if upper < beta {
                *best = (*best).max(upper);
                return false;
            }
            true
        });
        is_cutoff
    }

    /// Stores the bound that was proved, the best channel, and how many nodes it has cost.
    #[inline(always)]
    fn store<const W: usize, const H: usize>(
        &self,
        parent: &Child<W, H>,
        beta: i32,
        best: i32,
        channel: u32,
        nodes_before: u64,
    ) {
        let (lower, upper) = if best >= beta {
            (best, SolverNode::<W, H>::SIZE.win_score(parent.plies + TO_SECOND_BALL))
        } else {
            (-SolverNode::<W, H>::SIZE.win_score(parent.plies + TO_OTHERS_SECOND_BALL), best)
        };
        let entry = BoundEntry { lower, upper, channel: parent.table_channel(channel) };
        let nodes = self.nodes - nodes_before;
        self.tables.for_plies(parent.plies).store(parent.address, entry, nodes);
    }

    /// Returns whether the current test may go on.
    #[cold]
    fn check_limits(&mut self) -> bool {
        self.next_check = self.turn_limit.min(self.nodes + INTERVAL);
        self.is_stopped = self.nodes >= self.node_cap || !(self.go_on)(self.nodes);
        self.nodes < self.turn_limit && !self.is_stopped
    }

    /// Whether the search was stopped, not a turn only.
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Begins a turn, whose tests are given up after this many more nodes.
    pub(super) fn begin_turn(&mut self, nodes: u64) {
        self.turn_limit = self.nodes.saturating_add(nodes).min(self.node_cap);
        self.next_check = self.turn_limit.min(self.nodes + INTERVAL);
    }
}
