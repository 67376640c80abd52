//! One search on several threads, which help each other through the table only.
//!
//! Each deepens by itself, every second one from a depth further on; what one has found the
//! others find in the table. The first thread reports, answers, and ends the others.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use super::memory::Memory;
use super::root::Root;
use super::table::Table;
use super::tree::Tree;
use crate::game::Position;
use crate::games::connect5::grid::{Grid, Site};
use crate::games::connect5::{Board, Cell};
use crate::search::{Choice, Control, Silent, Task, Watcher};

/// The deepest iteration, in plies.
const MAX_DEPTH: u32 = 200;
/// Nodes between two looks at the others, a power of two.
const INTERVAL: u64 = 256;

/// What all threads are to do.
pub(super) struct Team<'a> {
    pub(super) board: &'a Board,
    pub(super) task: &'a Task<'a, Board>,
    pub(super) table: &'a Table,
    pub(super) multi_pv: usize,
    /// The most nodes of the first thread.
    pub(super) nodes: u64,
}

/// What the threads tell each other besides the table.
#[derive(Default)]
struct News {
    is_over: AtomicBool,
    /// Nodes of all threads but the first.
    nodes: AtomicU64,
}

/// The place of one thread in its team.
#[derive(Clone, Copy)]
pub(super) struct Post<'a> {
    news: &'a News,
    is_first: bool,
}

/// Ends the other threads when it is dropped, by a fault of the first thread too.
struct Whistle<'a>(&'a News);

impl Drop for Whistle<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
    }
}

impl Post<'_> {
    /// Whether to go on after so many nodes; now and then tells of them.
    #[inline]
    pub(super) fn goes_on(self, nodes: u64) -> bool {
        if self.is_first || !nodes.is_multiple_of(INTERVAL) {
            return true;
        }
        self.news.nodes.fetch_add(INTERVAL, Relaxed);
        !self.news.is_over.load(Relaxed)
    }

    /// Whether it is the thread that answers.
    pub(super) const fn is_first(self) -> bool {
        self.is_first
    }

    /// The same after several nodes at once.
    #[inline]
    pub(super) fn went_on(self, before: u64, nodes: u64) -> bool {
        before / INTERVAL == nodes / INTERVAL || self.goes_on(nodes / INTERVAL * INTERVAL)
    }

    /// Nodes of the threads besides the first, as far as told.
    pub(super) fn others(self) -> u64 {
        self.news.nodes.load(Relaxed)
    }
}

impl Team<'_> {
    /// Chooses a move with a thread for each of these memories, of which there is one at least.
    pub(super) fn choose(
        &self,
        memories: &mut [Memory],
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let news = &News::default();
        let mut helpers = memories.iter_mut();
        let first = helpers.next();
        thread::scope(|scope| {
            let help = |(at, memory)| {
                scope.spawn(move || {
                    let start = 1 + (at & 1);
                    self.search(memory, Post { news, is_first: false }, start, &mut Silent)
                })
            };
            let helpers: Vec<_> = (1..).zip(helpers).map(help).collect();
            let mut fresh = None;
            let memory = first.unwrap_or_else(|| fresh.insert(Memory::new(1)));
            let whistle = Whistle(news);
            let choice = self.search(memory, Post { news, is_first: true }, 1, watcher);
            drop(whistle);
            for helper in helpers {
                helper.join().unwrap_or_else(|fault| resume_unwind(fault));
            }
            choice
        })
    }

    /// One thread's search.
    fn search(
        &self,
        memory: &mut Memory,
        post: Post<'_>,
        start: i32,
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let limits = self.task.limits;
        let mut control = Control::new(self.task, self.board.side()).with_node_cap(self.nodes);
        if post.is_first {
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
        root.deepen((start, last.cast_signed(), is_brief), watcher)
    }
}
