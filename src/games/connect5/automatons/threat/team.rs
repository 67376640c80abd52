//! One search on one thread or more.

use super::Table;
use super::memory::Memory;
use super::root::Root;
use super::tree::Tree;
use crate::game::Position;
use crate::games::connect5::grid::{Grid, Site};
use crate::games::connect5::{Board, Cell};
use crate::search::deepening::Deepening;
use crate::search::threads::lazy_smp::{WorkerId, lazy_smp};
use crate::search::threads::worker::{Depths, Worker};
use crate::search::{Choice, Task, Watcher};

/// The deepest iteration, in plies.
const MAX_DEPTH: u32 = 200;

/// What all threads are to do.
pub(super) struct Team<'a> {
    pub(super) board: &'a Board,
    pub(super) task: &'a Task<'a, Board>,
    pub(super) table: &'a Table,
    pub(super) multi_pv: usize,
    /// The most nodes of the first thread.
    pub(super) nodes: u64,
}

impl Team<'_> {
    /// Chooses a move with a thread for each of these memories, of which there is one at least.
    pub(super) fn choose(
        &self,
        memories: &mut [Memory],
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let mut fresh = None;
        let (memory, helpers) = match memories.split_first_mut() {
            Some((memory, helpers)) => (memory, helpers),
            None => (fresh.insert(Memory::new(1)), [].as_mut_slice()),
        };
        let search = |memory: &mut _, post: WorkerId<'_>, watcher: &mut dyn Watcher<Cell>| {
            self.search(memory, post, watcher)
        };
        lazy_smp((memory, helpers), watcher, search)
    }

    /// One thread's search.
    fn search(
        &self,
        memory: &mut Memory,
        post: WorkerId<'_>,
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let grid = Grid::new(self.board);
        let strand = Worker::new(self.task, (self.board.side(), self.nodes), self.table, post);
        let tree = Tree { grid, strand, memory, excluded: Site::NONE };
        let (root, candidates) = Root::new(tree, self.task.moves, self.multi_pv);
        let depths = Depths::new(self.task.limits, post, MAX_DEPTH);
        Deepening::new(root, candidates).run(depths, watcher)
    }
}
