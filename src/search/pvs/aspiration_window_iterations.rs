//! The iterations of a search ([`Deepen`]): every move of the root, in aspiration windows.
//!
//! A window around the value of the previous depth (Slate and Atkin 1977, aspiration) is enough
//! for most depths; if the value is outside, the window is opened on that side. A search provides
//! its root, and proof searches that take turns with it, as a [`RootSearch`].

use super::root_moves::{Candidate, Candidates};
use super::search_seen_from_root_trait::RootSearch;
use crate::base::Score;
use crate::search::player::alpha_beta_window::Window;
use crate::search::player::deepening::{Deepen, Iteration, reason_for_best};
use crate::search::player::player_trait::Choice;
use crate::search::player::score_encoding;
use crate::search::player::score_encoding::INFINITE;
use crate::search::player::search_control::SearchControl;
use crate::search::player::search_reports::{Bound, Progress, Rating, Watcher};
use crate::search::threads::Depths;

/// Half of a window grows by this factor each time that a value is outside.
/// Set by hand; no measurement is recorded.
const WINDOW_GROWTH: i32 = 3;
/// If it would grow to more than this many times its first size, that half becomes infinite.
///
/// So at the third value outside. Set by hand; no measurement is recorded.
const MAX_WINDOW_GROWTH: i32 = 20;
/// A win or a loss in this many plies or fewer is reported as exact: a shorter one is not missed.
/// Set by hand; no measurement is recorded.
const ALWAYS_EXACT: i32 = 3;

/// The iterations of one search.
pub struct Iterations<S, M> {
    search: S,
    candidates: Candidates<M>,
    /// A proof search found a win between two moves.
    is_proved_between: bool,
    /// If there is only one move to consider, the first iteration is enough.
    forced_at_once: bool,
}

impl<'a, S: RootSearch<'a>> Iterations<S, S::Packed> {
    /// Nothing searched yet.
    pub const fn new(search: S, candidates: Candidates<S::Packed>) -> Self {
        Self { search, candidates, is_proved_between: false, forced_at_once: false }
    }

    /// Deepens until a limit is reached or nothing is left to find, and chooses.
    pub fn run(
        mut self,
        Depths { first, last, forced_at_once }: Depths,
        watcher: &mut dyn Watcher<S::Move>,
    ) -> Choice<S::Move> {
        self.forced_at_once = forced_at_once;
        if self.search.prove_before_search(&mut self.candidates) {
            self.report(1, 0, true, watcher);
            return self.choice(0);
        }
        let reached = self.deepen(first..=last, watcher);
        self.choice(reached)
    }

    /// Searches and reports every line at one depth; returns whether it was completed.
    fn search_lines(&mut self, depth: i32, watcher: &mut dyn Watcher<S::Move>) -> bool {
        self.search.worker_mut().seldepth = 0;
        for first in 0..self.candidates.lines() {
            if !self.search_line(depth, first) {
                return false;
            }
        }
        self.candidates.sort_lines();
        for line in 0..self.candidates.lines() {
            self.report(depth, line, true, watcher);
        }
        let (value, nodes) = (self.candidates.best().value, self.search.worker().nodes());
        log::debug!("depth {depth} value {value} nodes {nodes}");
        true
    }

    /// Finds the best of the candidates from `first` on, in a window around its last value.
    fn search_line(&mut self, depth: i32, first: usize) -> bool {
        let last = self.candidates.list[first].value;
        let aspiration = self.search.aspiration();
        let mut half = aspiration.half;
        let mut window = if depth < aspiration.first_depth || score_encoding::is_decided(last) {
            Window::WHOLE
        } else {
            Window { alpha: last - half, beta: last + half }
        };
        loop {
            let Some(found) = self.search_window(depth, first, window) else { return false };
            half *= WINDOW_GROWTH;
            let is_infinite = half > MAX_WINDOW_GROWTH * aspiration.half;
            if found <= window.alpha && window.alpha > -INFINITE {
                window.alpha = if is_infinite { -INFINITE } else { found - half };
            } else if found >= window.beta && window.beta < INFINITE {
                window.beta = if is_infinite { INFINITE } else { found + half };
            } else {
                return true;
            }
        }
    }

