//! The solver under the limits of one move.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::known_scores::Oracle;
use crate::base::Side;
use crate::games::connect4::Rack;
use crate::games::connect4::opening_table::Book;
use crate::games::connect4::solver::{Bounds, Solver, Step, best_line};

use crate::search::{Budget, SearchControl, SearchTask};

/// How long to wait between two looks whether the table of solved positions is decoded.
const PAUSE: Duration = Duration::from_micros(200);

/// Questions to the solver, and what they and all else may cost.
///
/// What the table of solved positions knows is not asked of the solver.
///
/// Each stage of thinking first takes its [`Self::share`] of what is left.
pub(super) struct Effort<'a, const W: usize, const H: usize> {
    oracle: &'a mut Oracle<W, H>,
    /// The table of solved positions, at full strength only.
    book: Option<Arc<Book>>,
    control: SearchControl<'a>,
    budget: Budget,
    /// Nodes that the whole move may take.
    most: u64,
    spent: u64,
    /// The stage ends when so many nodes are spent.
    nodes: u64,
    /// The stage ends at this time, from the stopwatch's start.
    until: Option<Duration>,
}

impl<'a, const W: usize, const H: usize> Effort<'a, W, H> {
    /// What the task allows its side, and at most so many nodes.
    pub(super) fn new(
        oracle: &'a mut Oracle<W, H>,
        task: &SearchTask<'a, Rack<W, H>>,
        side: Side,
        cap: u64,
    ) -> Self {
        let book = oracle.book.clone().filter(|_| cap == u64::MAX);
        Self {
            oracle,
            book,
            control: SearchControl::new(task, side),
            budget: Budget::new(task.limits, side),
            most: task.limits.nodes.unwrap_or(u64::MAX).min(cap),
            spent: 0,
            nodes: 0,
            until: None,
        }
    }

    /// Begins a stage that may take so many nodes, and so many sixteenths of the whole time.
    pub(super) fn share(&mut self, nodes: u64, sixteenths: u32) {
        self.nodes = self.spent.saturating_add(nodes).min(self.most);
        self.until = self.at(sixteenths);
    }

    /// Ends the stage no later than when no new work is to be begun.
    pub(super) fn soften(&mut self) {
        let soft = self.budget.soft;
        self.until = self.until.map(|until| soft.map_or(until, |soft| soft.min(until)));
    }

    /// The time when so many sixteenths of the whole are over; `None` without end.
    pub(super) fn at(&self, sixteenths: u32) -> Option<Duration> {
        self.budget.hard.map(|hard| hard * sixteenths / 16)
    }

    /// Nodes spent so far.
    pub(super) const fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes that are left to the whole move.
    pub(super) const fn left(&self) -> u64 {
        self.most - self.spent
    }

    /// Counts what somebody else has spent.
    pub(super) fn spend(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes).min(self.most);
    }

    /// How full the solver's table is, per mille.
    pub(super) fn hashfull(&mut self) -> u32 {
        self.oracle.solver().hashfull()
    }

    /// [`Solver::score_telling`].
    pub(super) fn score(&mut self, rack: &Rack<W, H>, tell: &mut dyn FnMut(&Step)) -> Bounds {
        match self.known(rack) {
            Some(score) => Bounds::exact(score),
            None => self.ask(|solver, go_on| solver.score_telling(rack, go_on, tell)),
        }
    }

    /// [`Solver::reaches`].
    pub(super) fn reaches(&mut self, rack: &Rack<W, H>, beta: i32) -> Option<bool> {
        match self.known(rack) {
            Some(score) => Some(score >= beta),
            None => self.ask(|solver, go_on| solver.reaches(rack, beta, go_on)),
        }
    }

    /// [`best_line`].
    pub(super) fn line(&mut self, rack: &Rack<W, H>, score: i32) -> Vec<u8> {
        best_line(*rack, score, |rack, beta| self.reaches(rack, beta))
    }

    /// The score in the table of solved positions; waits for its first use while the stage lasts.
    fn known(&mut self, rack: &Rack<W, H>) -> Option<i32> {
        let book = self.book.as_ref().filter(|book| book.knows(rack))?;
        while !book.is_ready() {
            if !self.control.check_limits()
                || self.until.is_some_and(|end| self.control.elapsed() >= end)
            {
                return None;
            }
            thread::sleep(PAUSE);
        }
        book.score(rack).map(i32::from)
    }

    fn ask<R>(
        &mut self,
        question: impl FnOnce(&mut Solver<W, H>, &mut dyn FnMut(u64) -> bool) -> R,
    ) -> R {
        let solver = self.oracle.solver();
        let before = solver.nodes();
        solver.allow(self.nodes.saturating_sub(self.spent));
        let (control, until) = (&mut self.control, self.until);
        let mut go_on =
            |_| control.check_limits() && until.is_none_or(|until| control.elapsed() < until);
        let answer = question(solver, &mut go_on);
        let nodes = solver.nodes() - before;
        self.spend(nodes);
        answer
    }
}
