//! One search on one thread or more.

use super::Table;
use super::memory::Memory;
use super::root::Root;
use super::tree::Tree;
use crate::base::rng::mix;
use crate::game::{Position as _, Record};
use crate::games::sticks::field::Field;
use crate::games::sticks::{Move, Sticks};
use crate::search::team::{Post, together};
use crate::search::{Choice, Control, Silent, Task, Watcher};

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
        (lead, helpers): (&mut Memory, &mut [Memory]),
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        together(
            helpers,
            |post| self.search(lead, post, watcher),
            |memory, post| {
                self.search(memory, post, &mut Silent);
            },
        )
    }

    /// One thread's search; every second one begins a depth further on.
    fn search(
        &self,
        memory: &mut Memory,
        post: Post<'_>,
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        let limits = self.task.limits;
        let position = self.game.position();
        let mut control = Control::new(self.task, position.side()).with_node_cap(self.nodes);
        if post.is_first() {
            control.hold();
        }
        let keys: Vec<u64> = self.game.keys().collect();
        let since = keys.len().saturating_sub(usize::from(position.since_drop()));
        memory.begin_search(&keys[since..]);
        let (rooted, salt) = (memory.path.len(), memory.twice.iter().fold(0, |s, k| s ^ mix(*k)));
        let field = Field::new(position);
        let table = self.table;
        let tree = Tree { field, control, table, memory, post, seldepth: 0, rooted, salt };
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH).cast_signed();
        let first = 1 + i32::from(post.number() % 2 == 1);
        let root = Root::new(tree, self.task.moves, self.multi_pv);
        root.deepen((first.min(last), last, limits.clock.is_some()), watcher)
    }
}
