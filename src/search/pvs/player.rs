//! The player: its options, its table, and its threads.

use std::time::Duration;

use super::candidates::Candidates;
use super::game::RootGame;
use super::iterations::Iterations;
use super::search::Search;
use super::thread_data::ThreadData;
use crate::game::{Position, Record};
use crate::search::threads::{Depths, Worker, WorkerId, lazy_smp};
use crate::search::tt::TranspositionTable;
use crate::search::{Choice, CommonOptions, Options, Player, SearchTask, Watcher};

/// A move of the rules.
type Move<G> = <<G as RootGame>::Position as Position>::Move;

/// A player that searches a game selectively.
///
/// Uses the options `Hash`, `Threads`, `MultiPV`, `Level`, and `Seed` (below full level). Memory
/// is taken at the first search.
pub struct PvsPlayer<G: RootGame> {
    table: TranspositionTable<G::Move>,
    /// Of the first thread.
    first: ThreadData<G>,
    /// One for each other thread.
    helpers: Vec<ThreadData<G>>,
    sizes: Sizes,
    temper: CommonOptions,
}

/// How many threads there are, and how the option `Hash` is shared between their tables, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    threads: usize,
    table: u64,
    /// Of each thread.
    proof_search: u64,
}

impl Sizes {
    fn new<G: RootGame>(options: &Options) -> Self {
        let threads = usize::try_from(options.spin("Threads")).unwrap_or(1).max(1);
        let hash = options.spin("Hash").unsigned_abs().max(1);
        let proof_search = G::proof_mebibytes(hash, threads as u64);
        let table = hash.saturating_sub(proof_search * threads as u64).max(1);
        Self { threads, table, proof_search }
    }

    /// What one thread keeps.
    fn thread<G: RootGame>(self) -> ThreadData<G> {
        ThreadData::new(G::proof_search(self.proof_search))
    }

    /// The same for each thread but the first.
    fn helpers<G: RootGame>(self) -> Vec<ThreadData<G>> {
        (1..self.threads).map(|_| self.thread()).collect()
    }
}

/// What all threads of a search are to do.
struct Job<'a, G: RootGame> {
    game: &'a Record<G::Position>,
    task: &'a SearchTask<'a, G::Position>,
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
            first: sizes.thread(),
            helpers: sizes.helpers(),
            sizes,
            temper: CommonOptions::new(options),
        }
    }
}

impl<G: RootGame> Player<G::Position> for PvsPlayer<G> {
    fn choose(
        &mut self,
        game: &Record<G::Position>,
        task: &SearchTask<'_, G::Position>,
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
        lazy_smp((&mut self.first, helpers), watcher, |thread, id, watcher| {
            job.search(thread, id, watcher)
        })
    }

    fn configure(&mut self, options: &Options) {
        let sizes = Sizes::new::<G>(options);
        self.table.resize(sizes.table);
        if sizes.proof_search != self.sizes.proof_search {
            self.first = sizes.thread();
        }
        if sizes.proof_search != self.sizes.proof_search || sizes.threads != self.sizes.threads {
            self.helpers = sizes.helpers();
        }
        self.sizes = sizes;
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.first.forget();
        self.helpers.iter_mut().for_each(ThreadData::forget);
        self.temper.new_game();
    }
}

impl<G: RootGame> ThreadData<G> {
    /// Forgets everything.
    fn forget(&mut self) {
        self.clear();
        G::forget(&mut self.proof_search);
    }
}

impl<G: RootGame> Job<'_, G> {
    /// The search of one thread.
    fn search(
        &self,
        thread: &mut ThreadData<G>,
        id: WorkerId<'_>,
        watcher: &mut dyn Watcher<Move<G>>,
    ) -> Choice<Move<G>> {
        let side = self.game.position().side();
        thread.begin_search();
        let game = G::new(self.game, &mut thread.proof_search, self.time);
        // Last, as the first iteration has only a moment in which a stop is ignored.
        let worker = Worker::new(self.task, (side, self.nodes), self.table, id);
        let mut search = Search::new(game, worker, thread);
        let allowed: Vec<G::Move> = self.task.moves.iter().map(|m| (*m).into()).collect();
        let lines = self.multi_pv.min(allowed.len());
        let candidates = Candidates::new(search.game.root_moves(&allowed, lines), lines);
        let depths = Depths::new(self.task.limits, id, G::PARAMS.max_depth);
        Iterations::new(search, candidates).run(depths, watcher)
    }
}
