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

mod follow;
pub(super) mod key;
mod node;
mod order;
mod search;
mod settle;
mod table;
mod team;
#[cfg(test)]
mod twin;
mod windows;

pub use windows::Bounds;

use node::Node;
use search::{Search, Tables};
use table::Table;

use std::sync::Arc;

use super::Rack;
use crate::base::{Outcome, Score};
use crate::game::{Position, Turn};

/// Positions with so many empty cells or fewer stay in a thread's own small table.
const NEAR_END: i32 = 17;
/// Bytes of that table: half of a usual second-level cache.
const OWN_BYTES: u64 = 512 << 10;
/// A turn of `windows` from outside beyond so many nodes has all threads work together instead.
///
/// A position has cost one thread some 50,000 nodes by then.
const ALONE: u64 = 4_096;

/// Says, given the nodes searched so far, whether to go on.
pub type GoOn<'a> = dyn FnMut(u64) -> bool + 'a;

/// Solves positions of one size of rack and remembers what it proved.
pub struct Solver<const W: usize, const H: usize> {
    shared: Arc<Table>,
    /// One a thread.
    own: Vec<Table>,
    nodes: u64,
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
        let shared = Arc::new(Table::new(mebibytes.max(1) << 20, Self::BITS));
        let own = (0..threads.max(1)).map(|_| Table::new(OWN_BYTES, Self::BITS)).collect();
        Self { shared, own, nodes: 0 }
    }

    /// A solver with one thread that shares the table of this one.
    #[must_use]
    pub fn sibling(&self) -> Self {
        let own = vec![Table::new(OWN_BYTES, Self::BITS)];
        Self { shared: Arc::clone(&self.shared), own, nodes: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.shared.clear();
        self.own.iter().for_each(Table::clear);
    }

    /// Positions searched so far, by all threads together.
    ///
    /// A position counts when its moves are tried; one that forced replies or a bound decide does
    /// not.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How full the table is, per mille.
    pub fn hashfull(&self) -> u32 {
        self.shared.per_mille()
    }

    /// The score of a position, exact unless `go_on` ends the search.
    ///
    /// `go_on` is asked about every thousand nodes. The answer does not depend on the number of
    /// threads nor on what was solved before.
    pub fn score(&mut self, rack: &Rack<W, H>, go_on: &mut GoOn<'_>) -> Bounds {
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
        self.narrow(&node, &mut bounds, go_on);
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

    /// A line of best play from a position with this score to the end of the game.
    ///
    /// The winner wins as soon and the loser loses as late as can be. Shorter if `go_on` ends the
    /// search.
    pub fn line(&mut self, rack: &Rack<W, H>, score: i32, go_on: &mut GoOn<'_>) -> Vec<u8> {
        let (mut rack, mut score) = (*rack, score);
        let mut line = Vec::new();
        let mut channels = Vec::new();
        loop {
            channels.clear();
            rack.moves(&mut channels);
            channels.sort_by_key(|channel| (2 * usize::from(*channel) + 1).abs_diff(W));
            let reaches = |channel: &u8| {
                let mut child = rack;
                child.play(*channel);
                self.reaches(&child, 1 - score, go_on) == Some(false)
            };
            let Some(channel) = channels.iter().copied().find(reaches) else { return line };
            line.push(channel);
            rack.play(channel);
            score = -score;
        }
    }

    /// Whether the score of a position is at least `beta`; `None` if `go_on` ended the search.
    pub fn reaches(&mut self, rack: &Rack<W, H>, beta: i32, go_on: &mut GoOn<'_>) -> Option<bool> {
        let node = Node::<W, H>::new(rack);
        let is_over = !matches!(rack.turn(), Turn::Decide(_));
        if is_over || node.own_wins & node.playable() != 0 {
            return Some(self.score(rack, go_on).lower >= beta);
        }
        let (shared, own) = (&self.shared, self.own.first()?);
        let mut search = Search::new(Tables { shared, own, own_from: Self::OWN_FROM }, go_on);
        let value = search.test(&node, beta);
        self.nodes += search.nodes;
        value.map(|value| value >= beta)
    }

    /// Narrows bounds on the score of a position until they meet or the search ends.
    fn narrow(&mut self, node: &Node<W, H>, bounds: &mut Bounds, go_on: &mut GoOn<'_>) {
        let shared = &self.shared;
        let of = |own| Tables { shared, own, own_from: Self::OWN_FROM };
        let tables: Vec<_> = self.own.iter().map(of).collect();
        let Some(first) = tables.first() else { return };
        let most = if tables.len() > 1 { ALONE } else { u64::MAX };
        let mut search = Search::new(*first, go_on);
        windows::narrow(&mut search, node, bounds, most);
        let is_ended = search.is_ended();
        let mut nodes = search.nodes;
        if !bounds.is_exact() && !is_ended {
            team::narrow_together(&tables, node, bounds, &mut nodes, go_on);
        }
        self.nodes += nodes;
    }
}

/// A score of a position with so many balls on a rack of `W` by `H` as wins and losses in plies.
///
/// # Examples
/// ```
/// use parlour::base::Score;
/// use parlour::games::connect4::solver::to_score;
/// // The first player wins with the 41st ball of a 7×6 rack, seen from either side.
/// assert_eq!(to_score::<7, 6>(1, 0), Score::win_in(41));
/// assert_eq!(to_score::<7, 6>(-1, 1), Score::loss_in(40));
/// ```
pub const fn to_score<const W: usize, const H: usize>(score: i32, plies: i32) -> Score {
    let area = Node::<W, H>::AREA;
    // The last ball of the side that wins, and two plies more for each that it keeps.
    let own_last = area - (area - plies + 1) % 2;
    let other_last = area - (area - plies) % 2;
    if score > 0 {
        Score::win_in(own_last - 2 * (score - 1) - plies)
    } else if score < 0 {
        Score::loss_in(other_last + 2 * (score + 1) - plies)
    } else {
        Score::ZERO
    }
}
