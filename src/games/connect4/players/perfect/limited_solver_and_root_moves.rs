//! The solver under the limits of one move, and where exact scores come from; and the moves of the
//! current position, what is proved of each, and which is hardest to answer.

use std::cmp::Reverse;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::base::Side;
use crate::game::Position;
use crate::games::connect4::Rack;
use crate::games::connect4::opening_table::OpeningTable;
use crate::games::connect4::solver::{Bounds, ProofStep, Solver, best_line};
use crate::search::player::options::{HASH, THREADS};
use crate::search::{Budget, Limits, Options, SearchControl, SearchTask};

/// The solver and the opening table of one player.
pub(super) struct ScoreSources {
    solver: Option<Solver>,
    /// MiB of the solver's table, at least 1: the option `Hash`.
    mebibytes: u64,
    /// Threads of the solver, at least 1: the option `Threads`.
    threads: u64,
    /// The opening table that the options choose, if any.
    pub(super) opening_table: Option<Arc<OpeningTable>>,
}

impl ScoreSources {
    /// By these options; takes no memory yet but for a table that they name.
    pub(super) fn new(options: &Options) -> Self {
        let [mebibytes, threads] = Self::size(options);
        let opening_table = OpeningTable::from_options(options, None);
        Self { solver: None, mebibytes, threads, opening_table }
    }

    /// The options `Hash`, in MiB, and `Threads`.
    fn size(options: &Options) -> [u64; 2] {
        [&HASH, &THREADS].map(|option| options.number(option).unsigned_abs())
    }

    /// Takes new options; forgets what was proved where one of the solver's has changed.
    pub(super) fn configure(&mut self, options: &Options) {
        self.opening_table = OpeningTable::from_options(options, self.opening_table.take());
        let size = Self::size(options);
        if size != [self.mebibytes, self.threads] {
            self.solver = None;
            [self.mebibytes, self.threads] = size;
        }
    }

    /// Forgets what the solver has proved, and gives the memory back.
    pub(super) fn forget(&mut self) {
        self.solver = None;
    }

