//! The exact solver: the true value of any position, and a line of best play to the end.
//!
//! A *score* counts as the field does, **for the side to move**: 0 is a draw, k > 0 a win with
//! its k-th last ball, −k a loss to the other side's k-th last ball. [`to_score`] turns one into
//! plies.
//!
//! How it works: `search` tests one null window by alpha-beta.
//! `nodes_moves_and_bounds_without_search` has the positions, with a key that each shares with its
//! mirror image, plays forced replies, has bounds that spare most positions a search, and ranks the
//! moves; `score_bounds_and_transposition_table` has the bounds of a score, turns scores into plies,
//! and keeps what is proved; `threads` and `abdada` do it on several threads. `window_schedule`
//! chooses which null windows to test, and in which order, until the score of a position is known.
//! Nothing is estimated: every answer is proved.
//!
//! # Examples
//! ```
//! use parlour::game::Position;
//! use parlour::games::connect4::{Rack, solver::{Bounds, Solver}};
//! let mut rack = Rack::EMPTY;
//! for channel in [3, 3, 3, 3, 3, 1, 0, 0, 2, 2, 2] {
//!     rack.play(channel);
//! }
//! let mut solver = Solver::new(1, 1);
//! assert_eq!(solver.score(&rack, &mut |_| true), Bounds::exact(16));
//! ```

mod abdada;
mod nodes_moves_and_bounds_without_search;
mod score_bounds_and_transposition_table;
mod search;
#[cfg(test)]
mod tests;
mod threads;
mod window_schedule;

pub use score_bounds_and_transposition_table::{Bounds, to_score};

use nodes_moves_and_bounds_without_search::{TO_FIRST_BALL, TO_OTHERS_FIRST_BALL, TO_SECOND_BALL};
use score_bounds_and_transposition_table::BoundTable;
use search::{NullWindowSearch, Tables};
use threads::test_with_threads;
use window_schedule::WindowSchedule;

use std::sync::Arc;

use super::{Rack, RackSize};
use crate::base::Outcome;
use crate::game::{Position, Turn};

/// Positions with this many empty cells or fewer stay in a thread's own small table. These tables
/// and the two orders of windows together took 0.7 of the time on the set middle-medium; the number
/// itself was set by hand.
const NEAR_END: i32 = 17;
/// Bytes of that table: half of a usual second-level cache. Set by hand.
const OWN_TABLE_BYTES: u64 = 512 << 10;
/// Bytes of the shared table at first. A table that grows from here took 0.81, 0.93 and 1.01 of the
/// CPU time over the published sets middle-easy, begin-easy and middle-medium, against one of full
/// size; the number was set by hand.
const FIRST_TABLE_BYTES: u64 = 1 << 20;
/// The table grows where it has fewer bytes than this for each node searched so far. This and the
/// two below were set by hand.
const BYTES_PER_NODE: u64 = 8;
/// The factor by which the table grows.
const GROWTH: u64 = 8;
/// Buckets that are copied into a larger table between two checks of the limits: some 100 µs.
const COPIED_AT_ONCE: usize = 512;
/// With several threads, null windows take turns ([`WindowSchedule`]) on one thread as long as a
/// turn has at most this many nodes; after that all threads work together, from the middle.
///
/// A position has cost one thread some 5,000 nodes by then. Set by hand.
const ONE_THREAD_TURN: u64 = 4_096;

/// Returns, given the nodes searched so far, whether to go on.
pub type GoOn<'a> = dyn FnMut(u64) -> bool + 'a;

/// The bounds that the solver has proved so far on its way to the score of a position.
#[derive(Clone, Copy, Debug)]
pub struct ProofStep {
    /// The bounds on the score that are proved, for the side to move.
    pub bounds: Bounds,
    /// Whether the last proof raised the lower bound: then it holds for [`Self::channel`].
    pub is_raised: bool,
    /// Positions searched for it.
    pub nodes: u64,
    /// How full the table is, in thousandths, 0 to 1,000.
    pub hashfull: u32,
    /// The channel of the last proof, 0 from the left, if it is known.
    ///
    /// If the lower bound was raised, it reaches that; otherwise it is the one that the table has.
    pub channel: Option<u8>,
}

