//! The player: its options, its table, and its threads.

use std::time::Duration;

use super::candidates::Candidates;
use super::game::RootGame;
use super::iterations::Iterations;
use super::search::{Memory, Search};
use crate::game::{Position, Record};
use crate::search::threads::{Depths, Worker, WorkerId, lazy_smp};
use crate::search::tt::TranspositionTable;
use crate::search::{Automaton, Choice, Options, Task, Temper, Watcher};

/// A move of the rules.
type Move<G> = <<G as RootGame>::Position as Position>::Move;

/// A player that searches a game selectively.
///
/// Uses the options `Hash`, `Threads`, `MultiPV`, `Level`, and `Seed` (below full level). Memory
/// is taken at the first search.
pub struct PvsPlayer<G: RootGame> {
    table: TranspositionTable<G::Move>,
    /// Of the first thread.
    first: Memory<G>,
    /// One for each other thread.
    helpers: Vec<Memory<G>>,
    sizes: Sizes,
    temper: Temper,
}

/// How many threads there are, and how the option `Hash` is shared between their tables, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    threads: usize,
    table: u64,
    /// Of each thread.
    scratch: u64,
}

impl Sizes {
    fn new<G: RootGame>(options: &Options) -> Self {
        let threads = usize::try_from(options.spin("Threads")).unwrap_or(1).max(1);
        let hash = options.spin("Hash").unsigned_abs().max(1);
        let scratch = G::scratch_mebibytes(hash, threads as u64);
        let table = hash.saturating_sub(scratch * threads as u64).max(1);
        Self { threads, table, scratch }
    }

    /// What one thread keeps.
    fn memory<G: RootGame>(self) -> Memory<G> {
        Memory::new(G::scratch(self.scratch))
    }

    /// The same for each thread but the first.
    fn helpers<G: RootGame>(self) -> Vec<Memory<G>> {
        (1..self.threads).map(|_| self.memory()).collect()
    }
}

/// What all threads of a search are to do.
struct Job<'a, G: RootGame> {
    game: &'a Record<G::Position>,
    task: &'a Task<'a, G::Position>,
    table: &'a TranspositionTable<G::Move>,
    multi_pv: usize,
    /// The most nodes of a thread.
    nodes: u64,
    time: Option<Duration>,
}

impl<G: RootGame> PvsPlayer<G> {
    /// A player that knows nothing yet.
    pub fn new(options: &Options) -> Self {
        let sizes = Sizes::new::<G>(options);
        Self {
            table: TranspositionTable::new(sizes.table),
            first: sizes.memory(),
            helpers: sizes.helpers(),
            sizes,
            temper: Temper::new(options),
        }
    }
}

impl<G: RootGame> Automaton<G::Position> for PvsPlayer<G> {
    fn choose(
        &mut self,
        game: &Record<G::Position>,
        task: &Task<'_, G::Position>,
        watcher: &mut dyn Watcher<Move<G>>,
    ) -> Choice<Move<G>> {
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        let nodes = self.temper.nodes();
        // A number of nodes is kept exactly, and the same ones are visited, by one thread.
        let is_counted = task.limits.nodes.is_some() || nodes < u64::MAX;
        let helpers = if is_counted { &mut [] } else { self.helpers.as_mut_slice() };
        let time = task.limits.time_alone(game.position().side()).filter(|_| !is_counted);
        self.table.begin_search(time, 1 + helpers.len());
        let multi_pv = self.temper.multi_pv();
        let job = Job::<G> { game, task, table: &self.table, multi_pv, nodes, time };
        lazy_smp((&mut self.first, helpers), watcher, |memory, id, watcher| {
            job.search(memory, id, watcher)
        })
    }

    fn configure(&mut self, options: &Options) {
        let sizes = Sizes::new::<G>(options);
        self.table.resize(sizes.table);
        if sizes.scratch != self.sizes.scratch {
            self.first = sizes.memory();
        }
        if sizes.scratch != self.sizes.scratch || sizes.threads != self.sizes.threads {
            self.helpers = sizes.helpers();
        }
        self.sizes = sizes;
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.first.forget();
        self.helpers.iter_mut().for_each(Memory::forget);
        self.temper.new_game();
    }
}

impl<G: RootGame> Memory<G> {
    /// Forgets everything.
    fn forget(&mut self) {
        self.clear();
        G::forget(&mut self.scratch);
    }
}

impl<G: RootGame> Job<'_, G> {
    /// The search of one thread.
    fn search(
        &self,
        memory: &mut Memory<G>,
        id: WorkerId<'_>,
        watcher: &mut dyn Watcher<Move<G>>,
    ) -> Choice<Move<G>> {
        let side = self.game.position().side();
        let worker = Worker::new(self.task, (side, self.nodes), self.table, id);
        memory.begin_search();
        let game = G::new(self.game, &mut memory.scratch, self.time);
        let mut search = Search::new(game, worker, memory);
        let allowed: Vec<G::Move> = self.task.moves.iter().map(|m| (*m).into()).collect();
        let lines = self.multi_pv.min(allowed.len());
        let candidates = Candidates::new(search.game.root_moves(&allowed, lines), lines);
        let depths = Depths::new(self.task.limits, id, G::PARAMS.max_depth);
        Iterations::new(search, candidates).run(depths, watcher)
    }
}
