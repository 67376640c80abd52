//! A question to a player of the selective search: what is this position worth?

use std::sync::atomic::AtomicBool;

use parlour::game::Record;
use parlour::search::player::options::COMMON;
use parlour::search::player::score_encoding;
use parlour::search::pvs::{PvsPlayer, RootGame};
use parlour::search::{Limits, Player};

use crate::player::{self, legal, options};

/// A player of a game with a table of 1 MiB.
pub(crate) fn player<G: RootGame>() -> PvsPlayer<G> {
    PvsPlayer::new(&options(COMMON, &[("Hash", "1")]))
}

/// The value that a player finds within the limits, as [`value`] has them; `None` if it reports
/// none.
pub(crate) fn ask<G: RootGame>(
    player: &mut PvsPlayer<G>,
    position: &G::Position,
    limits: &Limits,
) -> Option<i32> {
    let (game, stop) = (Record::new(position.clone()), AtomicBool::new(false));
    player.new_game();
    let (_, recorder) = player::ask(player, &game, &legal(position), limits, &stop);
    recorder.lines().first().map(|line| line.score().value())
}

/// A value without the mark of whether it is proved: won or lost in some plies, or neither.
pub(crate) fn unmarked(value: i32) -> (i32, u32) {
    match score_encoding::plies(value) {
        Some(plies) => (value.signum() * score_encoding::MAX_EVAL * 2, plies as u32),
        None => (value, 0),
    }
}
