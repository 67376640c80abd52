//! A player: something that chooses a move.

use super::limits::Limits;
use super::move_judgements::Judgement;
use super::options::Options;
use super::search_reports::Watcher;
use super::stop_signal::StopSignal;
use super::stopwatch::Stopwatch;
use crate::game::{Position, Record};

/// A player of one game.
pub trait Player<P: Position>: Send {
    /// Chooses one of the allowed moves of the current position, which must have a legal move.
    ///
    /// Returns soon after the stop signal is raised or a limit is reached, always with a move.
    fn choose(
        &mut self,
        game: &Record<P>,
        task: &SearchTask<'_, P>,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move>;

    /// Judges all allowed moves of the current position: the one to play, then the best first.
    ///
    /// `None` for a player whose reports under `MultiPV` say the same.
    fn judge(
        &mut self,
        _game: &Record<P>,
        _task: &SearchTask<'_, P>,
    ) -> Option<Vec<Judgement<P::Move>>> {
        None
    }

    /// Takes over the values of the options.
    fn configure(&mut self, _options: &Options) {}

    /// Clears all tables; the random stream goes on.
    fn clear_tables(&mut self) {}

    /// Restarts the random stream from `Seed`.
    fn restart_random_stream(&mut self) {}
}

/// One search that a player is asked for.
pub struct SearchTask<'a, P: Position> {
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The moves allowed: all legal ones, or some of them; never empty.
    pub moves: &'a [P::Move],
    /// Once it is raised, the search must end at once.
    pub stop: &'a dyn StopSignal,
    /// Started when the search was requested.
    pub stopwatch: Stopwatch,
}

/// How the reason of a [`Choice`] begins where the move is the only one.
pub const ONLY_MOVE: &str = "the only move";

/// The choice of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move, one of those allowed.
    pub best: M,
    /// Nodes visited in all.
    pub nodes: u64,
    /// Why this move, in words for people, on one line.
    pub reason: String,
}