/// Solves positions, and keeps what it proved in its table.
///
/// The table is of racks of one size: a rack of another size empties it.
pub struct Solver {
    /// The size of the racks in the tables.
    size: RackSize,
    /// Of [`Self::max_bytes`] at most, smaller as long as little is stored.
    shared: Arc<BoundTable>,
    /// The most bytes of the shared table.
    max_bytes: u64,
    /// A larger table, which replaces the table once all entries are copied into it.
    ///
    /// A search that ends before that leaves it to the next one.
    growing: Option<GrowingTable>,
    /// One for each thread.
    own_tables: Vec<BoundTable>,
    /// Positions searched since the solver was made, all threads together.
    nodes: u64,
    /// Nodes that may still be searched.
    nodes_left: u64,
}

/// A larger table into which some buckets of the present one are copied.
struct GrowingTable {
    table: BoundTable,
    /// Buckets that are copied; what is stored in them later is forgotten.
    copied: usize,
}

/// Bits of the key of a rack of this size.
const fn key_bits(size: RackSize) -> u32 {
    (size.width() * size.stride()) as u32
}

impl Solver {
    /// A solver with a table of this many MiB and this many threads (each at least 1).
    ///
    /// Keys are exact, so larger racks need larger tables: 8×7 takes at least 32 MiB.
    pub fn new(mebibytes: u64, threads: usize) -> Self {
        Self::for_size(RackSize::AS_SOLD, mebibytes.max(1) << 20, threads.max(1))
    }

    /// A solver with tables for racks of this size.
    fn for_size(size: RackSize, max_bytes: u64, threads: usize) -> Self {
        let first = BoundTable::new(FIRST_TABLE_BYTES.min(max_bytes), key_bits(size));
        Self::with_shared_table(size, Arc::new(first), max_bytes, threads)
    }

    /// A solver with this shared table, and a new table for each thread.
    fn with_shared_table(
        size: RackSize,
        shared: Arc<BoundTable>,
        max_bytes: u64,
        threads: usize,
    ) -> Self {
        let bits = key_bits(size);
        let own_tables = (0..threads).map(|_| BoundTable::new(OWN_TABLE_BYTES, bits)).collect();
        Self { size, shared, max_bytes, growing: None, own_tables, nodes: 0, nodes_left: u64::MAX }
    }

    /// Begins with new tables if this rack is of another size than the one before.
    fn prepare_for(&mut self, rack: &Rack) {
        if rack.size() != self.size {
            let new = Self::for_size(rack.size(), self.max_bytes, self.own_tables.len());
            *self = Self { nodes: self.nodes, nodes_left: self.nodes_left, ..new };
        }
    }

    /// A solver with one thread that shares the table of this one.
    #[must_use]
    pub fn sharing_table(&mut self) -> Self {
        self.growing = None;
        self.grow(self.max_bytes, &mut || true);
        Self::with_shared_table(self.size, Arc::clone(&self.shared), self.max_bytes, 1)
    }

    /// Positions searched so far, by all threads together.
    ///
    /// A position counts when its moves are generated; one that forced replies or a bound decide
    /// does not.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Allows this many nodes from now on, for all calls together; at first there is no limit.
    ///
    /// One thread stops at the number exactly, several stop near it.
    pub const fn limit_nodes(&mut self, nodes: u64) {
        self.nodes_left = nodes;
    }

    /// How full the table is, in thousandths of its greatest size.
    pub fn hashfull(&self) -> u32 {
        let filled = u64::from(self.shared.per_mille()) * (self.shared.bytes() >> 6);
        // A rack of 8 × 7 needs more bytes than the least that may be asked for.
        (filled / (self.max_bytes.max(self.shared.bytes()) >> 6)) as u32
    }

    /// The score of a position, exact unless `go_on` stops the search.
    ///
    /// `go_on` is called about every thousand nodes. The answer does not depend on the number of
    /// threads nor on what was solved before.
    pub fn score(&mut self, rack: &Rack, go_on: &mut GoOn<'_>) -> Bounds {
        self.find_score(rack, go_on, None)
    }

