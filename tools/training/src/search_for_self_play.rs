//! Searches of a player that plays against itself.

use std::sync::atomic::AtomicBool;

use parlour::base::{Outcome, Score, Side};
use parlour::game::{Position, Record};
use parlour::search::{Limits, Player, Progress, Rating, SearchTask, Stopwatch, Watcher};

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchResult<Move> {
    /// The move that the player chooses.
    pub best: Move,
    /// The last score that it reported, for the side to move.
    pub score: Option<Score>,
}

/// Searches a position for this many nodes.
pub fn search_by_nodes<P: Position>(
    player: &mut impl Player<P>,
    game: &Record<P>,
    nodes: u64,
) -> SearchResult<P::Move> {
    let mut moves = Vec::new();
    game.position().moves(&mut moves);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let task =
        SearchTask { limits: &limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
    let mut last = LastScore(None);
    let best = player.choose(game, &task, &mut last).best;
    SearchResult { best, score: last.0 }
}

/// Keeps the last score that is reported.
struct LastScore(Option<Score>);

impl<Move> Watcher<Move> for LastScore {
    fn progress(&mut self, report: &Progress<'_, Move>) {
        if let Rating::Score(score) = report.rating {
            self.0 = Some(score);
        }
    }
}

/// 1 for First, −1 for Second.
pub const fn sign_of_side(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// 1 if First wins, 0 for a draw, −1 if Second wins.
pub fn result_for_first(outcome: Outcome) -> i32 {
    outcome.winner().map_or(0, sign_of_side)
}
