//! One search on one thread or more.

use super::Table;
use super::memory::Memory;
use super::root::Root;
use super::tree::Tree;
use crate::base::rng::mix;
use crate::game::{Position as _, Record};
use crate::games::sticks::field::Field;
use crate::games::sticks::{Move, Sticks};
use crate::search::deepening::Deepening;
use crate::search::threads::lazy_smp::{WorkerId, lazy_smp};
use crate::search::threads::worker::{Depths, Worker};
use crate::search::{Choice, Task, Watcher};

/// The deepest iteration, in plies.
const MAX_DEPTH: u32 = 100;

/// What all threads are to do.
pub(super) struct Team<'a> {
    pub(super) game: &'a Record<Sticks>,
    pub(super) task: &'a Task<'a, Sticks>,
    pub(super) table: &'a Table,
    pub(super) multi_pv: usize,
    /// The most nodes of the first thread.
    pub(super) nodes: u64,
}

impl Team<'_> {
    /// Chooses a move, the first memory's thread leading the others.
    pub(super) fn choose(
        &self,
        memories: (&mut Memory, &mut [Memory]),
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        lazy_smp(memories, watcher, |memory, post, watcher| self.search(memory, post, watcher))
    }

    /// One thread's search.
    fn search(
        &self,
        memory: &mut Memory,
        post: WorkerId<'_>,
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        let position = self.game.position();
        let strand = Worker::new(self.task, (position.side(), self.nodes), self.table, post);
        let keys: Vec<u64> = self.game.keys().collect();
        let since = keys.len().saturating_sub(usize::from(position.since_drop()));
        memory.begin_search(&keys[since..]);
        let (rooted, salt) = (memory.path.len(), memory.twice.iter().fold(0, |s, k| s ^ mix(*k)));
        let tree = Tree { field: Field::new(position), strand, memory, rooted, salt };
        let (root, candidates) = Root::new(tree, self.task.moves, self.multi_pv);
        let depths = Depths::new(self.task.limits, post, MAX_DEPTH);
        Deepening::new(root, candidates).run(depths, watcher)
    }
}
