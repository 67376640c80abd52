//! The cube decisions of the player `generic`, by the plain evaluation and the cube model.

use crate::base::{Side, SplitMix64};
use crate::game::{Dice, Position, Record, Turn};
use crate::games::backgammon::{Backgammon, GameSettings, Move};
use crate::search::player::options::COMMON;
use crate::search::{
    Expectiminimax, Limits, Options, Player, SearchTask, SilentWatcher, Stopwatch,
};
use std::sync::atomic::AtomicBool;

/// The decision of `generic` with a search of this many decisions.
fn decided(game: &Backgammon, depth: u32) -> Move {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let task = SearchTask {
        limits: &Limits { depth: Some(depth), ..Limits::default() },
        moves: &moves,
        stop: &AtomicBool::new(false),
        stopwatch: Stopwatch::start(),
    };
    let mut player = Expectiminimax::new(&Options::new(COMMON));
    player.choose(&Record::new(*game), &task, &mut SilentWatcher).best
}

/// First's decision before the dice, and Second's answer to a double, at two depths.
fn cube_action(text: &str, expected: (Move, Move)) {
    for depth in [1, 2] {
        let mut game = Backgammon::from_text(text, true);
        let ours = decided(&game, depth);
        game.play(Move::Double);
        assert_eq!((ours, decided(&game, depth)), expected, "{text} at depth {depth}");
    }
}

#[test]
fn race_is_doubled_when_ahead_and_dropped_when_far_behind() {
    // First has 88 pips to go.
    for (places, pips, expected) in [
        ("---ACCD-BB------bb-dcca---", 88, (Move::Roll, Move::Take)),
        ("---ACCD-BB-----ac--dcca---", 91, (Move::Roll, Move::Take)),
        ("---ACCD-BB----ca---dcca---", 97, (Move::Double, Move::Take)),
        ("---ACCD-BB--bb-----dcca---", 104, (Move::Double, Move::Drop)),
    ] {
        let text = format!("XGID={places}:0:0:1:00:0:0:0:0:10");
        assert_eq!(Backgammon::from_text(&text, true).board().other.pips(), pips);
        cube_action(&text, expected);
    }
}

#[test]
fn opening_advantage_is_neither_doubled_nor_dropped() {
    let text = "XGID=-b---BD-B---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
    cube_action(text, (Move::Roll, Move::Take));
}

#[test]
fn side_that_needs_no_more_points_leaves_the_cube_alone() {
    let ahead = "---ACCD-BB--bb-----dcca---:0:0:1:00";
    let game = Backgammon::from_text(&format!("XGID={ahead}:4:2:0:5:10"), true);
    assert_eq!(game.turn(), Turn::Roll(Side::First), "the cube is dead");
    cube_action(&format!("XGID={ahead}:0:0:0:5:10"), (Move::Double, Move::Drop));
    // One that is a point from losing the match has nothing to lose by a double.
    let level = "-b----E-C---eE---c-e---AA-:0:0:1:00";
    let game = Backgammon::from_text(&format!("XGID={level}:2:4:0:5:10"), true);
    assert_eq!(decided(&game, 1), Move::Double);
}

#[test]
fn cube_stays_low_in_a_game_against_itself() {
    let mut random = SplitMix64::new(3);
    let start = Backgammon::start(&GameSettings { cube: true, ..GameSettings::default() });
    let mut turned = 0;
    for _ in 0..40 {
        let mut game = start;
        while !matches!(game.turn(), Turn::Over(_)) {
            if matches!(game.turn(), Turn::Roll(_)) {
                let (a, b) = random.dice(game.is_opening());
                game.lay_dice(a, b).unwrap();
            } else {
                game.play(decided(&game, 1));
            }
        }
        turned += u32::from(game.cube().log);
    }
    assert!((20..80).contains(&turned), "{turned} doubles taken in 40 games");
}
