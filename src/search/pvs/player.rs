//! The player of the selective search: its options, its table, and its threads.

use std::time::Duration;

use super::aspiration_window_iterations::Iterations;
use super::game_trait::{GameThread, PvsSearch};
#[cfg(feature = "internals")]
use super::params::Params;
use super::root_game_trait::RootGame;
use super::root_moves::Candidates;
use super::thread_state::ThreadState;
use crate::game::{Position, Record};
use crate::search::player::options::{HASH, THREADS};
use crate::search::threads::{Depths, Worker, WorkerId, lazy_smp};
use crate::search::tt::TranspositionTable;
use crate::search::{Choice, CommonOptions, Options, Player, SearchTask, Watcher};

/// A move of the rules.
type RulesMove<G> = <<G as RootGame>::Position as Position>::Move;

/// A player that searches a game selectively.
///
/// Uses the options `Hash`, `Threads`, `MultiPV`, `Level`, and `Seed` (below full level). Memory
/// is taken at the first search.
pub struct PvsPlayer<G: RootGame> {
    table: TranspositionTable<G::Move>,
    /// Of the first thread.
    first_thread: GameThread<G>,
    /// One for each other thread.
    helpers: Vec<GameThread<G>>,
    sizes: Sizes,
    common: CommonOptions,
}

/// How many threads there are, and how the option `Hash` is shared between their tables, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    /// Threads of a search, at least 1.
    threads: usize,
    /// The transposition table of all threads, at least 1.
    table: u64,
    /// The proof search of each thread; 0 where the game has none.
    proof_search: u64,
}

impl Sizes {
    fn new<G: RootGame>(options: &Options) -> Self {
        let threads = usize::try_from(options.number(&THREADS)).unwrap_or(1).max(1);
        let hash = options.number(&HASH).unsigned_abs().max(1);
        let proof_search = G::proof_mebibytes(hash, threads as u64);
        let table = hash.saturating_sub(proof_search * threads as u64).max(1);
        Self { threads, table, proof_search }
    }

    /// The state of one thread.
    fn thread<G: RootGame>(self) -> GameThread<G> {
        ThreadState::new(G::PARAMS, G::proof_search(self.proof_search))
    }

    /// The state of each thread but the first.
    fn helper_threads<G: RootGame>(self) -> Vec<GameThread<G>> {
        (1..self.threads).map(|_| self.thread::<G>()).collect()
    }
}

/// The task of all threads of a search.
struct SharedSearchTask<'a, G: RootGame> {
    game: &'a Record<G::Position>,
    task: &'a SearchTask<'a, G::Position>,
    table: &'a TranspositionTable<G::Move>,
    /// Lines to report, at least 1.
    multi_pv: usize,
    /// The most nodes of a thread.
    nodes: u64,
    /// The most time of the search, where time alone limits it; `None` elsewhere.
    time: Option<Duration>,
}

impl<G: RootGame> PvsPlayer<G> {
    /// A player that knows nothing yet.
    pub fn new(options: &Options) -> Self {
        let sizes = Sizes::new::<G>(options);
        Self {
            table: TranspositionTable::new(sizes.table),
            first_thread: sizes.thread::<G>(),
            helpers: sizes.helper_threads::<G>(),
            sizes,
            common: CommonOptions::new(options),
        }
    }
}

#[cfg(feature = "internals")]
impl<G: RootGame> PvsPlayer<G> {
    /// Plays with other techniques and numbers from now on.
    ///
    /// A change of the option `Threads` or `Hash` may bring the usual ones back, for some of the threads.
    pub fn set_params(&mut self, params: Params) {
        self.first_thread.params = params;
        self.helpers.iter_mut().for_each(|thread| thread.params = params);
    }
}

impl<G: RootGame> Player<G::Position> for PvsPlayer<G> {
    fn choose(
        &mut self,
        game: &Record<G::Position>,
        task: &SearchTask<'_, G::Position>,
        watcher: &mut dyn Watcher<RulesMove<G>>,
    ) -> Choice<RulesMove<G>> {
        if let Some(choice) = self.common.random_move(task.moves) {
            return choice;
        }
        let nodes = self.common.nodes();
        // One thread alone keeps a limit of nodes exactly, and always visits the same nodes.
        let is_counted = task.limits.nodes.is_some() || nodes < u64::MAX;
        let helpers = if is_counted { &mut [] } else { self.helpers.as_mut_slice() };
        let time = task.limits.time_to_fill_tables(game.position().side(), nodes);
        self.table.begin_search(time, 1 + helpers.len());
        let multi_pv = self.common.multi_pv();
        let job = SharedSearchTask::<G> { game, task, table: &self.table, multi_pv, nodes, time };
        lazy_smp(&mut self.first_thread, helpers, watcher, |thread, id, watcher| {
            job.search(thread, id, watcher)
        })
    }

    fn configure(&mut self, options: &Options) {
        let sizes = Sizes::new::<G>(options);
        self.table.resize(sizes.table);
        if sizes.proof_search != self.sizes.proof_search {
            self.first_thread = sizes.thread::<G>();
        }
        if sizes.proof_search != self.sizes.proof_search || sizes.threads != self.sizes.threads {
            self.helpers = sizes.helper_threads::<G>();
        }
        self.sizes = sizes;
        self.common.configure(options);
    }

    fn clear_tables(&mut self) {
        self.table.clear();
        forget::<G>(&mut self.first_thread);
        self.helpers.iter_mut().for_each(forget::<G>);
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

/// Forgets everything that a thread has learned.
fn forget<G: RootGame>(thread: &mut GameThread<G>) {
    thread.clear();
    G::forget(&mut thread.proof_search);
}

impl<G: RootGame> SharedSearchTask<'_, G> {
    /// The search of one thread.
    fn search(
        &self,
        thread: &mut GameThread<G>,
        id: WorkerId<'_>,
        watcher: &mut dyn Watcher<RulesMove<G>>,
    ) -> Choice<RulesMove<G>> {
        let side = self.game.position().side();
        thread.begin_search();
        let game = G::new(self.game, thread.params.on, &mut thread.proof_search, self.time);
        // Last, since the grace period of the first iteration begins here.
        let worker = Worker::new(self.task, side, self.nodes, self.table, id);
        let mut search = PvsSearch::new(game, worker, thread);
        let allowed: Vec<G::Move> = self.task.moves.iter().map(|m| (*m).into()).collect();
        let lines = self.multi_pv.min(allowed.len());
        let candidates = Candidates::new(search.game.root_moves(&allowed, lines), lines);
        let depths = Depths::new(self.task.limits, id, G::PARAMS.max_depth);
        Iterations::new(search, candidates).run(depths, watcher)
    }
}
