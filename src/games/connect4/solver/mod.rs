//! The exact solver: the true value of any position.

mod follow;
mod key;
mod node;
mod order;
mod search;
mod settle;
mod table;
mod windows;

use node::Node;
use search::{Search, Tables};
use table::Table;
use windows::{Bounds, narrow};

use super::Rack;
use crate::base::Outcome;
use crate::game::{Position, Turn};

/// Positions with so many empty cells or fewer stay in a thread's own small table.
const NEAR_END: usize = 17;
/// Bytes of that table: half of a usual second-level cache.
const OWN_BYTES: u64 = 512 << 10;

/// Solves positions of one size of rack and remembers what it proved.
pub struct Solver<const W: usize, const H: usize> {
    shared: Table,
    own: Table,
    nodes: u64,
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// Bits of a key.
    const BITS: u32 = (W * (H + 1)) as u32;
    /// Balls from which on the small table is used: never where it could not tell keys apart.
    const OWN_FROM: i32 = if Table::least_bytes(Self::BITS) > OWN_BYTES {
        i32::MAX
    } else {
        (W * H - NEAR_END) as i32
    };

    /// A solver with a table of so many MiB.
    pub fn new(mebibytes: u64) -> Self {
        let shared = Table::new(mebibytes << 20, Self::BITS);
        let own = Table::new(OWN_BYTES, Self::BITS);
        Self { shared, own, nodes: 0 }
    }

    /// The exact score **for the side to move**: 0 draw, k > 0 wins with its k-th last ball.
    pub fn score(&mut self, rack: &Rack<W, H>) -> i32 {
        let node = Node::<W, H>::new(rack);
        let plies = node.plies();
        if let Turn::Over(outcome) = rack.turn() {
            let lost = outcome != Outcome::Draw;
            return if lost { -Node::<W, H>::win_with(plies) } else { 0 };
        }
        if node.own_wins & node.playable() != 0 {
            return Node::<W, H>::win_with(plies + 1);
        }
        let mut bounds = Bounds {
            lower: -Node::<W, H>::win_with(plies + 2),
            upper: Node::<W, H>::win_with(plies + 3),
        };
        let tables = Tables { shared: &self.shared, own: &self.own, own_from: Self::OWN_FROM };
        let mut go_on = |_| true;
        let mut search = Search::new(tables, &mut go_on);
        narrow(&mut search, &node, &mut bounds);
        self.nodes += search.nodes;
        bounds.lower
    }

    /// Positions searched so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}
