//! What a player says of a position.

use std::sync::atomic::AtomicBool;

use parlour::game::Record;
use parlour::search::player::options::COMMON;
use parlour::search::player::value;
use parlour::search::pvs::{PvsPlayer, RootGame};
use parlour::search::{Limits, Options, Player, Progress, Rating, SearchTask, Stopwatch, Watcher};

use super::naive::legal;

/// A player of a game with a table of 1 MiB.
pub(crate) fn player<G: RootGame>() -> PvsPlayer<G> {
    let mut options = Options::new(COMMON);
    let hash = COMMON.iter().find(|spec| spec.name == "Hash").unwrap();
    options.set(hash, Some("1")).unwrap();
    PvsPlayer::new(&options)
}

/// Keeps the last value of the best line.
#[derive(Default)]
struct Last(Option<i32>);

impl<M> Watcher<M> for Last {
    fn progress(&mut self, report: &Progress<'_, M>) {
        if let Rating::Score(score) = report.rating {
            self.0 = Some(score.value());
        }
    }
}

/// The value that a player finds within the limits, as [`value`] has them; `None` if it says
/// nothing.
pub(crate) fn ask<G: RootGame>(
    player: &mut PvsPlayer<G>,
    position: &G::Position,
    limits: &Limits,
) -> Option<i32> {
    let (stop, moves) = (AtomicBool::new(false), legal(position));
    let task = SearchTask { limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
    let mut last = Last::default();
    player.new_game();
    player.choose(&Record::new(position.clone()), &task, &mut last);
    last.0
}

/// A value without the mark of whether it is proved: won or lost in some plies, or neither.
pub(crate) fn unmarked(value: i32) -> (i32, u32) {
    match value::plies(value) {
        Some(plies) => (value.signum() * value::MAX_EVAL * 2, plies as u32),
        None => (value, 0),
    }
}