    /// [`Self::score`] that calls `on_step` after every proof on the way.
    pub fn score_with_steps(
        &mut self,
        rack: &Rack,
        go_on: &mut GoOn<'_>,
        on_step: &mut dyn FnMut(&ProofStep),
    ) -> Bounds {
        self.find_score(rack, go_on, Some(on_step))
    }

    fn find_score(
        &mut self,
        rack: &Rack,
        go_on: &mut GoOn<'_>,
        on_step: Option<&mut dyn FnMut(&ProofStep)>,
    ) -> Bounds {
        self.prepare_for(rack);
        let plies = rack.mask.count_ones().cast_signed();
        let win_score = |ball| rack.size().win_score(ball);
        if let Turn::Over(outcome) = rack.turn() {
            let is_lost = outcome != Outcome::Draw;
            return Bounds::exact(if is_lost { -win_score(plies) } else { 0 });
        }
        if rack.can_win_at_once() {
            return Bounds::exact(win_score(plies + TO_FIRST_BALL));
        }
        let mut bounds = Bounds {
            lower: -win_score(plies + TO_OTHERS_FIRST_BALL),
            upper: win_score(plies + TO_SECOND_BALL),
        };
        self.narrow(rack, &mut bounds, go_on, on_step);
        bounds
    }

    /// Whether the score of a position is at least `beta`; `None` if `go_on` stopped the search.
    pub fn reaches(&mut self, rack: &Rack, beta: i32, go_on: &mut GoOn<'_>) -> Option<bool> {
        self.prepare_for(rack);
        if !matches!(rack.turn(), Turn::Decide(_)) || rack.can_win_at_once() {
            return Some(self.score(rack, go_on).lower >= beta);
        }
        if !self.grow_if_needed(&mut || go_on(0)) {
            return None;
        }
        let mut search =
            NullWindowSearch::new(self.tables(0), go_on).with_node_cap(self.nodes_left);
        let bound = search.test_null_window(rack, beta);
        let nodes = search.nodes;
        self.count_nodes(nodes);
        bound.map(|bound| bound >= beta)
    }

    /// Narrows bounds on the score of a position until they meet or the search ends.
    fn narrow(
        &mut self,
        rack: &Rack,
        bounds: &mut Bounds,
        go_on: &mut GoOn<'_>,
        mut on_step: Option<&mut dyn FnMut(&ProofStep)>,
    ) {
        let start = self.nodes;
        let longest_turn = if self.own_tables.len() > 1 { ONE_THREAD_TURN } else { u64::MAX };
        let mut schedule = WindowSchedule::new();
        let mut is_stopped = false;
        while !bounds.is_exact() && !is_stopped && schedule.nodes() <= longest_turn {
            let before = self.nodes - start;
            if !self.grow_if_needed(&mut || go_on(before)) {
                return;
            }
            let tables = self.tables(0);
            let mut on_step = |bounds, is_raised, nodes| {
                let Some(on_step) = &mut on_step else { return };
                on_step(&self.step(rack, bounds, is_raised, before + nodes));
            };
            let mut go_on = |nodes| go_on(before + nodes);
            let mut search =
                NullWindowSearch::new(tables, &mut go_on).with_node_cap(self.nodes_left);
            schedule.run_turn(&mut search, rack, bounds, &mut on_step);
            is_stopped = search.is_stopped();
            let nodes = search.nodes;
            self.count_nodes(nodes);
        }
        while !bounds.is_exact() && !is_stopped {
            let (before, beta) = (self.nodes - start, bounds.inside_out());
            // All threads search about as many nodes as the first, which counts its own.
            let left = self.nodes_left / self.own_tables.len() as u64;
            if !self.grow_if_needed(&mut || go_on(before)) {
                return;
            }
            let tables: Vec<_> =
                (0..self.own_tables.len()).map(|thread| self.tables(thread)).collect();
            let mut go_on = |nodes| nodes < left && go_on(before + nodes);
            let result = test_with_threads(&tables, rack, beta, &mut go_on);
            if let Some(bound) = result.bound {
                bounds.narrow(beta, bound);
                if let Some(on_step) = &mut on_step {
                    on_step(&self.step(rack, *bounds, bound >= beta, before + result.nodes));
                }
            }
            is_stopped = result.bound.is_none();
            self.count_nodes(result.nodes);
        }
    }