    /// The solver, whose table is small at first.
    pub(super) fn solver(&mut self) -> &mut Solver {
        let threads = usize::try_from(self.threads).unwrap_or(1);
        self.solver.get_or_insert_with(|| Solver::new(self.mebibytes, threads))
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
    /// Nodes that the move has taken so far; several threads may exceed [`Self::max_nodes`].
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
        // Without `..`, so that a new limit is not forgotten here: what is left out is in the budget
        // and in the control, or does not end a solver.
        let &Limits {
            nodes,
            movetime: _,
            clock: _,
            depth: _,
            infinite: _,
            rollout: _,
            overhead: _,
            forced_at_once: _,
        } = task.limits;
        Self {
            sources,
            opening_table,
            control: SearchControl::new(task, side),
            budget: Budget::new(task.limits, side),
            max_nodes: nodes.unwrap_or(u64::MAX).min(node_cap),
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
        self.max_nodes.saturating_sub(self.nodes_spent)
    }

    /// Counts nodes that another search has spent.
    pub(super) fn add_nodes(&mut self, nodes: u64) {
        self.nodes_spent = self.nodes_spent.saturating_add(nodes);
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

/// Below every score of the solver.
const WORST: i32 = -64;

/// A move of the current position, and what is proved of it.
#[derive(Clone, Copy)]
pub(super) struct RootMove {
    /// The channel it is played in, 0 for the leftmost.
    pub(super) channel: u8,
    /// The position after it.
    pub(super) child: Rack,
    /// Bounds on its score, for the side that makes it.
    pub(super) bounds: Bounds,
}

/// How hard a position is for its side to move: the fewer good replies, the harder.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReplyCounts {
    /// Replies that keep a win or a draw; 0 where every reply loses.
    pub(super) holding: u32,
    /// Replies that are as good as any: they win soonest, draw, or lose latest.
    pub(super) best: u32,
    /// All replies.
    pub(super) all: u32,
}

/// The moves to choose from, the middle first until they are sorted.
pub(super) struct RootMoves {
    rack: Rack,
    /// The moves, each with the bounds on its score so far.
    pub(super) moves: Vec<RootMove>,
    /// Bounds on the score of the best of them.
    best: Bounds,
    /// Whether they are all legal moves.
    is_complete: bool,
    /// How many of the best are to be reported.
    pub(super) multi_pv: usize,
}

impl RootMoves {
    /// These channels (at least one) of a position, of which the `multi_pv` best (at least one)
    /// are to be reported.
    pub(super) fn new(rack: &Rack, channels: &[u8], multi_pv: usize) -> Self {
        let unknown = Bounds { lower: WORST, upper: -WORST };
        let order = rack.size().centre_first();
        let root_move = |channel| {
            let mut child = *rack;
            child.play(channel);
            RootMove { channel, child, bounds: unknown }
        };
        let moves: Vec<_> =
            order.filter(|channel| channels.contains(channel)).map(root_move).collect();
        Self {
            rack: *rack,
            best: unknown,
            is_complete: moves.len() as u64 == rack.count_moves(),
            multi_pv: multi_pv.clamp(1, moves.len()),
            moves,
        }
    }

    /// Proves the scores of the best moves, as many as are to be reported; returns whether that
    /// was finished.
    ///
    /// `on_step` is called with what is proved of the best of all moves on the way.
    pub(super) fn prove(
        &mut self,
        solver: &mut LimitedSolver<'_>,
        on_step: &mut dyn FnMut(&ProofStep),
    ) -> bool {
        if self.is_complete && !self.best.is_exact() {
            self.best = self.best.intersection(solver.score(&self.rack, on_step));
            for root_move in &mut self.moves {
                root_move.bounds.upper = root_move.bounds.upper.min(self.best.upper);
            }
        }
        if !self.is_complete || self.multi_pv > 1 {
            (self.best.is_exact() || !self.is_complete) && self.prove_one_by_one(solver)
        } else {
            self.best.is_exact() && self.prove_reaching(self.best.lower, solver, false)
        }
    }

    /// Proves the scores of the best moves, one after the other.
    ///
    /// Once `multi_pv` scores are known, a null-window test drops each move that is not better
    /// than the worst of them.
    fn prove_one_by_one(&mut self, solver: &mut LimitedSolver<'_>) -> bool {
        let mut scores: Vec<i32> = Vec::new();
        for RootMove { child, bounds, .. } in &mut self.moves {
            if let Some(&floor) = scores.get(self.multi_pv - 1)
                && !bounds.is_exact()
            {
                if bounds.upper <= floor {
                    continue;
                }
                match solver.reaches(child, -floor) {
                    Some(true) => {
                        bounds.upper = floor;
                        continue;
                    }
                    Some(false) => bounds.lower = bounds.lower.max(floor + 1),
                    None => return false,
                }
            }
            if !bounds.is_exact() {
                let score = solver.score(child, &mut |_| ());
                *bounds = bounds.intersection(score.negated());
            }
            if !bounds.is_exact() {
                return false;
            }
            let rank = scores.partition_point(|score| *score >= bounds.lower);
            scores.insert(rank, bounds.lower);
        }
        self.best = Bounds::exact(scores[0]);
        true
    }

    /// Proves which moves reach a score: the first one, or `all` of them.
    ///
    /// Returns whether that was finished.
    fn prove_reaching(&mut self, score: i32, solver: &mut LimitedSolver<'_>, all: bool) -> bool {
        for RootMove { child, bounds, .. } in &mut self.moves {
            if bounds.lower < score && bounds.upper >= score {
                match solver.reaches(child, 1 - score) {
                    Some(true) => bounds.upper = score - 1,
                    Some(false) => bounds.lower = score,
                    None => return false,
                }
            }
            if bounds.lower >= score && !all {
                return true;
            }
        }
        all
    }

    /// Moves the one of the best moves that is hardest to answer to the front, once the best
    /// score is known; returns its replies.
    ///
    /// `None` if there was nothing to compare, or the stage ended before the first comparison.
    pub(super) fn lead_with_hardest(
        &mut self,
        solver: &mut LimitedSolver<'_>,
    ) -> Option<ReplyCounts> {
        let score = self.best.lower;
        self.prove_reaching(score, solver, true);
        self.moves.sort_by_key(|root_move| Reverse(root_move.bounds.lower));
        let tied = self.moves.partition_point(|root_move| root_move.bounds.lower >= score);
        if tied < 2 || self.moves[0].child.count_moves() == 0 {
            return None;
        }
        let mut hardest: Option<(ReplyCounts, usize)> = None;
        for at in 0..tied {
            let child = self.moves[at].child;
            let Some(replies) = count_replies(&child, -score, solver) else { break };
            if hardest.is_none_or(|(hard, _)| replies.difficulty() < hard.difficulty()) {
                hardest = Some((replies, at));
            }
        }
        let (replies, at) = hardest?;
        self.move_to_front(at);
        Some(replies)
    }

    /// Tests each move with few nodes: whether it reaches the best lower bound, a draw, a win.
    ///
    /// Each test takes `nodes` nodes at most.
    pub(super) fn test_cheaply(&mut self, solver: &mut LimitedSolver<'_>, nodes: u64) {
        let best = self.best;
        for RootMove { child, bounds, .. } in &mut self.moves {
            for score in [best.lower, 0, 1] {
                if bounds.lower < score && bounds.upper >= score {
                    solver.begin_stage(nodes, WHOLE_TIME);
                    match solver.reaches(child, 1 - score) {
                        Some(true) => bounds.upper = score - 1,
                        Some(false) => bounds.lower = score,
                        None => {}
                    }
                }
            }
        }
    }

    /// Moves the move at this index to the front.
    pub(super) fn move_to_front(&mut self, at: usize) {
        self.moves[..=at].rotate_right(1);
    }
}

impl ReplyCounts {
    /// The number of holding replies counts first, then that of the best; less is harder.
    const fn difficulty(self) -> (u32, u32) {
        (self.holding, self.best)
    }
}

/// Counts the replies in a position of this score that is not over; `None` if the stage ended.
fn count_replies(rack: &Rack, score: i32, solver: &mut LimitedSolver<'_>) -> Option<ReplyCounts> {
    let mut replies = ReplyCounts { holding: 0, best: 0, all: 0 };
    let mut channels = Vec::new();
    rack.moves(&mut channels);
    for channel in channels {
        let mut child = *rack;
        child.play(channel);
        let is_best = !solver.reaches(&child, 1 - score)?;
        let holds = match score {
            ..0 => false,
            0 => is_best,
            1.. => is_best || !solver.reaches(&child, 0)?,
        };
        replies.all += 1;
        replies.best += u32::from(is_best);
        replies.holding += u32::from(holds);
    }
    Some(replies)
}
