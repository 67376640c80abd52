//! The player `generic`, which begins each search, and the search at the root: iterative deepening, the
//! order of the moves, and what is reported.

use std::marker::PhantomData;

use super::search::{
    AlphaBetaNode, AlphaBetaSearch, IndexTable, MAX_DEPTH, MaxOfMoves, NodeValue, ScoreWindow,
    SearchStack, terminal_score,
};
use crate::base::{Score, Side};
use crate::game::{Deterministic, Evaluate, Position, Record, Turn};
use crate::search::player::common_options::CommonOptions;
use crate::search::player::deepening::{Deepen, Iteration, reason_for_best};
use crate::search::player::options::{HASH, Options};
use crate::search::player::player_trait::{Choice, Player, SearchTask};
use crate::search::player::search_control::SearchControl;
use crate::search::player::search_reports::{Bound, Progress, Rating, Watcher};

/// A player that searches with full width as deeply as the limits allow.
///
/// Uses the options `Hash`, `MultiPV`, `Level`, and `Seed` (below full level).
pub struct AlphaBeta<P: Deterministic> {
    /// The size of the table in MiB, from the next search on.
    mebibytes: u64,
    /// `None` before the first search.
    memory: Option<SearchMemory<P::Move>>,
    /// Searches since the table was empty.
    searches: u64,
    common: CommonOptions,
    /// As set by [`Self::at_full_strength`].
    is_at_full_strength: bool,
    /// The most MiB of the table, whatever the option `Hash` says; `u64::MAX` for no limit.
    max_mebibytes: u64,
    game: PhantomData<fn() -> P>,
}

/// What is kept from search to search.
struct SearchMemory<M> {
    table: IndexTable,
    stack: SearchStack<M>,
}

impl<P: Deterministic> AlphaBeta<P> {
    /// A player with an empty table; memory is taken at the first search.
    pub fn new(options: &Options) -> Self {
        Self {
            mebibytes: options.number(&HASH).unsigned_abs(),
            memory: None,
            searches: 0,
            common: CommonOptions::new(options),
            is_at_full_strength: false,
            max_mebibytes: u64::MAX,
            game: PhantomData,
        }
    }

    /// The search as a part of another player.
    ///
    /// It plays at full strength whatever `Level` is, and with a table of at most `max_mebibytes`
    /// MiB whatever `Hash` is.
    pub fn at_full_strength(options: &Options, max_mebibytes: u64) -> Self {
        let mut player =
            Self { is_at_full_strength: true, max_mebibytes, ..Self::new(&Options::default()) };
        player.configure(options);
        player
    }
}

impl<P: Deterministic> Player<P> for AlphaBeta<P> {
    fn choose(
        &mut self,
        game: &Record<P>,
        task: &SearchTask<'_, P>,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move> {
        if let Some(choice) = self.common.random_move(task.moves) {
            return choice;
        }
        let side = game.position().side();
        self.searches += 1;
        // With repetitions, values may depend on the positions before the root: another salt makes
        // the entries of earlier searches unusable.
        let salt = if P::REPETITION.is_some() { self.searches } else { 0 };
        let nodes = self.common.nodes();
        let time = task.limits.time_to_fill_tables(side, nodes);
        let mebibytes = self.mebibytes;
        let SearchMemory { table, stack } = self.memory.get_or_insert_with(|| SearchMemory {
            table: IndexTable::new(mebibytes),
            stack: SearchStack::new(),
        });
        table.resize(mebibytes);
        table.begin_search(time, 1);
        let control = self.common.control(task, side);
        let search = AlphaBetaSearch::new(game, control, table, salt, stack);
        let deepest = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        AlphaBetaRoot::new(search, task.moves, side, self.common.multi_pv())
            .choose(deepest, watcher)
    }

    fn configure(&mut self, options: &Options) {
        self.mebibytes = options.number(&HASH).unsigned_abs().min(self.max_mebibytes);
        self.common.configure(options);
        if self.is_at_full_strength {
            self.common.ignore_level();
        }
    }

    fn clear_tables(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.table.clear();
        }
        self.searches = 0;
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

/// A move of the root and its value.
struct ScoredRootMove<M> {
    /// The principal variation: the move, and the moves after it.
    line: Vec<M>,
    /// The score of the last search of the move, **for the side to move at the root**; before the
    /// first one, that of [`RootRank`].
    score: Score,
    /// Whether the score is proved to be the best of this candidate and all after it.
    is_proved: bool,
}

/// The search of one position, from the root.
struct AlphaBetaRoot<'a, P: Position> {
    search: AlphaBetaSearch<'a, P>,
    /// The best first, as the last iteration ordered them.
    candidates: Vec<ScoredRootMove<P::Move>>,
    side: Side,
    /// Lines to report, 1 to the number of candidates.
    multi_pv: usize,
}

