//! The solver under the limits of one move, and where exact scores come from.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::base::Side;
use crate::games::connect4::Rack;
use crate::games::connect4::opening_table::OpeningTable;
use crate::games::connect4::solver::{Bounds, ProofStep, Solver, best_line};
use crate::search::{Budget, Options, SearchControl, SearchTask};

/// The solver and the opening table of one player.
pub(super) struct ScoreSources {
    solver: Option<Solver>,
    /// MiB of the solver's table, at least 1: the option `Hash`.
    mebibytes: u64,
    /// Threads of the solver, at least 1: the option `Threads`.
    threads: usize,
    /// The opening table that the options choose, if any.
    pub(super) opening_table: Option<Arc<OpeningTable>>,
}

impl ScoreSources {
    /// By these options; takes no memory yet.
    pub(super) fn new(options: &Options) -> Self {
        Self {
            solver: None,
            mebibytes: options.spin("Hash").unsigned_abs(),
            threads: usize::try_from(options.spin("Threads")).unwrap_or(1),
            opening_table: OpeningTable::from_options(options, None),
        }
    }

    /// Takes new options; forgets what was proved where one of the solver's has changed.
    pub(super) fn configure(&mut self, options: &Options) {
        self.opening_table = OpeningTable::from_options(options, self.opening_table.take());
        let new = Self { opening_table: self.opening_table.clone(), ..Self::new(options) };
        if (new.mebibytes, new.threads) != (self.mebibytes, self.threads) {
            *self = new;
        }
    }

    /// Forgets what the solver has proved, and gives the memory back.
    pub(super) fn forget(&mut self) {
        self.solver = None;
    }

    /// The solver, whose table is small at first.
    pub(super) fn solver(&mut self) -> &mut Solver {
        self.solver.get_or_insert_with(|| Solver::new(self.mebibytes, self.threads))
    }
}

/// How long to wait between two checks whether the opening table is decoded. Set by hand.
const TABLE_CHECK_INTERVAL: Duration = Duration::from_micros(200);
/// A search that has waited this long for the table has it decoded at the usual priority. Where
/// nothing else keeps the processor busy, it is decoded before. Set by hand.
const WAIT_BEFORE_URGENT_DECODING: Duration = Duration::from_millis(400);

/// The whole of a move's time, in its sixteenths.
pub(super) const WHOLE_TIME: u32 = 16;

/// Exact scores from the opening table or else the solver, within the limits of one move.
///
/// A move is found in stages; each of them begins with [`Self::begin_stage`].
pub(super) struct LimitedSolver<'a> {
    sources: &'a mut ScoreSources,
    /// The opening table, at full strength only.
    opening_table: Option<Arc<OpeningTable>>,
    control: SearchControl<'a>,
    budget: Budget,
    /// Nodes that the whole move may take.
    max_nodes: u64,
    /// Nodes that the move has taken so far, at most [`Self::max_nodes`].
    nodes_spent: u64,
    /// The stage ends when this many nodes are spent.
    stage_nodes: u64,
    /// The stage ends at this time, from the stopwatch's start.
    stage_end: Option<Duration>,
}

impl<'a> LimitedSolver<'a> {
    /// Limited to what the task allows its side, and to `node_cap` nodes.
    pub(super) fn new(
        sources: &'a mut ScoreSources,
        task: &SearchTask<'a, Rack>,
        side: Side,
        node_cap: u64,
    ) -> Self {
        let opening_table = sources.opening_table.clone().filter(|_| node_cap == u64::MAX);
        Self {
            sources,
            opening_table,
            control: SearchControl::new(task, side),
            budget: Budget::new(task.limits, side),
            max_nodes: task.limits.nodes.unwrap_or(u64::MAX).min(node_cap),
            nodes_spent: 0,
            stage_nodes: 0,
            stage_end: None,
        }
    }

    /// Begins a stage of at most `nodes` more nodes, which ends when this many sixteenths of the
    /// move's time are over.
    pub(super) fn begin_stage(&mut self, nodes: u64, sixteenths: u32) {
        self.stage_nodes = self.nodes_spent.saturating_add(nodes).min(self.max_nodes);
        self.stage_end = self.time_after(sixteenths);
    }

