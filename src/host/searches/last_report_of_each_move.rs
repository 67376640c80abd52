//! Keeps the last report that a search makes of each move, to judge the moves by.

use crate::search::{Bound, Choice, Progress, Rating, Watcher};

/// Equities are compared in parts of a point, of which one point has this many: they are reported
/// with four decimal places.
const EQUITY_STEPS: f32 = 10_000.0;

/// A choice, and what was reported on the way to it.
pub(in crate::host) struct ReportedChoice<M> {
    /// What the player chose.
    pub(in crate::host) choice: Choice<M>,
    /// The last report of each move.
    pub(in crate::host) reports: LatestReports<M>,
}

/// Keeps the last report of each move.
pub(in crate::host) struct LatestReports<M> {
    /// Reports of the best move so far.
    pub(in crate::host) iteration: u64,
    /// The last report of each move, in the order in which they came.
    pub(in crate::host) of_moves: Vec<LatestReport<M>>,
}

/// The last report of one move.
pub(in crate::host) struct LatestReport<M> {
    /// The iteration of the search that it belongs to.
    pub(in crate::host) iteration: u64,
    /// Its place among the lines reported; 1 is the best.
    pub(in crate::host) rank: u32,
    /// Plies searched.
    pub(in crate::host) depth: u32,
    /// The worth of the move for the side that makes it.
    pub(in crate::host) rating: Rating,
    /// Whether the rating is exact or a bound.
    pub(in crate::host) bound: Bound,
    /// Whether the rating is proved.
    pub(in crate::host) is_proved: bool,
    /// Never empty.
    pub(in crate::host) pv: Vec<M>,
}

impl<M: PartialEq> LatestReports<M> {
    /// Takes the report of this move out, if there is one.
    pub(in crate::host) fn take(&mut self, judged: &M) -> Option<LatestReport<M>> {
        let at = self.of_moves.iter().position(|report| report.pv.first() == Some(judged))?;
        Some(self.of_moves.swap_remove(at))
    }

    /// Adds a report, unless there is one of the same move.
    pub(in crate::host) fn add_unless_known(&mut self, report: LatestReport<M>) {
        if self.of_moves.iter().all(|known| known.pv.first() != report.pv.first()) {
            self.of_moves.push(report);
        }
    }
}

impl<M> LatestReport<M> {
    /// Greater is better for the side to move; all reports of a search are in one unit.
    pub(in crate::host) fn order(&self) -> i64 {
        match self.rating {
            Rating::Score(score) => score.value().into(),
            Rating::Equity(report) => (report.equity * EQUITY_STEPS) as i64,
        }
    }
}

impl<M: Copy + PartialEq> Watcher<M> for LatestReports<M> {
    fn progress(&mut self, progress: &Progress<'_, M>) {
        self.iteration += u64::from(progress.multipv == 1);
        let iteration = self.iteration;
        let is_known = |report: &LatestReport<M>| report.pv.first() == progress.pv.first();
        // Of several answers to a move, such as take and drop, the first line has the best.
        if self.of_moves.iter().any(|report| is_known(report) && report.iteration == iteration) {
            return;
        }
        self.of_moves.retain(|report| !is_known(report));
        self.of_moves.push(LatestReport {
            iteration: self.iteration,
            rank: progress.multipv,
            depth: progress.depth,
            rating: progress.rating,
            bound: progress.bound,
            is_proved: progress.is_proved,
            pv: progress.pv.to_vec(),
        });
    }
}
