//! The plays of one roll, looked at deeper and deeper.

use super::cube_context::{Aim, Seen};
use super::lookahead::{Look, refresh};
use super::threads;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::movegen::After;
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::board::steps::Move;
use crate::games::backgammon::cube::States;
use crate::games::backgammon::eval::Probabilities;
use crate::search::player::iterative_deepening::{Deepen, Iteration, best_of};
use crate::search::{
    Bound, Choice, EquityReport, Limits, Progress, Rating, SearchControl, SearchTask, Watcher,
};

/// The depth reached when no limit names one.
const USUAL_DEPTH: u32 = 3;
/// The deepest search that can be asked for.
const MAX_DEPTH: u32 = 6;
/// How many of the best plays are looked at with each depth from 2 on, and how much less than
/// the best they may promise, in points at a cube of 1. The last row holds for all deeper ones.
const FILTERS: [(usize, f32); 3] = [(8, 0.16), (5, 0.08), (3, 0.04)];

/// A play, and what is thought of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) played: Move,
    /// After it: the opponent is about to roll.
    pub(super) board: Board,
    /// For the side that makes the play.
    pub(super) chances: Probabilities,
    /// Expected points, for that side.
    pub(super) points: f32,
}

impl Candidate {
    /// Takes over what was seen of it by the opponent.
    pub(super) fn settle(&mut self, seen: &Seen) {
        self.chances = seen.chances.swapped();
        self.points = -seen.points();
    }
}

/// The search of one position with dice.
pub(super) struct Root<'a> {
    pub(super) task: &'a SearchTask<'a, Backgammon>,
    pub(super) control: SearchControl<'a>,
    /// Of the opponent, who is about to roll behind every play.
    pub(super) aim: Aim<'a>,
    candidates: Vec<Candidate>,
    multi_pv: usize,
    stake: f32,
    /// Nodes of the other threads.
    pub(super) others: u64,
}

impl<'a> Root<'a> {
    /// The search of this position.
    pub(super) fn new(
        game: &Backgammon,
        task: &'a SearchTask<'a, Backgammon>,
        (control, aim): (SearchControl<'a>, Aim<'a>),
        multi_pv: usize,
    ) -> Self {
        let board = game.board();
        let after = |played: &Move| match played {
            Move::Checkers(steps) => After::of(board, *steps).map(|after| after.board(board)),
            _ => None,
        };
        let candidate = |played: &Move| Candidate {
            played: *played,
            board: after(played).unwrap_or_else(|| board.swapped()),
            chances: Probabilities::default(),
            points: f32::NEG_INFINITY,
        };
        Self {
            task,
            control,
            aim,
            candidates: task.moves.iter().map(candidate).collect(),
            multi_pv,
            stake: game.cube().value() as f32,
            others: 0,
        }
    }

    /// Looks deeper until a limit is reached, and chooses.
    pub(super) fn choose(
        mut self,
        looks: &mut [Look],
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        let reached = self.search(looks, watcher);
        self.choice(reached)
    }

    /// Looks deeper until a limit is reached; the depth of the last whole look.
    pub(super) fn search(&mut self, looks: &mut [Look], watcher: &mut dyn Watcher<Move>) -> u32 {
        let limits = self.task.limits;
        let limited = *limits != Limits { overhead: limits.overhead, ..Limits::default() };
        let usual = if limited { MAX_DEPTH } else { USUAL_DEPTH };
        let deepest = limits.depth.unwrap_or(usual).clamp(1, MAX_DEPTH);
        Plays { root: self, looks }.deepen(1..=deepest, watcher)
    }

    /// The best plays so far, as many as there are lines to report.
    pub(super) fn best(&self) -> &[Candidate] {
        &self.candidates[..self.multi_pv.min(self.candidates.len())]
    }

    /// How many of the best plays are looked at with this depth.
    fn kept(&self, depth: u32) -> usize {
        if depth == 1 {
            return self.candidates.len();
        }
        let (most, margin) = FILTERS[(depth as usize - 2).min(FILTERS.len() - 1)];
        let least = self.candidates[0].points - margin * self.stake;
        let near = self.candidates.iter().take(most).take_while(|c| c.points >= least).count();
        near.max(self.multi_pv).min(self.candidates.len())
    }

    /// Looks at the first plays and sorts them, best first; says whether all were looked at.
    fn search_plays(&mut self, looks: &mut [Look], depth: u32, kept: usize) -> bool {
        let covered = if depth == 1 {
            self.glance(&mut looks[0])
        } else {
            let mut first = self.candidates[..kept].to_vec();
            let covered = threads::look(self, looks, &mut first, depth - 1);
            if covered == kept || covered > 1 {
                self.candidates[..covered].copy_from_slice(&first[..covered]);
            }
            covered
        };
        let whole = covered == kept;
        if whole || covered > 1 {
            self.candidates[..covered].sort_by(|a, b| b.points.total_cmp(&a.points));
        }
        whole
    }

    fn glance(&mut self, look: &mut Look) -> usize {
        for (at, candidate) in self.candidates.iter_mut().enumerate() {
            if !self.control.count_node() {
                return at;
            }
            let chances = look.glance(candidate.board);
            candidate.settle(&self.aim.at_once(candidate.board, chances, States::START));
        }
        self.candidates.len()
    }

    const fn nodes(&self) -> u64 {
        self.control.nodes() + self.others
    }

    fn report(&self, depth: u32, line: usize, bound: Bound, watcher: &mut dyn Watcher<Move>) {
        let Some(candidate) = self.candidates.get(line) else { return };
        let Candidate { points: equity, chances, played, .. } = *candidate;
        watcher.progress(&Progress {
            bound,
            ..Progress::new(
                depth,
                line,
                Rating::Equity(EquityReport {
                    equity,
                    chances: Some(chances.to_array()),
                    sample: None,
                }),
                self.nodes(),
                &[played],
            )
        });
    }

    /// The best play, and why, after a search of this depth.
    pub(super) fn choice(&self, depth: u32) -> Choice<Move> {
        let best = &self.candidates[0];
        let reason = match (self.candidates.len(), depth) {
            (1, _) => "the only move".to_owned(),
            (count, 0) => best_of(count, 0),
            (count, _) => {
                let percent = best.chances.to_array().map(|chance| 100.0 * chance);
                let [win, gammon, _, lost_gammon, _] = percent;
                format!(
                    "best of {count} moves at depth {depth}: wins {win:.1} %, gammons {gammon:.1} % \
                     and {lost_gammon:.1} %"
                )
            }
        };
        Choice { best: best.played, nodes: self.nodes(), reason }
    }
}

/// The plays, and what the threads look at them with.
struct Plays<'r, 'a> {
    root: &'r mut Root<'a>,
    looks: &'r mut [Look],
}

impl<'a> Deepen<'a> for Plays<'_, 'a> {
    type Move = Move;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.root.control
    }

    fn iterate(&mut self, depth: u32, watcher: &mut dyn Watcher<Move>) -> Iteration {
        let root = &mut *self.root;
        let leader = root.candidates[0].played;
        refresh(self.looks);
        let kept = root.kept(depth);
        if depth > 1 && kept < 2 && root.multi_pv < 2 {
            return Iteration::Aborted;
        }
        if !root.search_plays(self.looks, depth, kept) {
            if root.candidates[0].played != leader {
                root.report(depth, 0, Bound::Lower, watcher);
            }
            return Iteration::Aborted;
        }
        (0..root.multi_pv).for_each(|line| root.report(depth, line, Bound::Exact, watcher));
        log::debug!("depth {depth} plays {kept} nodes {}", root.nodes());
        Iteration::Whole
    }
}
