//! An estimate of the moves whose score is not proved: alpha-beta, the search of `generic`, and its
//! last report on each move.

use std::time::Duration;

use super::limited_solver_and_root_moves::LimitedSolver;
use crate::base::Score;
use crate::game::Record;
use crate::games::connect4::Rack;
use crate::search::{AlphaBeta, Bound, Limits, Player, Progress, Rating, SearchTask, Watcher};

/// The last report of alpha-beta on a move.
#[derive(Clone, Debug)]
pub(super) struct MoveReport {
    /// Plies that were searched in full.
    pub(super) depth: u32,
    /// The deepest ply that was reached, from the root.
    pub(super) seldepth: u32,
    /// For the side to move at the root.
    pub(super) score: Score,
    /// Whether the score is exact, or a lower or upper bound.
    pub(super) bound: Bound,
    /// The move, and what follows it.
    pub(super) line: Vec<u8>,
}

impl MoveReport {
    /// Whether the end of the game is proved, to the ply.
    pub(super) fn is_mate(&self) -> bool {
        self.bound == Bound::Exact && self.score.plies_to_end().is_some()
    }
}

/// Alpha-beta on the current position, and what it has reported.
pub(super) struct FallbackEvaluator<'a> {
    /// The alpha-beta player that searches, with its transposition table.
    pub(super) alpha_beta: &'a mut AlphaBeta<Rack>,
    /// The game up to the position to search.
    pub(super) game: &'a Record<Rack>,
    /// The question to the player: moves, limits, options and stop signal.
    pub(super) task: &'a SearchTask<'a, Rack>,
    /// Gets the reports; a move is a channel, 0 for the leftmost.
    pub(super) watcher: &'a mut dyn Watcher<u8>,
    /// One for each move that was reported, in the order of the first reports.
    pub(super) reports: Vec<MoveReport>,
}

impl FallbackEvaluator<'_> {
    /// The best of these moves (at least one), within `nodes` nodes and until this time.
    pub(super) fn choose(
        &mut self,
        solver: &mut LimitedSolver<'_>,
        moves: &[u8],
        nodes: u64,
        until: Option<Duration>,
    ) -> u8 {
        let milliseconds = |until: Duration| u64::try_from(until.as_millis()).unwrap_or(u64::MAX);
        let limits = Limits {
            movetime: until.map(milliseconds),
            clock: None,
            nodes: Some(nodes.min(solver.nodes_left())),
            infinite: false,
            overhead: 0,
            forced_at_once: false,
            ..self.task.limits.clone()
        };
        let SearchTask { stop, stopwatch, .. } = *self.task;
        let task = SearchTask { limits: &limits, moves, stop, stopwatch };
        let mut recorder = ReportRecorder {
            watcher: self.watcher,
            nodes_before: solver.nodes_spent(),
            reports: &mut self.reports,
        };
        let choice = self.alpha_beta.choose(self.game, &task, &mut recorder);
        solver.add_nodes(choice.nodes);
        choice.best
    }

    /// The last report on a move.
    pub(super) fn report_on(&self, channel: u8) -> Option<&MoveReport> {
        self.reports.iter().find(|report| report.line.first() == Some(&channel))
    }
}

/// Passes the reports of alpha-beta on, and keeps the last one on each move.
struct ReportRecorder<'a> {
    watcher: &'a mut dyn Watcher<u8>,
    /// Nodes that the move took before.
    nodes_before: u64,
    reports: &'a mut Vec<MoveReport>,
}

impl Watcher<u8> for ReportRecorder<'_> {
    fn progress(&mut self, progress: &Progress<'_, u8>) {
        let Rating::Score(score) = progress.rating else { return };
        // A bound on an estimate proves nothing.
        let is_decided = score.plies_to_end().is_some();
        let bound = if is_decided { progress.bound } else { Bound::Exact };
        let nodes = self.nodes_before + progress.nodes;
        self.watcher.progress(&Progress { bound, nodes, ..*progress });
        let Progress { depth, seldepth, .. } = *progress;
        let report = MoveReport { depth, seldepth, score, bound, line: progress.pv.to_vec() };
        match self.reports.iter_mut().find(|old| old.line.first() == report.line.first()) {
            Some(old) => *old = report,
            None => self.reports.push(report),
        }
    }
}
