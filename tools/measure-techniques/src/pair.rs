//! One game between two players.

use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use parlour::base::{Outcome, Side};
use parlour::game::{Notation, Position, Record, Turn};
use parlour::search::{Limits, Progress, Rating, SearchTask, Stopwatch, Watcher};

use crate::switched::BoxedPlayer;

/// Longer games are draws.
const LONGEST: usize = 400;

/// Keeps the last proved end, in plies, negative when losing.
#[derive(Default)]
struct Proof(Option<i32>);

impl<M> Watcher<M> for Proof {
    fn progress(&mut self, report: &Progress<'_, M>) {
        if let Rating::Score(score) = report.rating {
            self.0 = score.plies_to_end();
        }
    }
}

/// The position after an opening: a line `startpos moves m …`.
///
/// # Errors
/// When a word is no legal move.
pub(crate) fn opened<P: Notation>(start: &P, opening: &str) -> Result<Record<P>> {
    let mut record = Record::new(start.clone());
    for word in opening.split_whitespace().skip(2) {
        let (m, rest) = record.position().read_move(word)?;
        ensure!(rest.is_empty(), "'{word}' is more than one move");
        record.play(m);
    }
    Ok(record)
}

/// Plays a game from an opening to its end, `players` by [`Side::index`]; the winner.
pub(crate) fn play<P: Position>(
    mut record: Record<P>,
    players: [&mut BoxedPlayer<P>; 2],
    limits: &Limits,
) -> Option<Side> {
    let players = players.map(|player| {
        player.new_game();
        player
    });
    let mut moves = Vec::new();
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
        let mut proof = Proof::default();
        let choice = players[side.index()].choose(&record, &task, &mut proof);
        match proof.0 {
            Some(1..) => return Some(side),
            Some(_) => return Some(side.other()),
            None => record.play(choice.best),
        }
    }
    None
}
