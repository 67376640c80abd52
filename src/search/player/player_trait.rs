//! A player: something that chooses a move.

use std::sync::atomic::AtomicBool;

use super::limits::{Limits, Stopwatch};
use super::options::Options;
use super::report::Watcher;
use crate::game::{Position, Record};

/// A player of one game.
pub trait Player<P: Position>: Send {
    /// Chooses one of the allowed moves of the position that stands, which must have some.
    ///
    /// Answers soon after the stop flag goes up or a limit is reached, always with a move.
    fn choose(
        &mut self,
        game: &Record<P>,
        task: &SearchTask<'_, P>,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move>;

    /// Takes over options that were changed.
    fn configure(&mut self, _options: &Options) {}

    /// Forgets what was learned in earlier games and restarts the random stream from `Seed`.
    fn new_game(&mut self) {}
}

/// What is asked of a player.
pub struct SearchTask<'a, P: Position> {
    /// When to answer.
    pub limits: &'a Limits,
    /// The moves allowed: all legal ones, or some of them; never empty.
    pub moves: &'a [P::Move],
    /// Goes up when the answer is wanted at once.
    pub stop: &'a AtomicBool,
    /// Was started when the question came.
    pub stopwatch: Stopwatch,
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move, one of those allowed.
    pub best: M,
    /// Nodes visited in all.
    pub nodes: u64,
    /// Why, in words, on one line.
    pub reason: String,
}
