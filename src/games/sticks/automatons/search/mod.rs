//! `search`: the strongest player, a search of its own for this game.
//!
//! Principal variation search (Marsland and Campbell 1982) with iterative deepening, aspiration
//! and a shared table, on the board of [`field`](crate::games::sticks::field). Wins at hand are
//! taken and threats answered without costing depth; late moves are searched less deeply or left
//! out; at the leaves wins by threats in a row are searched to their end. A win is told as
//! proved only where it rests on moves against which every defence was tried.

mod branch;
mod fours;
mod memory;
mod moves;
mod node;
mod proofs;
mod prune;
mod reason;
mod reduce;
mod root;
mod team;
mod tree;

use crate::games::sticks::code::Code;
use memory::Memory;
use team::Team;

use crate::game::{Position as _, Record};
use crate::games::sticks::{Move, Sticks};
use crate::search::tt::{self, TranspositionTable};
use crate::search::{Automaton, Choice, Options, Task, Temper, Watcher};

/// What the threads find out about positions.
type Table = TranspositionTable<Code>;

/// What is known of one position.
type Known = tt::Entry<Code>;

/// A player that searches.
///
/// Uses the options `Hash`, `Threads`, `MultiPV`, `Level`, `Seed` (below full level) and
/// `Clear Hash`. Memory is taken at the first search.
pub struct Search {
    table: Table,
    lead: Memory,
    /// One for each thread but the first.
    helpers: Vec<Memory>,
    temper: Temper,
    presses: u64,
}

impl Search {
    /// A player that knows nothing yet.
    pub fn new(options: &Options) -> Self {
        Self {
            table: Table::new(hash(options)),
            lead: Memory::new(),
            helpers: helpers(options),
            temper: Temper::new(options),
            presses: options.presses("Clear Hash"),
        }
    }
}

/// MiB of the table.
fn hash(options: &Options) -> u64 {
    options.spin("Hash").unsigned_abs().max(1)
}

/// What the threads besides the first remember.
fn helpers(options: &Options) -> Vec<Memory> {
    let threads = usize::try_from(options.spin("Threads")).unwrap_or(1);
    (1..threads).map(|_| Memory::new()).collect()
}

impl Automaton<Sticks> for Search {
    fn choose(
        &mut self,
        game: &Record<Sticks>,
        task: &Task<'_, Sticks>,
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        let nodes = self.temper.nodes();
        // A number of nodes is kept exactly, and the same ones are visited, by one thread.
        let is_counted = task.limits.nodes.is_some() || nodes < u64::MAX;
        let helpers = if is_counted { &mut [] } else { self.helpers.as_mut_slice() };
        let time = task.limits.time_alone(game.position().side()).filter(|_| !is_counted);
        self.table.begin_search(time, 1 + helpers.len());
        let team = Team { game, task, table: &self.table, multi_pv: self.temper.multi_pv(), nodes };
        team.choose((&mut self.lead, helpers), watcher)
    }

    fn configure(&mut self, options: &Options) {
        self.table.resize(hash(options));
        if options.presses("Clear Hash") != self.presses {
            self.presses = options.presses("Clear Hash");
            self.table.clear();
        }
        let helpers = helpers(options);
        if helpers.len() != self.helpers.len() {
            self.helpers = helpers;
        }
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.lead = Memory::new();
        self.helpers.iter_mut().for_each(|memory| *memory = Memory::new());
        self.temper.new_game();
    }
}
