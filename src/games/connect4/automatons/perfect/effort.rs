//! The solver under the limits of one move.

use std::time::Duration;

use super::solvers::Solvers;
use crate::base::Side;
use crate::games::connect4::Rack;
use crate::games::connect4::solver::{Bounds, Solver};

use crate::search::{Budget, Control, Task};

/// Questions to the solver, and what they and all else may cost.
///
/// Each stage of thinking first takes its [`Self::share`] of what is left.
pub(super) struct Effort<'a, const W: usize, const H: usize> {
    solvers: &'a mut Solvers<W, H>,
    control: Control<'a>,
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
        solvers: &'a mut Solvers<W, H>,
        task: &Task<'a, Rack<W, H>>,
        side: Side,
        cap: u64,
    ) -> Self {
        solvers.choose(false);
        Self {
            solvers,
            control: Control::new(task, side),
            budget: Budget::new(task.limits, side),
            most: task.limits.nodes.unwrap_or(u64::MAX).min(cap),
            spent: 0,
            nodes: 0,
            until: None,
        }
    }

    /// Goes over to the large solver.
    pub(super) const fn look_closer(&mut self) {
        self.solvers.choose(true);
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
        self.solvers.chosen().hashfull()
    }

    /// [`Solver::score`].
    pub(super) fn score(&mut self, rack: &Rack<W, H>) -> Bounds {
        self.ask(|solver, go_on| solver.score(rack, go_on))
    }

    /// [`Solver::reaches`].
    pub(super) fn reaches(&mut self, rack: &Rack<W, H>, beta: i32) -> Option<bool> {
        self.ask(|solver, go_on| solver.reaches(rack, beta, go_on))
    }

    /// [`Solver::line`].
    pub(super) fn line(&mut self, rack: &Rack<W, H>, score: i32) -> Vec<u8> {
        self.ask(|solver, go_on| solver.line(rack, score, go_on))
    }

    fn ask<R>(
        &mut self,
        question: impl FnOnce(&mut Solver<W, H>, &mut dyn FnMut(u64) -> bool) -> R,
    ) -> R {
        let solver = self.solvers.chosen();
        let before = solver.nodes();
        solver.allow(self.nodes.saturating_sub(self.spent));
        let (control, until) = (&mut self.control, self.until);
        let mut go_on = |_| control.poll() && until.is_none_or(|until| control.elapsed() < until);
        let answer = question(solver, &mut go_on);
        let nodes = solver.nodes() - before;
        self.spend(nodes);
        answer
    }
}
