//! What a search of a hosted game reports: as text for the protocol, and the last report of each move.

use crate::game::{Notation, Turn};
use crate::host::game_host_trait::SearchReport;
use crate::search::{Bound, Choice, Progress, Rating, Stopwatch, Watcher};

/// Equities are compared in parts of a point, of which one point has this many: they are reported
/// with four decimal places.
const EQUITY_STEPS: f32 = 10_000.0;

/// The moves of a line, separated by blanks, up to a roll or the end of the game.
pub(in crate::host) fn line_text<P: Notation>(position: &P, line: &[P::Move]) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for (i, m) in line.iter().enumerate() {
        if !matches!(position.turn(), Turn::Decide(_)) {
            break;
        }
        if i > 0 {
            text.push(' ');
        }
        position.write_move(*m, &mut text);
        let _undo = position.play(*m);
    }
    text
}

/// Passes the reports of a search on, with its moves as text.
pub(in crate::host) struct TextReports<'a, P> {
    /// The position that was searched.
    pub(in crate::host) position: &'a P,
    /// Runs since the search began.
    pub(in crate::host) stopwatch: Stopwatch,
    /// The greatest rank reported.
    pub(in crate::host) lines_reported: u32,
    /// Gets each report.
    pub(in crate::host) report: &'a mut dyn FnMut(SearchReport),
}

impl<P: Notation> Watcher<P::Move> for TextReports<'_, P> {
    fn progress(&mut self, progress: &Progress<'_, P::Move>) {
        self.lines_reported = self.lines_reported.max(progress.multipv);
        (self.report)(SearchReport {
            depth: progress.depth,
            seldepth: progress.seldepth,
            multipv: progress.multipv,
            rating: progress.rating,
            bound: progress.bound,
            proved: progress.is_proved,
            nodes: progress.nodes,
            time: self.stopwatch.elapsed(),
            hashfull: progress.hashfull,
            pv: line_text(self.position, progress.pv),
        });
    }
}

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
    pub(in crate::host) fn order(&self) -> i32 {
        match self.rating {
            Rating::Score(score) => score.value(),
            Rating::Equity(report) => (report.equity * EQUITY_STEPS) as i32,
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
