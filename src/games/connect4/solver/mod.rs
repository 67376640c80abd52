//! The exact solver: the true value of any position, and a line of best play to the end.
//!
//! A *score* counts as the field does, **for the side to move**: 0 is a draw, k > 0 a win with
//! its k-th last ball, −k a loss to the other side's k-th last ball. [`to_score`] turns one into
//! plies.
//!
//! How it works: `windows` asks whether the score reaches some number, `search` answers by
//! looking at all moves, `settle` plays out forced replies and knows bounds (`follow`) that
//! spare most positions a search, `order` says which move to try first, `table` remembers
//! what was proved under a `key` that a position shares with its mirror image, and `team`
//! does it on several threads. Nothing is estimated: whatever is answered is proved.
//!
//! # Examples
//! ```
//! use parlour::game::Position;
//! use parlour::games::connect4::{Rack, solver::{Bounds, Solver}};
//! let mut rack = Rack::<7, 6>::EMPTY;
//! for channel in [3, 3, 3, 3, 3, 1, 0, 0, 2, 2, 2] {
//!     rack.play(channel);
//! }
//! let mut solver = Solver::new(1, 1);
//! assert_eq!(solver.score(&rack, &mut |_| true), Bounds::exact(16));
//! ```

mod bound_table;
mod claimeven;
mod forced_moves;
mod move_ordering;
mod node;
mod null_windows;
mod score;
mod search;
pub(super) mod symmetric_key;
#[cfg(test)]
mod tests;
mod threads;

pub use null_windows::Bounds;
pub use score::{best_line, to_score};

use bound_table::Table;
use node::Node;
use null_windows::Turns;
use search::{Search, Tables};
use threads::test_together;

use std::sync::Arc;

use super::Rack;
use crate::base::Outcome;
use crate::game::{Position, Turn};

/// Positions with so many empty cells or fewer stay in a thread's own small table.
const NEAR_END: i32 = 17;
/// Bytes of that table: half of a usual second-level cache.
const OWN_BYTES: u64 = 512 << 10;
/// Bytes of the shared table at first.
const FIRST_BYTES: u64 = 1 << 20;
/// A table of fewer bytes a node, of all that were searched, grows.
const PER_NODE: u64 = 8;
/// How many times larger it becomes.
const GROWTH: u64 = 8;
/// A turn of `windows` from outside beyond so many nodes has all threads work together instead.
///
/// A position has cost one thread some 50,000 nodes by then.
const ALONE: u64 = 4_096;

/// Says, given the nodes searched so far, whether to go on.
pub type GoOn<'a> = dyn FnMut(u64) -> bool + 'a;

/// What a solver knows on its way to the score of a position.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What is proved of the score so far.
    pub bounds: Bounds,
    /// Positions searched for it so far.
    pub nodes: u64,
    /// How full the table is, per mille.
    pub hashfull: u32,
    /// The channel that the last proof began with, as far as the table remembers it.
    pub channel: Option<u8>,
}

/// Solves positions of one size of rack and remembers what it proved.
pub struct Solver<const W: usize, const H: usize> {
    /// Of [`Self::most_bytes`] at most, smaller as long as little is stored.
    shared: Arc<Table>,
    most_bytes: u64,
    /// One a thread.
    own: Vec<Table>,
    nodes: u64,
    /// Nodes that may still be searched.
    left: u64,
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// Bits of a key.
    const BITS: u32 = (W * (H + 1)) as u32;
    /// Balls from which on a small table is used: never where it could not tell keys apart.
    const OWN_FROM: i32 = if Table::least_bytes(Self::BITS) > OWN_BYTES {
        i32::MAX
    } else {
        Node::<W, H>::AREA - NEAR_END
    };

