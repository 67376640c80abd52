//! Positions and moves as text, through the host of every game and variant.
//!
//! The first byte chooses the variant, the second what else is done; then there is a position on a
//! line of its own, and words of moves on the lines after it.

use std::sync::atomic::AtomicBool;

use parlour::board::drawing_style::Style;
use parlour::game::Turn;
use parlour::host::{GameHost, Start};
use parlour::protocol::grammar::command::Tokens;

use crate::check_small_searches::{check_search_and_explain, small_options};
use crate::game_snapshot::GameSnapshot;
use crate::variants::{TestedVariant, variant};

/// Lines of moves that are read.
const MOST_LINES: usize = 12;
/// Legal moves that are played and taken back, evenly spread among all.
const TRIED: usize = 16;

/// Checks one input.
pub fn check(data: &[u8]) {
    let [number, what, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let variant = variant(*number);
    check_harness(variant, text);
    let is_plain = |c: char| !c.is_control() || c == '\t' || c == '\n';
    if !text.chars().all(is_plain) {
        return;
    }
    let mut game = variant.open();
    let start = GameSnapshot::of(game.as_ref());
    let mut lines = text.lines();
    let fen = Tokens::new(lines.next().unwrap_or_default());
    if game.set_position(Start::Fen(fen.as_str()), &[]).is_err() {
        assert_eq!(GameSnapshot::of(game.as_ref()), start, "a refused position changes nothing");
        return;
    }
    let mut other = variant.open();
    check_position(game.as_mut(), other.as_mut(), *what);
    for line in lines.take(MOST_LINES) {
        check_words(game.as_mut(), &Tokens::new(line));
        check_position(game.as_mut(), other.as_mut(), *what);
    }
    if what & 0x80 != 0 {
        check_search_and_explain(game.as_ref(), &small_options(), what & 0x7F, 20);
    }
}

/// A board of the course's harness that is accepted is a position.
fn check_harness(variant: &TestedVariant, text: &str) {
    let Some(harness) = variant.entry.harness_board_format else { return };
    let Ok(fen) = (harness.read)(text) else { return };
    let mut game = TestedVariant { entry: variant.entry, keys_and_values: Vec::new() }.open();
    game.set_position(Start::Fen(&fen), &[]).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for m in GameSnapshot::of(game.as_ref()).moves() {
        let cell = (harness.write)(&fen, m);
        assert!(cell.starts_with('('), "{fen}: {m} is written as {cell}");
    }
}

/// The position reads back, its moves can be played and taken back, and nothing that is asked
/// about it panics.
fn check_position(game: &mut dyn GameHost, other: &mut dyn GameHost, what: u8) {
    if matches!(game.turn(), Turn::Roll(_)) {
        reads_back(game, other);
        ask_everything(game);
        let (a, b) = (what % 6 + 1, what / 6 % 6 + 1);
        if game.lay_dice(a, b).is_err() {
            // The first roll of a game has two different dice.
            assert_eq!(a, b);
            game.lay_dice(3, 1).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    reads_back(game, other);
    ask_everything(game);
    let before = GameSnapshot::of(game);
    let moves = before.moves();
    assert_eq!(moves.is_empty(), matches!(before.turn, Turn::Over(_)), "{before:?}");
    let mut sorted = moves.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "a move is listed twice: {before:?}");
    // Decisions about the doubling cube are not counted.
    let is_cube_word = |m: &&str| m.bytes().all(|b| b.is_ascii_lowercase()) && *m != "pass";
    if !moves.iter().any(is_cube_word) {
        let leaves = game.perft(1, false, 1)(&AtomicBool::new(false), &mut |_, _| {});
        assert_eq!(leaves, Some(moves.len() as u64), "{before:?}");
    }
    for m in moves.iter().step_by(moves.len() / TRIED + 1) {
        game.play(&[m]).unwrap_or_else(|error| panic!("{m}: {error}: {before:?}"));
        reads_back(game, other);
        game.undo(1).unwrap_or_else(|error| panic!("{m}: {error}: {before:?}"));
        assert_eq!(GameSnapshot::of(game), before, "{m} is taken back");
    }
}

/// The text of the position gives the same position.
fn reads_back(game: &dyn GameHost, other: &mut dyn GameHost) {
    let view = GameSnapshot::of(game);
    other
        .set_position(Start::Fen(&view.fen), &[])
        .unwrap_or_else(|error| panic!("{error}: {view:?}"));
    let read = GameSnapshot::of(other).without_history();
    let is_over = matches!(view.turn, Turn::Over(_));
    // A draw by repetition is in the history, which the text does not hold.
    if is_over && !matches!(read.turn, Turn::Over(_)) {
        assert_eq!(read.fen, view.fen);
    } else {
        assert_eq!(read, view.without_history());
    }
}

fn ask_everything(game: &dyn GameHost) {
    let mut out = String::new();
    for style in [Style::Ascii, Style::Unicode, Style::Colour] {
        game.draw(style, &mut out);
    }
    let is_over = matches!(game.turn(), Turn::Over(_));
    assert_eq!(game.write_evaluation(&mut out).is_err(), is_over, "{:?}", GameSnapshot::of(game));
    for pattern in ["x", "xo-", "ooo", "--"] {
        drop(game.write_places(pattern, &mut out));
        drop(game.write_opportunities(pattern, &mut out));
    }
    drop(game.write_playable(&mut out));
    for cell in ["a1", "d4", "0,0"] {
        drop(game.lines_through(cell));
    }
    assert_eq!(game.ending().is_some(), is_over);
    game.empty_cells();
    game.variant_facts();
}

/// Words of moves are all played or none; what is played can be taken back.
fn check_words(game: &mut dyn GameHost, line: &Tokens) {
    let words = line.to_vec();
    let before = GameSnapshot::of(game);
    let plies =
        |game: &dyn GameHost| GameSnapshot::of(game).history.split_ascii_whitespace().count();
    let played = plies(game);
    if game.play(&words).is_err() {
        assert_eq!(GameSnapshot::of(game), before, "refused moves change nothing: {words:?}");
        return;
    }
    let after = GameSnapshot::of(game);
    let count = plies(game) - played;
    game.undo(count as u64).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    // Dice that were given with the first move stay.
    if matches!(before.turn, Turn::Decide(_)) && game.turn() == before.turn {
        let fen = GameSnapshot::of(game).fen;
        assert!(fen == before.fen || words.iter().any(|word| word.contains(':')), "{before:?}");
    }
    game.play(&words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    assert_eq!(GameSnapshot::of(game), after, "{words:?} once more");
}
