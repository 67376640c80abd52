//! The root: deepening, one line after the other, and what is reported of it.

use super::tree::{Here, Sum, Tree, Verdict, Window, ended};
use crate::base::{Score, Side};
use crate::game::{Evaluate, Position, Turn};
use crate::search::player::control::SearchControl;
use crate::search::player::iterative_deepening::{Deepen, Iteration, best_of};
use crate::search::player::player_trait::Choice;
use crate::search::player::report::{Bound, Progress, Rating, Watcher};

/// A move of the root and what is known of it.
struct Candidate<M> {
    /// The best line: the move, and what follows it.
    line: Vec<M>,
    score: Score,
    /// Whether the score is proved to be the value of the best of these moves and those after.
    exact: bool,
}

/// The search of one position.
pub(super) struct Root<'a, P: Position> {
    tree: Tree<'a, P>,
    /// Best first, as the last iteration left them.
    candidates: Vec<Candidate<P::Move>>,
    side: Side,
    multi_pv: usize,
}

impl<'a, P: Evaluate> Root<'a, P> {
    /// A search of some moves (at least one), in the order of a glance at each.
    pub(super) fn new(
        mut tree: Tree<'a, P>,
        moves: &[P::Move],
        side: Side,
        multi_pv: usize,
    ) -> Self {
        let mut ranked: Vec<_> =
            moves.iter().map(|&m| glance(&mut tree.position, m, side)).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        let candidates = ranked
            .into_iter()
            .map(|((score, _), m)| Candidate { line: vec![m], score, exact: false })
            .collect::<Vec<_>>();
        let multi_pv = multi_pv.min(candidates.len());
        Self { tree, candidates, side, multi_pv }
    }

    /// Deepens until a limit is reached or nothing is left to find.
    pub(super) fn choose(
        mut self,
        deepest: u32,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move> {
        let reached = self.deepen(1..=deepest, watcher);
        self.choice(reached)
    }

    /// Searches and reports every line at one depth; says whether it came to the end.
    fn search_lines(&mut self, depth: u32, watcher: &mut dyn Watcher<P::Move>) -> bool {
        self.tree.seldepth = 0;
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
        log::debug!("depth {depth} score {:?} nodes {}", best.score, self.tree.control.nodes());
        true
    }

    /// Finds the best of the candidates from `first` on and brings it there.
    fn search_line(&mut self, depth: u32, first: usize) -> bool {
        let here = Here { depth, ply: 0, side: self.side };
        let mut sum = Sum::new();
        let mut best = first;
        for at in first..self.candidates.len() {
            let alpha = sum.verdict().score;
            let window = Window { alpha, ..Window::whole() };
            let m = self.candidates[at].line[0];
            let Some(reply) = self.tree.reply(m, here, window, at > first) else {
                self.settle_for(first, best, at, alpha);
                return false;
            };
            if sum.add(reply) {
                best = at;
                let candidate = &mut self.candidates[at];
                candidate.score = reply.score;
                candidate.line.truncate(1);
                candidate.line.extend_from_slice(self.tree.line());
            }
        }
        self.promote(best, first);
        self.candidates[first].exact = is_exact(sum.verdict(), depth);
        true
    }

    /// Breaks an iteration off at candidate `at`, so that the best so far leads.
    ///
    /// Unless it is lost, and there is a candidate left of which that is not known.
    fn settle_for(&mut self, first: usize, best: usize, at: usize, score: Score) {
        let is_lost = |score: Score| score < Score::ZERO && score.plies_to_end().is_some();
        let hope = at > first && is_lost(score) && !is_lost(self.candidates[at].score);
        self.promote(if hope { at } else { best }, first);
    }

    fn promote(&mut self, from: usize, to: usize) {
        self.candidates[to..=from].rotate_right(1);
    }

    /// Of a decided game whose end lies beyond the depth, a quicker end may exist.
    fn bound_of(&self, depth: u32, line: usize) -> Bound {
        let Candidate { score, exact, .. } = &self.candidates[line];
        match score.plies_to_end() {
            Some(plies) if plies.unsigned_abs() > depth && !exact => Bound::of_proof(*score),
            _ => Bound::Exact,
        }
    }

    fn report(&self, depth: u32, line: usize, bound: Bound, watcher: &mut dyn Watcher<P::Move>) {
        let candidate = &self.candidates[line];
        watcher.progress(&Progress {
            depth,
            seldepth: u32::from(self.tree.seldepth),
            multipv: line as u32 + 1,
            rating: Rating::Score(candidate.score),
            bound,
            exact: candidate.exact,
            nodes: self.tree.control.nodes(),
            hashfull: self.tree.hashfull(),
            pv: &candidate.line,
        });
    }

    fn choice(&self, depth: u32) -> Choice<P::Move> {
        let Candidate { line, score, exact } = &self.candidates[0];
        let count = self.candidates.len();
        let reason = score.ending().unwrap_or_else(|| match depth {
            _ if *exact => "best play from here is a draw".to_owned(),
            depth => best_of(count, depth),
        });
        Choice { best: line[0], nodes: self.tree.control.nodes(), reason }
    }
}

impl<'a, P: Evaluate> Deepen<'a> for Root<'a, P> {
    type Move = P::Move;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.tree.control
    }

    fn iterate(&mut self, depth: u32, watcher: &mut dyn Watcher<P::Move>) -> Iteration {
        if !self.search_lines(depth, watcher) {
            return Iteration::Aborted;
        }
        Iteration::whole(self.candidates.iter().take(self.multi_pv).all(|c| c.exact))
    }
}

/// Whether deeper search cannot change the value.
fn is_exact(verdict: Verdict, depth: u32) -> bool {
    match verdict.score.plies_to_end() {
        Some(plies) => verdict.proved || plies.unsigned_abs() <= depth,
        None => verdict.proved,
    }
}

/// A first rank for a move of the root: wins at once, then by promise, then loses at once.
fn glance<P: Evaluate>(position: &mut P, m: P::Move, side: Side) -> ((Score, i32), P::Move) {
    let promise = position.promise(m);
    let undo = position.play(m);
    let score = match position.turn() {
        Turn::Over(outcome) => ended(outcome, side, 1),
        Turn::Decide(_) | Turn::Roll(_) => Score::ZERO,
    };
    position.undo(undo);
    ((score, promise), m)
}