impl<'a, P: Evaluate> AlphaBetaRoot<'a, P> {
    /// A search of some moves (at least one), in the order of their [`RootRank`].
    fn new(
        mut search: AlphaBetaSearch<'a, P>,
        moves: &[P::Move],
        side: Side,
        multi_pv: usize,
    ) -> Self {
        let mut ranked: Vec<_> =
            moves.iter().map(|&m| (RootRank::new(&mut search.position, m, side), m)).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        let candidates = ranked
            .into_iter()
            .map(|(rank, m)| ScoredRootMove { line: vec![m], score: rank.score, is_proved: false })
            .collect::<Vec<_>>();
        let multi_pv = multi_pv.min(candidates.len());
        Self { search, candidates, side, multi_pv }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    fn choose(mut self, deepest: u32, watcher: &mut dyn Watcher<P::Move>) -> Choice<P::Move> {
        let reached = self.deepen(1..=deepest, watcher);
        self.choice(reached)
    }

    /// Searches and reports every line at one depth; returns whether it was completed.
    fn search_lines(&mut self, depth: u32, watcher: &mut dyn Watcher<P::Move>) -> bool {
        self.search.seldepth = 0;
        let leader = self.candidates[0].line[0];
        for first in 0..self.multi_pv {
            if !self.search_line(depth, first) {
                if self.candidates[0].line[0] != leader && first == 0 {
                    self.report(depth, 0, Bound::Lower, watcher);
                }
                return false;
            }
        }
        for line in 0..self.multi_pv {
            let bound = self.bound_of(depth, line);
            self.report(depth, line, bound, watcher);
        }
        let best = &self.candidates[0];
        log::debug!("depth {depth} score {:?} nodes {}", best.score, self.search.control.nodes());
        true
    }

    /// Finds the best of the candidates from `first` on and moves it to `first`.
    ///
    /// Returns false if a limit ended the search.
    fn search_line(&mut self, depth: u32, first: usize) -> bool {
        let node = AlphaBetaNode { depth, ply: 0, side: self.side };
        let mut maximum = MaxOfMoves::new();
        let mut best = first;
        for at in first..self.candidates.len() {
            let alpha = maximum.value().score;
            let window = ScoreWindow { alpha, ..ScoreWindow::whole() };
            let m = self.candidates[at].line[0];
            let Some(value) = self.search.search_move(m, node, window, at > first) else {
                self.abort_line(first, best, at, alpha);
                return false;
            };
            if maximum.add(value) {
                best = at;
                let candidate = &mut self.candidates[at];
                candidate.score = value.score;
                candidate.line.truncate(1);
                candidate.line.extend_from_slice(self.search.pv());
            }
        }
        self.promote(best, first);
        self.candidates[first].is_proved = is_proved(maximum.value(), depth);
        true
    }

    /// Ends an iteration at candidate `at`: the best so far, of this score, comes first.
    ///
    /// If that one is lost, the candidate that was being searched comes first, unless it was lost
    /// at the depth before.
    fn abort_line(&mut self, first: usize, best: usize, at: usize, score: Score) {
        let is_lost = |score: Score| score < Score::ZERO && score.plies_to_end().is_some();
        let may_be_better = at > first && is_lost(score) && !is_lost(self.candidates[at].score);
        self.promote(if may_be_better { at } else { best }, first);
    }

    /// Moves a candidate forward; those between move back by one.
    fn promote(&mut self, from: usize, to: usize) {
        self.candidates[to..=from].rotate_right(1);
    }

    /// A win or loss found beyond the depth is a bound, as a shorter one may exist.
    fn bound_of(&self, depth: u32, line: usize) -> Bound {
        let ScoredRootMove { score, is_proved, .. } = &self.candidates[line];
        match score.plies_to_end() {
            Some(plies) if plies.unsigned_abs() > depth && !is_proved => Bound::of_proof(*score),
            _ => Bound::Exact,
        }
    }

    fn report(&self, depth: u32, line: usize, bound: Bound, watcher: &mut dyn Watcher<P::Move>) {
        let candidate = &self.candidates[line];
        watcher.progress(&Progress {
            depth,
            seldepth: u32::from(self.search.seldepth),
            multipv: line as u32 + 1,
            rating: Rating::Score(candidate.score),
            bound,
            is_proved: candidate.is_proved,
            nodes: self.search.control.nodes(),
            hashfull: self.search.hashfull(),
            pv: &candidate.line,
        });
    }

    fn choice(&self, depth: u32) -> Choice<P::Move> {
        let ScoredRootMove { line, score, is_proved } = &self.candidates[0];
        let count = self.candidates.len();
        // No shorter win or loss than one in the next depth is left.
        let bound = self.bound_of(depth + 1, 0);
        let reason = bound.ending(*score).unwrap_or_else(|| match depth {
            _ if *is_proved => "best play from here is a draw".to_owned(),
            depth => reason_for_best(count, depth),
        });
        Choice { best: line[0], nodes: self.search.control.nodes(), reason }
    }
}

impl<'a, P: Evaluate> Deepen<'a> for AlphaBetaRoot<'a, P> {
    type Move = P::Move;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.search.control
    }

    fn iterate(&mut self, depth: u32, watcher: &mut dyn Watcher<P::Move>) -> Iteration {
        if !self.search_lines(depth, watcher) {
            return Iteration::Aborted;
        }
        Iteration::whole(self.candidates.iter().take(self.multi_pv).all(|c| c.is_proved))
    }
}

/// Whether a deeper search cannot change the value.
fn is_proved(value: NodeValue, depth: u32) -> bool {
    match value.score.plies_to_end() {
        Some(plies) => value.is_proved || plies.unsigned_abs() <= depth,
        None => value.is_proved,
    }
}

/// The first order of the moves of the root, the greatest first: wins at once, then by the game's
/// ordering score, then losses at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RootRank {
    /// The score of a move that ends the game, **for the side that makes it**; 0 for all others.
    score: Score,
    /// [`Evaluate::ordering_score`] of the move: it orders moves, and is no value.
    ordering_score: i32,
}

impl RootRank {
    fn new<P: Evaluate>(position: &mut P, m: P::Move, side: Side) -> Self {
        let ordering_score = position.ordering_score(m);
        let undo = position.play(m);
        let score = match position.turn() {
            Turn::Over(outcome) => terminal_score(outcome, side, 1),
            Turn::Decide(_) | Turn::Roll(_) => Score::ZERO,
        };
        position.undo(undo);
        Self { score, ordering_score }
    }
}
