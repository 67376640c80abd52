//! A judgement of what is not proved, by the search that knows no game.

use std::time::Duration;

use super::search_limits::Effort;
use crate::base::Score;
use crate::game::Record;
use crate::games::connect4::Rack;
use crate::search::{AlphaBeta, Bound, Limits, Player, Progress, Rating, SearchTask, Watcher};

/// What alpha-beta last said of a move.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// The move, and what follows it.
    pub(super) line: Vec<u8>,
}

impl Seen {
    /// Whether the end of the game is proved, to the ply.
    pub(super) fn is_mate(&self) -> bool {
        self.bound == Bound::Exact && self.score.plies_to_end().is_some()
    }
}

/// Alpha-beta on the position that stands.
pub(super) struct Judge<'a, const W: usize, const H: usize> {
    pub(super) search: &'a mut AlphaBeta<Rack<W, H>>,
    pub(super) game: &'a Record<Rack<W, H>>,
    pub(super) task: &'a SearchTask<'a, Rack<W, H>>,
    pub(super) watcher: &'a mut dyn Watcher<u8>,
    /// One a move, in the order in which they were first told.
    pub(super) seen: Vec<Seen>,
}

impl<const W: usize, const H: usize> Judge<'_, W, H> {
    /// The best of these moves (at least one), within so many nodes and until then.
    pub(super) fn choose(
        &mut self,
        effort: &mut Effort<'_, W, H>,
        moves: &[u8],
        nodes: u64,
        until: Option<Duration>,
    ) -> u8 {
        let milliseconds = |until: Duration| u64::try_from(until.as_millis()).unwrap_or(u64::MAX);
        let limits = Limits {
            movetime: until.map(milliseconds),
            depth: self.task.limits.depth,
            nodes: Some(nodes.min(effort.left())),
            ..Limits::default()
        };
        let SearchTask { stop, stopwatch, .. } = *self.task;
        let task = SearchTask { limits: &limits, moves, stop, stopwatch };
        let seen = &mut self.seen;
        let mut listener = Listener { watcher: self.watcher, before: effort.spent(), seen };
        let choice = self.search.choose(self.game, &task, &mut listener);
        effort.spend(choice.nodes);
        choice.best
    }

    /// What was said of a move.
    pub(super) fn of(&self, channel: u8) -> Option<&Seen> {
        self.seen.iter().find(|seen| seen.line.first() == Some(&channel))
    }
}

/// Passes on what alpha-beta tells, and notes it.
struct Listener<'a> {
    watcher: &'a mut dyn Watcher<u8>,
    /// Nodes spent before.
    before: u64,
    seen: &'a mut Vec<Seen>,
}

impl Watcher<u8> for Listener<'_> {
    fn progress(&mut self, report: &Progress<'_, u8>) {
        let Rating::Score(score) = report.rating else { return };
        // A bound on an estimate proves nothing.
        let is_decided = score.plies_to_end().is_some();
        let bound = if is_decided { report.bound } else { Bound::Exact };
        let nodes = self.before + report.nodes;
        self.watcher.progress(&Progress { bound, nodes, ..*report });
        let Progress { depth, seldepth, .. } = *report;
        let seen = Seen { depth, seldepth, score, bound, line: report.pv.to_vec() };
        match self.seen.iter_mut().find(|old| old.line.first() == seen.line.first()) {
            Some(old) => *old = seen,
            None => self.seen.push(seen),
        }
    }
}
