//! The `board:` line of the First Internet Backgammon Server, written field by field.
//!
//! The engine only reads it; with this writer its reader is tested.

use std::fmt::Write as _;

use parlour::base::Side;
use parlour::game::{Notation, Position};
use parlour::games::backgammon::{Backgammon, GameSettings, Move, Phase};

/// The place of the bar, for its owner.
const BAR: u8 = 25;
/// The place of checkers that are off.
const OFF: u8 = 0;

/// Writes the line; First is the player, with positive numbers, going from 24 to 1.
pub(crate) fn write_fibs(game: &Backgammon, out: &mut String) {
    let match_score = game.match_score();
    let length = if match_score.is_money() { 9999 } else { match_score.length };
    let [ours, theirs] = match_score.score;
    let _ = write!(out, "board:First:Second:{length}:{ours}:{theirs}");
    let (first, second) = (game.checkers(Side::First), game.checkers(Side::Second));
    for place in 0..=BAR {
        let ours = if place == 0 { 0 } else { first.count(place).cast_signed() };
        let theirs = if place == BAR { 0 } else { second.count(BAR - place).cast_signed() };
        let _ = write!(out, ":{}", ours - theirs);
    }
    write_turn(game, out);
    let cube = game.cube();
    let may = |side| u8::from(cube.owner.is_none_or(|owner| owner == side));
    let is_open = u8::from(matches!(game.phase(), Phase::Doubled | Phase::Beavered));
    let (value, ours, theirs) = (cube.value(), may(Side::First), may(Side::Second));
    let _ = write!(out, ":{value}:{ours}:{theirs}:{is_open}:1:-1:0:25");
    for place in [OFF, BAR] {
        let _ = write!(out, ":{}:{}", first.count(place), second.count(place));
    }
    let movable = playable_steps(game);
    let is_last = |side| match_score.away(side) == 1;
    let one_is_last = !match_score.is_money() && is_last(Side::First) != is_last(Side::Second);
    let is_past = u8::from(one_is_last && !match_score.is_crawford);
    let _ = write!(out, ":{movable}:0:{is_past}:0");
}

/// The same double as servers write it: no side may double, and the turn is the answering side's.
///
/// `line` is of [`write_fibs`]; field 40 is 1 for the side that answers only.
pub(crate) fn as_server_writes_double(game: &Backgammon, line: &str) -> String {
    let mut fields: Vec<&str> = line.split(':').collect();
    let (turn, answers) = match game.on_roll() {
        Side::First => ("-1", "0"),
        Side::Second => ("1", "1"),
    };
    fields[32] = turn;
    fields.splice(38..=40, ["0", "0", answers]);
    fields.join(":")
}

/// Writes the turn and the dice of both sides: fields 32 to 36.
fn write_turn(game: &Backgammon, out: &mut String) {
    let turn = match (game.phase(), game.on_roll()) {
        (Phase::Over(_), _) => 0,
        (_, Side::First) => 1,
        (_, Side::Second) => -1,
    };
    let (a, b) = match game.phase() {
        Phase::Moving(a, b) => (a, b),
        _ => (0, 0),
    };
    let _ = match game.on_roll() {
        Side::First => write!(out, ":{turn}:{a}:{b}:0:0"),
        Side::Second => write!(out, ":{turn}:0:0:{a}:{b}"),
    };
}

/// How many steps the side on roll can play with its dice; 0 before the roll.
fn playable_steps(game: &Backgammon) -> usize {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    match moves.first() {
        Some(Move::Checkers(steps)) => steps.len(),
        _ => 0,
    }
}

fn assert_reads_back(game: &Backgammon) {
    let mut text = String::new();
    write_fibs(game, &mut text);
    assert_eq!(game.read_position(&text), Ok(*game), "{text}");
}

/// A position in which the cube is in use.
fn with_cube(xgid: &str) -> Backgammon {
    let settings = GameSettings { cube: true, ..GameSettings::default() };
    Backgammon::start(&settings).read_position(xgid).expect(xgid)
}

#[test]
fn crawford_game_and_the_games_after_it_read_back() {
    for field in [0, 1] {
        let xgid = format!("XGID=-b----E-C---eE---c-e---A-A:1:1:1:00:6:0:{field}:7:10");
        assert_reads_back(&with_cube(&xgid));
    }
}

#[test]
fn beavered_double_reads_back() {
    let mut game = with_cube("XGID=-b----E-C---eE---c-e---A-A:0:0:1:00:0:0:2:0:10");
    for word in [Move::Double, Move::Beaver] {
        game.play(word);
        assert_reads_back(&game);
    }
}
