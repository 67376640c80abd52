//! What a search of a hosted game reports, with its moves as text for the protocol.

use crate::game::{Notation, Turn};
use crate::host::game_host_trait::SearchReport;
use crate::search::{Progress, Stopwatch, Watcher};

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
