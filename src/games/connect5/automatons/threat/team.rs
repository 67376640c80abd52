//! One search on several threads: each deepens by itself, every second one from a depth further
//! on.

use super::Table;
use super::memory::Memory;
use super::root::Root;
use super::tree::Tree;
use crate::game::Position;
use crate::games::connect5::grid::{Grid, Site};
use crate::games::connect5::{Board, Cell};
use crate::search::team::{Post, together};
use crate::search::{Choice, Control, Silent, Task, Watcher};

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
        together(
            helpers,
            |post| self.search(memory, post, watcher),
            |memory, post| {
                self.search(memory, post, &mut Silent);
            },
        )
    }

    /// One thread's search.
    fn search(
        &self,
        memory: &mut Memory,
        post: Post<'_>,
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let limits = self.task.limits;
        let mut control = Control::new(self.task, self.board.side()).with_node_cap(self.nodes);
        if post.is_first() {
            control.hold();
        }
        let grid = Grid::new(self.board);
        let tree = Tree {
            grid,
            control,
            table: self.table,
            memory,
            post,
            seldepth: 0,
            excluded: Site::NONE,
        };
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let is_brief = limits.clock.is_some();
        let root = Root::new(tree, self.task.moves, self.multi_pv);
        let start = 1 + (post.number() as u32 & 1).cast_signed();
        root.deepen((start, last.cast_signed(), is_brief), watcher)
    }
}