    /// Ends the stage no later than the soft time limit, after which no new work is begun.
    pub(super) fn end_stage_by_soft_limit(&mut self) {
        let soft = self.budget.soft;
        self.stage_end = self.stage_end.map(|end| soft.map_or(end, |soft| soft.min(end)));
    }

    /// The time, from the stopwatch's start, when this many sixteenths of the move's time are
    /// over; `None` without a limit.
    pub(super) fn time_after(&self, sixteenths: u32) -> Option<Duration> {
        self.budget.hard.map(|hard| hard * sixteenths / WHOLE_TIME)
    }

    /// Nodes spent so far.
    pub(super) const fn nodes_spent(&self) -> u64 {
        self.nodes_spent
    }

    /// Nodes that the move may still take.
    pub(super) const fn nodes_left(&self) -> u64 {
        self.max_nodes - self.nodes_spent
    }

    /// Counts nodes that another search has spent.
    pub(super) fn add_nodes(&mut self, nodes: u64) {
        self.nodes_spent = self.nodes_spent.saturating_add(nodes).min(self.max_nodes);
    }

    /// How full the solver's table is, in thousandths.
    pub(super) fn hashfull(&mut self) -> u32 {
        self.sources.solver().hashfull()
    }

    /// The score of a position, or the best bounds known at the end of the stage.
    ///
    /// `on_step` is called as by [`Solver::score_with_steps`].
    pub(super) fn score(&mut self, rack: &Rack, on_step: &mut dyn FnMut(&ProofStep)) -> Bounds {
        match self.opening_score(rack) {
            Some(score) => Bounds::exact(score),
            None => self.solve(|solver, go_on| solver.score_with_steps(rack, go_on, on_step)),
        }
    }

    /// Whether the score of a position is at least `beta`; `None` if the stage ended first.
    pub(super) fn reaches(&mut self, rack: &Rack, beta: i32) -> Option<bool> {
        match self.opening_score(rack) {
            Some(score) => Some(score >= beta),
            None => self.solve(|solver, go_on| solver.reaches(rack, beta, go_on)),
        }
    }

    /// A line of best play from a position of this score, as far as the stage allows.
    pub(super) fn best_line(&mut self, rack: &Rack, score: i32) -> Vec<u8> {
        best_line(*rack, score, |rack, beta| self.reaches(rack, beta))
    }

    /// Whether the opening table has the score of a position, but is not decoded yet.
    pub(super) fn awaits_table(&self, rack: &Rack) -> bool {
        let table = self.opening_table.as_ref().filter(|table| table.contains(rack));
        table.is_some_and(|table| !table.decode_in_background())
    }

    /// The score for the side to move in the opening table; waits until that is decoded, while the
    /// stage lasts.
    fn opening_score(&mut self, rack: &Rack) -> Option<i32> {
        let table = self.opening_table.as_ref().filter(|table| table.contains(rack))?;
        while !table.decode_in_background() {
            if !self.control.check_limits()
                || self.stage_end.is_some_and(|end| self.control.elapsed() >= end)
            {
                return None;
            }
            if self.control.elapsed() >= WAIT_BEFORE_URGENT_DECODING {
                table.decode_urgently();
            }
            thread::sleep(TABLE_CHECK_INTERVAL);
        }
        table.score(rack).map(i32::from)
    }

    /// Calls the solver within the limits of the stage, and counts its nodes.
    fn solve<R>(&mut self, call: impl FnOnce(&mut Solver, &mut dyn FnMut(u64) -> bool) -> R) -> R {
        let solver = self.sources.solver();
        let before = solver.nodes();
        solver.limit_nodes(self.stage_nodes.saturating_sub(self.nodes_spent));
        let (control, stage_end) = (&mut self.control, self.stage_end);
        let mut go_on =
            |_| control.check_limits() && stage_end.is_none_or(|end| control.elapsed() < end);
        let answer = call(solver, &mut go_on);
        let nodes = solver.nodes() - before;
        self.add_nodes(nodes);
        answer
    }
}