    /// Searches the candidates in a window and moves the best to `first`; `None` if it was aborted.
    ///
    /// Returns the best value. Values and window are for the side to move; the depth is in plies.
    fn search_window(&mut self, depth: i32, first: usize, window: Window) -> Option<i32> {
        let (mut best, mut best_value, mut open) = (first, -INFINITE, window);
        for at in first..self.candidates.list.len() {
            let m = self.candidates.list[at].line[0];
            let Some(value) = self.search.search_move(m, open, depth, at - first) else {
                // The best move so far is kept if its value is above alpha.
                if best_value > window.alpha {
                    self.candidates.promote(best, first);
                }
                return None;
            };
            if value > best_value {
                best_value = value;
                if value > open.alpha || at == first {
                    best = at;
                    let candidate = &mut self.candidates.list[at];
                    candidate.value = value;
                    candidate.line.truncate(1);
                    candidate.line.extend_from_slice(self.search.pv());
                }
            }
            open.alpha = open.alpha.max(value);
            if open.alpha >= open.beta {
                break;
            }
            self.is_proved_between = self.search.prove_between_moves(&mut self.candidates);
            if self.is_proved_between {
                return None;
            }
        }
        self.candidates.promote(best, first);
        if !self.search.lists_all_defences() {
            let value = &mut self.candidates.list[first].value;
            *value = score_encoding::with_loss_unproved(*value);
        }
        Some(best_value)
    }

    /// Whether a win or a loss is the soonest.
    fn is_exact(&self, score: Score) -> bool {
        let is_shortest = self.candidates.is_shortest;
        score.plies_to_end().is_some_and(|plies| plies.abs() <= ALWAYS_EXACT || is_shortest)
    }

    /// The bound that a win or a loss is; exact for an estimate.
    fn bound_of_proof(&self, score: Score) -> Bound {
        if self.is_exact(score) { Bound::Exact } else { Bound::of_proof(score) }
    }

    /// Reports a line; an estimate is a lower bound unless the iteration was completed.
    fn report(&self, depth: i32, index: usize, is_whole: bool, watcher: &mut dyn Watcher<S::Move>) {
        let Candidate { line, value } = &self.candidates.list[index];
        let worker = self.search.worker();
        let score = score_encoding::score(*value);
        let is_exact = self.is_exact(score);
        let bound = if is_whole || score.plies_to_end().is_some() {
            self.bound_of_proof(score)
        } else {
            Bound::Lower
        };
        let pv: Vec<S::Move> = line.iter().map(|m| S::Move::from(*m)).collect();
        watcher.progress(&Progress {
            depth: depth.cast_unsigned(),
            seldepth: (worker.seldepth as u32).max(depth.cast_unsigned()),
            multipv: index as u32 + 1,
            rating: Rating::Score(score),
            bound,
            is_proved: is_exact,
            nodes: worker.all_nodes(),
            hashfull: worker.table.hashfull(),
            pv: &pv,
        });
    }

    fn choice(&self, depth: u32) -> Choice<S::Move> {
        let Candidate { line, value } = self.candidates.best();
        let count = self.candidates.list.len();
        let why_only = if count == 1 { self.search.why_only(line[0]) } else { None };
        let score = score_encoding::score(*value);
        let ending = self.bound_of_proof(score).ending(score);
        let what = match (why_only, ending) {
            (Some(why_only), Some(ending)) => format!("{why_only}; {ending}"),
            (Some(why_only), None) => why_only.to_owned(),
            (None, Some(ending)) => ending,
            (None, None) => reason_for_best(count, depth),
        };
        let mut reason = self.search.explain(line[0]);
        reason.insert(0, what);
        let nodes = self.search.worker().all_nodes();
        Choice { best: S::Move::from(line[0]), nodes, reason: reason.join("; ") }
    }
}

impl<'a, S: RootSearch<'a>> Deepen<'a> for Iterations<S, S::Packed> {
    type Move = S::Move;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.search.worker_mut().control
    }

    fn iterate(&mut self, depth: u32, watcher: &mut dyn Watcher<S::Move>) -> Iteration {
        let depth = depth.cast_signed();
        let Candidate { line, value } = self.candidates.best();
        let (last_best, last_value) = (line[0], *value);
        if !self.search_lines(depth, watcher) {
            // The last report is of the move to be played, unless that loses: other moves may not.
            let Candidate { line, value } = self.candidates.best();
            let is_decided = score_encoding::is_decided(*value);
            let is_new = line[0] != last_best || (is_decided && *value != last_value);
            if self.is_proved_between || is_new && !(is_decided && *value < 0) {
                self.report(depth, 0, false, watcher);
            }
            return Iteration::Aborted;
        }
        self.control().end_grace_period();
        if self.search.prove_after_iteration(&mut self.candidates, depth) {
            self.report(depth, 0, true, watcher);
        }
        let is_only_move = self.candidates.list.len() == 1 && self.forced_at_once;
        Iteration::whole(is_only_move || self.candidates.all_proved())
    }
}