    /// The report of these bounds, which are proved after this many nodes.
    fn step(&self, rack: &Rack, bounds: Bounds, is_raised: bool, nodes: u64) -> ProofStep {
        let mut channels = Vec::new();
        rack.moves(&mut channels);
        let best = self.tables(0).best_channel(rack).map(|channel| channel as u8);
        let best = best.filter(|channel| channels.contains(channel));
        channels.sort_by_key(|channel| best != Some(*channel));
        let channel = if is_raised {
            channels.into_iter().find(|channel| self.is_reached_by(*channel, bounds.lower, rack))
        } else {
            best
        };
        ProofStep { bounds, is_raised, nodes, hashfull: self.hashfull(), channel }
    }

    /// Whether the table, or the rules alone, prove that this legal move, which does not win at
    /// once, has at least this score.
    fn is_reached_by(&self, channel: u8, score: i32, rack: &Rack) -> bool {
        let mut child = *rack;
        child.play(channel);
        if !matches!(child.turn(), Turn::Decide(_)) {
            return score <= 0;
        }
        let mut never = |_| false;
        let mut search = NullWindowSearch::new(self.tables(0), &mut never).with_node_cap(0);
        !child.can_win_at_once()
            && search.test_null_window(&child, 1 - score).is_some_and(|bound| bound <= -score)
    }

    /// The tables of one thread.
    fn tables(&self, thread: usize) -> Tables<'_> {
        // None where the small table has too few bytes for exact keys.
        let has_room = BoundTable::least_bytes(key_bits(self.size)) <= OWN_TABLE_BYTES;
        let own_from = if has_room { self.size.area() - NEAR_END } else { i32::MAX };
        Tables { shared: &self.shared, own_table: &self.own_tables[thread], own_from }
    }

    /// Makes the table larger where it may soon be full and may still grow; false if `go_on` ended
    /// that.
    ///
    /// A small table fits into the processor's caches, so it is kept small while few positions
    /// are stored. It never grows while another solver [shares](Self::sharing_table) it.
    fn grow_if_needed(&mut self, go_on: &mut dyn FnMut() -> bool) -> bool {
        let bytes = self.shared.bytes();
        if bytes >= self.max_bytes || self.nodes <= bytes / BYTES_PER_NODE {
            return true;
        }
        self.grow(bytes.saturating_mul(GROWTH).min(self.max_bytes), go_on)
    }

    /// Makes the table as large as this, unless it is shared or the memory is not available; false
    /// if `go_on` ended that. The next call then goes on with it.
    fn grow(&mut self, bytes: u64, go_on: &mut dyn FnMut() -> bool) -> bool {
        let Some(table) = Arc::get_mut(&mut self.shared) else { return true };
        let bits = key_bits(self.size);
        let new = || GrowingTable { table: BoundTable::new(bytes, bits), copied: 0 };
        let mut growing = self.growing.take().unwrap_or_else(new);
        if growing.table.bytes() <= table.bytes() {
            self.max_bytes = table.bytes();
            return true;
        }
        while growing.copied < table.buckets() {
            if !go_on() {
                self.growing = Some(growing);
                return false;
            }
            let end = (growing.copied + COPIED_AT_ONCE).min(table.buckets());
            growing.table.copy_from(table, growing.copied..end);
            growing.copied = end;
        }
        *table = growing.table;
        true
    }

    const fn count_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
    }
}

/// A line of best play from a position with this score to the end of the game.
///
/// The winner wins as soon and the loser loses as late as possible. `reaches(rack, beta)` is
/// whether the score of a position is at least `beta`, for its side to move; where it is `None`,
/// the line ends before the game does.
pub fn best_line(
    mut rack: Rack,
    mut score: i32,
    mut reaches: impl FnMut(&Rack, i32) -> Option<bool>,
) -> Vec<u8> {
    let mut line = Vec::new();
    loop {
        let mut is_best = |channel: &u8| {
            let mut child = rack;
            child.play(*channel);
            reaches(&child, 1 - score) == Some(false)
        };
        let Some(channel) = rack.moves_centre_first().find(|channel| is_best(channel)) else {
            return line;
        };
        line.push(channel);
        rack.play(channel);
        score = -score;
    }
}