    /// A solver with a table of so many MiB and so many threads, at least one.
    ///
    /// Keys are exact, for which the largest racks need more than the least table: 8×7 takes
    /// 32 MiB at least.
    pub fn new(mebibytes: u64, threads: usize) -> Self {
        let most_bytes = mebibytes.max(1) << 20;
        let shared = Arc::new(Table::new(FIRST_BYTES.min(most_bytes), Self::BITS));
        let own = (0..threads.max(1)).map(|_| Table::new(OWN_BYTES, Self::BITS)).collect();
        Self { shared, most_bytes, own, nodes: 0, left: u64::MAX }
    }

    /// A solver with one thread that shares the table of this one.
    #[must_use]
    pub fn sibling(&mut self) -> Self {
        self.grow(self.most_bytes);
        let own = vec![Table::new(OWN_BYTES, Self::BITS)];
        let shared = Arc::clone(&self.shared);
        let most_bytes = self.most_bytes;
        Self { shared, most_bytes, own, nodes: 0, left: u64::MAX }
    }

    /// Positions searched so far, by all threads together.
    ///
    /// A position counts when its moves are tried; one that forced replies or a bound decide does
    /// not.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Allows so many nodes from now on, all questions together; without end at first.
    ///
    /// One thread keeps the number exactly, several do about.
    pub const fn allow(&mut self, nodes: u64) {
        self.left = nodes;
    }

    /// How full the table is, per mille of what it may become.
    pub fn hashfull(&self) -> u32 {
        let filled = u64::from(self.shared.per_mille()) * (self.shared.bytes() >> 6);
        (filled / (self.most_bytes >> 6)) as u32
    }

    /// The score of a position, exact unless `go_on` ends the search.
    ///
    /// `go_on` is asked about every thousand nodes. The answer does not depend on the number of
    /// threads nor on what was solved before.
    pub fn score(&mut self, rack: &Rack<W, H>, go_on: &mut GoOn<'_>) -> Bounds {
        self.score_with(rack, go_on, None)
    }

    /// [`Self::score`] that tells of every step on the way.
    pub fn score_telling(
        &mut self,
        rack: &Rack<W, H>,
        go_on: &mut GoOn<'_>,
        tell: &mut dyn FnMut(&Step),
    ) -> Bounds {
        self.score_with(rack, go_on, Some(tell))
    }

    fn score_with(
        &mut self,
        rack: &Rack<W, H>,
        go_on: &mut GoOn<'_>,
        tell: Option<&mut dyn FnMut(&Step)>,
    ) -> Bounds {
        let node = Node::<W, H>::new(rack);
        let plies = node.plies();
        if let Turn::Over(outcome) = rack.turn() {
            let is_lost = outcome != Outcome::Draw;
            return Bounds::exact(if is_lost { -Node::<W, H>::win_with(plies) } else { 0 });
        }
        if node.own_wins & node.playable() != 0 {
            return Bounds::exact(Node::<W, H>::win_with(plies + 1));
        }
        let lower = -Node::<W, H>::win_with(plies + 2);
        let mut bounds = Bounds { lower, upper: Node::<W, H>::win_with(plies + 3) };
        self.narrow(&node, &mut bounds, go_on, tell);
        bounds
    }

    /// The scores of all moves by channel, **for the side that moves**; `None` for full channels.
    ///
    /// Exact unless `go_on` ends the search. Nothing has a move when the game is over.
    pub fn moves(&mut self, rack: &Rack<W, H>, go_on: &mut GoOn<'_>) -> [Option<Bounds>; W] {
        let mut scores = [None; W];
        let mut channels = Vec::new();
        rack.moves(&mut channels);
        let mut is_ended = false;
        let mut go_on = |nodes| {
            is_ended = is_ended || !go_on(nodes);
            !is_ended
        };
        // From the middle outwards, as good moves bring proofs that serve the others.
        channels.sort_by_key(|channel| (2 * usize::from(*channel) + 1).abs_diff(W));
        for channel in channels {
            let mut child = *rack;
            child.play(channel);
            scores[usize::from(channel)] = Some(self.score(&child, &mut go_on).negated());
        }
        scores
    }

