//! Questions to a search: its moves, where every move is allowed and only the depth is limited; and
//! to the selective search, what a position is worth.

use std::sync::atomic::AtomicBool;

use parlour::game::{Position, Record};
use parlour::search::player::options::COMMON;
use parlour::search::player::score_encoding;
use parlour::search::pvs::{Params, PvsPlayer, RootGame, Techniques};
use parlour::search::{Choice, Limits, Options, Player};

use crate::ask_player::{self, Report, legal_moves, options};

/// The choice of a player among all moves, and its lines at the last depth.
pub(crate) fn ask<P: Position>(
    player: &mut impl Player<P>,
    game: &Record<P>,
    depth: u32,
) -> (Choice<P::Move>, Vec<Report<P::Move>>) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let moves = legal_moves(game.position());
    let (choice, recorder) =
        ask_player::ask(player, game, &moves, &limits, &AtomicBool::new(false));
    (choice, recorder.lines())
}

/// Options with this `MultiPV`.
pub(crate) fn with_lines(count: i64) -> Options {
    options(COMMON, &[("MultiPV", &count.to_string())])
}

/// A player of the selective search with these techniques and threads, and a table of 1 MiB.
pub(crate) fn pvs_player<G: RootGame>(techniques: Techniques, threads: u32) -> PvsPlayer<G> {
    let threads = threads.to_string();
    let mut player = PvsPlayer::new(&options(COMMON, &[("Hash", "1"), ("Threads", &threads)]));
    player.set_params(Params { on: techniques, ..G::PARAMS });
    player
}

/// The value that a player finds within the limits, as [`value`] has them; `None` if it reports
/// none.
pub(crate) fn ask_for_value<G: RootGame>(
    player: &mut PvsPlayer<G>,
    position: &G::Position,
    limits: &Limits,
) -> Option<i32> {
    let (game, stop) = (Record::new(position.clone()), AtomicBool::new(false));
    player.clear_tables();
    let (_, recorder) = ask_player::ask(player, &game, &legal_moves(position), limits, &stop);
    recorder.lines().first().map(|line| line.score().value())
}

/// A value without the mark of whether it is proved: won or lost in some plies, or neither.
pub(crate) fn unmarked(value: i32) -> (i32, u32) {
    match score_encoding::plies(value) {
        Some(plies) => (value.signum() * score_encoding::MAX_EVAL * 2, plies as u32),
        None => (value, 0),
    }
}
