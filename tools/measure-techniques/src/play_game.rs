//! One game between two players.

use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use parlour::base::{Outcome, Score, Side};
use parlour::game::{Notation, Position, Record, Turn};
use parlour::search::{Limits, Player, Progress, Rating, SearchTask, Stopwatch, Watcher};

/// Games of more plies than this are draws. Set by hand.
const LONGEST: usize = 400;
/// A game is a draw, too, if after this many plies [`DRAW_PLIES`] values in a row are near 0.
///
/// In 120 games of Connect 5 this held for all that were drawn on a full board, and for no other.
/// This and the two below were set by hand.
const DRAW_FROM: usize = 100;
/// Plies in a row whose values must be near 0.
const DRAW_PLIES: u32 = 10;
/// A value is near 0 if it is within ± this, in hundredths.
const DRAW_SCORE: i32 = 30;

/// Keeps the last score.
#[derive(Default)]
struct LastScore(Option<Score>);

impl<M> Watcher<M> for LastScore {
    fn progress(&mut self, report: &Progress<'_, M>) {
        if let Rating::Score(score) = report.rating {
            self.0 = Some(score);
        }
    }
}

/// The position after an opening: a line `startpos moves m …`.
///
/// # Errors
/// When a word is no legal move.
pub(crate) fn record_after_opening<P: Notation>(start: &P, opening: &str) -> Result<Record<P>> {
    let mut record = Record::new(start.clone());
    for word in opening.split_whitespace().skip(2) {
        let (m, rest) = record.position().read_move(word)?;
        ensure!(rest.is_empty(), "'{word}' is more than one move");
        record.play(m);
    }
    Ok(record)
}

/// Plays a game from an opening to its end, `players` by [`Side::index`]; the winner.
pub(crate) fn play<P: Position, Q: Player<P> + ?Sized>(
    mut record: Record<P>,
    players: [&mut Q; 2],
    limits: &Limits,
) -> Option<Side> {
    let players = players.map(|player| {
        player.clear_tables();
        player
    });
    let mut moves = Vec::new();
    let mut level_plies = 0;
    while record.len() < LONGEST {
        let side = match record.turn() {
            Turn::Decide(side) => side,
            Turn::Over(Outcome::Win { side, .. }) => return Some(side),
            Turn::Over(Outcome::Draw) | Turn::Roll(_) => return None,
        };
        moves.clear();
        record.position().moves(&mut moves);
        let stop = AtomicBool::new(false);
        let task = SearchTask { limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
        let mut last = LastScore::default();
        let choice = players[side.index()].choose(&record, &task, &mut last);
        match last.0.and_then(Score::plies_to_end) {
            Some(1..) => return Some(side),
            Some(_) => return Some(side.other()),
            None => record.play(choice.best),
        }
        let is_level = last.0.is_some_and(|score| score.value().abs() <= DRAW_SCORE);
        level_plies = if is_level && record.len() > DRAW_FROM { level_plies + 1 } else { 0 };
        if level_plies == DRAW_PLIES {
            return None;
        }
    }
    None
}