    /// Whether the score of a position is at least `beta`; `None` if `go_on` ended the search.
    pub fn reaches(&mut self, rack: &Rack<W, H>, beta: i32, go_on: &mut GoOn<'_>) -> Option<bool> {
        let node = Node::<W, H>::new(rack);
        let is_over = !matches!(rack.turn(), Turn::Decide(_));
        if is_over || node.own_wins & node.playable() != 0 {
            return Some(self.score(rack, go_on).lower >= beta);
        }
        self.make_room();
        let mut search = Search::new(self.tables(0), go_on).with_most(self.left);
        let value = search.test(&node, beta);
        let nodes = search.nodes;
        self.count(nodes);
        value.map(|value| value >= beta)
    }

    /// Narrows bounds on the score of a position until they meet or the search ends.
    fn narrow(
        &mut self,
        node: &Node<W, H>,
        bounds: &mut Bounds,
        go_on: &mut GoOn<'_>,
        mut tell: Option<&mut dyn FnMut(&Step)>,
    ) {
        let start = self.nodes;
        let most = if self.own.len() > 1 { ALONE } else { u64::MAX };
        let mut turns = Turns::new();
        let mut is_ended = false;
        while !bounds.is_exact() && !is_ended && turns.nodes() <= most {
            self.make_room();
            let (before, tables) = (self.nodes - start, self.tables(0));
            let mut tell = |bounds, nodes| {
                let Some(tell) = &mut tell else { return };
                tell(&self.step(node, bounds, before + nodes));
            };
            let mut go_on = |nodes| go_on(before + nodes);
            let mut search = Search::new(tables, &mut go_on).with_most(self.left);
            turns.take(&mut search, node, bounds, &mut tell);
            is_ended = search.is_ended();
            let nodes = search.nodes;
            self.count(nodes);
        }
        while !bounds.is_exact() && !is_ended {
            self.make_room();
            let (before, left, beta) = (self.nodes - start, self.left, bounds.inside());
            let tables: Vec<_> = (0..self.own.len()).map(|thread| self.tables(thread)).collect();
            let mut go_on = |nodes| nodes < left && go_on(before + nodes);
            let found = test_together(&tables, node, beta, &mut go_on);
            if let Some(value) = found.value {
                bounds.note(beta, value);
                if let Some(tell) = &mut tell {
                    tell(&self.step(node, *bounds, before + found.nodes));
                }
            }
            is_ended = found.value.is_none();
            self.count(found.nodes);
        }
    }

    /// What is to be told after so many nodes.
    fn step(&self, node: &Node<W, H>, bounds: Bounds, nodes: u64) -> Step {
        let channel = self.tables(0).noted(node).map(|channel| channel as u8);
        Step { bounds, nodes, hashfull: self.hashfull(), channel }
    }

    /// The tables of one thread.
    fn tables(&self, thread: usize) -> Tables<'_> {
        Tables { shared: &self.shared, own: &self.own[thread], own_from: Self::OWN_FROM }
    }

    /// Makes the table larger where it may soon be full, and may still grow.
    ///
    /// As long as few positions are stored they lie close together, and so in the processor's
    /// caches. Not while [siblings](Self::sibling) use it.
    fn make_room(&mut self) {
        let bytes = self.shared.bytes();
        if bytes < self.most_bytes && self.nodes > bytes / PER_NODE {
            let new = bytes.saturating_mul(GROWTH).min(self.most_bytes);
            self.grow(new);
        }
    }

    /// Makes the table as large as this, unless it is shared or the memory is not to be had.
    fn grow(&mut self, bytes: u64) {
        let Some(table) = Arc::get_mut(&mut self.shared) else { return };
        let new = Table::new(bytes, Self::BITS);
        if new.bytes() > table.bytes() {
            new.take_over(table);
            *table = new;
        } else {
            self.most_bytes = table.bytes();
        }
    }

    const fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.left = self.left.saturating_sub(nodes);
    }
}
