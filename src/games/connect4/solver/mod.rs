//! The exact solver: the true value of any position.

mod follow;
mod key;
mod node;
mod search;
mod settle;
mod table;

use node::Node;
use search::Search;
use table::Table;

use super::Rack;
use crate::base::Outcome;
use crate::game::{Position, Turn};

/// Solves positions of one size of rack and remembers what it proved.
pub struct Solver<const W: usize, const H: usize> {
    table: Table,
    nodes: u64,
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// A solver with a table of so many MiB.
    pub fn new(mebibytes: u64) -> Self {
        Self { table: Table::new(mebibytes, (W * (H + 1)) as u32), nodes: 0 }
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
        let mut lower = -Node::<W, H>::win_with(plies + 2);
        let mut upper = Node::<W, H>::win_with(plies + 3);
        let mut search = Search::new(&self.table);
        while lower < upper {
            let mut middle = lower + (upper - lower) / 2;
            if middle <= 0 && lower / 2 < middle {
                middle = lower / 2;
            } else if middle >= 0 && upper / 2 > middle {
                middle = upper / 2;
            }
            let value = search.test(&node, middle + 1);
            if value <= middle {
                upper = value;
            } else {
                lower = value;
            }
        }
        self.nodes += search.nodes;
        lower
    }

    /// Positions searched so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}
