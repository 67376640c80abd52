//! What command lines are parsed to, and how wrong ones are refused.

use super::{COMMANDS, GO_WORDS, parse};
use crate::protocol::grammar::command::{Command, Go, Tokens};
use crate::protocol::grammar::refusal::Code;
use crate::search::{Limits, Rollout};

#[test]
fn every_command_word_is_there_once() {
    let mut words: Vec<_> =
        COMMANDS.iter().flat_map(|row| [Some(row.name), row.alias]).flatten().collect();
    let count = words.len();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), count);
}

fn refusal(line: &str) -> (Code, String) {
    let refusal = parse(line).expect_err("refused");
    (refusal.code, refusal.text)
}

#[test]
fn go_takes_its_limits_in_any_order() {
    let go = Go {
        player: Some("george".to_owned()),
        limits: Limits { nodes: Some(5_000), depth: Some(3), ..Limits::default() },
        moves: Tokens::new("4 3"),
        ..Go::default()
    };
    let line = "go nodes 5000\tsearchmoves 4  3 player george depth 3";
    assert_eq!(parse(line), Ok(Some(Command::Go(go))));
}

#[test]
fn times_below_one_count_as_one_and_huge_ones_are_cut() {
    for (line, ms) in [
        ("go movetime 0", 1),
        ("go movetime -7", 1),
        ("go movetime 1000000000000", 1_000_000_000_000),
        ("go movetime 99999999999999999999999999999999999999999999", u64::MAX),
    ] {
        let go = Go { limits: Limits { movetime: Some(ms), ..Limits::default() }, ..Go::default() };
        assert_eq!(parse(line), Ok(Some(Command::Go(go))), "{line}");
    }
}

#[test]
fn rollouts_have_games_and_may_be_cut_short() {
    let rollout = |line| match parse(line) {
        Ok(Some(Command::Go(go))) => go.limits.rollout,
        other => panic!("{other:?}"),
    };
    let default = Rollout::default();
    assert_eq!(rollout("go rollout"), Some(default));
    assert_eq!(rollout("go truncate 0 rollout games 0"), Some(Rollout { games: 1, ..default }));
    let cut = Rollout { games: 72, truncate: Some(11) };
    assert_eq!(rollout("go rollout games 72 truncate 11 movetime 5"), Some(cut));
    assert_eq!(rollout("go depth 3"), None);
}

#[test]
fn words_of_go_are_written_as_they_are_read() {
    let words = "player net movetime 7 p1time 1 p2time 2 p1inc 3 p2inc 4 depth 5 nodes 6 rollout \
                 games 8 truncate 9 infinite json searchmoves a b";
    for row in GO_WORDS {
        assert!(words.split(' ').any(|word| word == row.name), "{}", row.name);
    }
    for words in [words, "depth 3", "infinite", ""] {
        let Ok(Some(Command::Go(go))) = parse(&format!("go {words}")) else { panic!("{words}") };
        assert_eq!(go.to_string(), words);
    }
}

#[test]
fn defects_are_named_with_their_word() {
    for (line, code, part) in [
        ("go depth x", Code::BadNumber, "'x'"),
        ("go banana", Code::BadSyntax, "'banana'"),
        ("go movetime", Code::BadNumber, "the end of the line"),
        ("go games 36", Code::BadSyntax, "'rollout'"),
        ("go rollout games x", Code::BadNumber, "'x'"),
        ("go searchmoves depth 3", Code::BadSyntax, "'depth'"),
        ("dice 7 1", Code::BadValue, "'7'"),
        ("dice 1", Code::BadNumber, "the end of the line"),
        ("dice 1 2 3", Code::BadSyntax, "'3'"),
        ("undo -1", Code::BadValue, "'-1'"),
        ("undo x", Code::BadNumber, "'x'"),
        ("position", Code::BadSyntax, "the end of the line"),
        ("position fen", Code::BadSyntax, "the end of the line"),
        ("position fen moves 4", Code::BadSyntax, "'moves'"),
        ("position startpos 4", Code::BadSyntax, "'4'"),
        ("move", Code::BadSyntax, "the end of the line"),
        ("legal please", Code::BadSyntax, "'please'"),
        ("query result now", Code::BadSyntax, "'now'"),
        ("perft 1.5", Code::BadNumber, "'1.5'"),
        ("setoption Hash 3", Code::BadSyntax, "'Hash'"),
        ("setoption name", Code::BadSyntax, "the end of the line"),
        ("lgal", Code::UnknownCommand, "'legal'"),
        ("go dpeth 3", Code::BadSyntax, "did you mean 'depth'?"),
    ] {
        let (found, text) = refusal(line);
        assert!(found == code && text.contains(part), "{line}: {found:?} {text}");
    }
}

#[test]
fn option_names_and_values_may_hold_blanks() {
    let read_option = |line| match parse(line) {
        Ok(Some(Command::SetOption { name, value })) => (name, value),
        other => panic!("{other:?}"),
    };
    assert_eq!(read_option("setoption name Clear  Hash"), ("Clear Hash".to_owned(), None));
    assert_eq!(
        read_option("setoption name Style value  colour "),
        ("Style".to_owned(), Some("colour".to_owned()))
    );
}

#[test]
fn fen_words_end_at_moves() {
    let line = "position fen 7/7 x  moves 4 4";
    let expected = Command::Position(Some("7/7 x".to_owned()), Tokens::new("4 4"));
    assert_eq!(parse(line), Ok(Some(expected)));
}
