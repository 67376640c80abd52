//! A question to a player of a toy game: every move is allowed, and only the depth is limited.

use std::sync::atomic::AtomicBool;

use parlour::game::{Position, Record};
use parlour::search::player::options::COMMON;
use parlour::search::{Choice, Limits, Options, Player};

use crate::player::{self, Report, legal, options};

/// The choice of a player among all moves, and its lines at the last depth.
pub(crate) fn ask<P: Position>(
    player: &mut impl Player<P>,
    game: &Record<P>,
    depth: u32,
) -> (Choice<P::Move>, Vec<Report<P::Move>>) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let moves = legal(game.position());
    let (choice, recorder) = player::ask(player, game, &moves, &limits, &AtomicBool::new(false));
    (choice, recorder.lines())
}

/// Options with this `MultiPV`.
pub(crate) fn with_lines(count: i64) -> Options {
    options(COMMON, &[("MultiPV", &count.to_string())])
}
