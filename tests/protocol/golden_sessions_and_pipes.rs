//! Golden transcripts of the real binary, and what no transcript can say.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use parlour::games::GAMES;

use crate::engine::{Engine, run};
use crate::transcript;

/// Whether the file's first line asks for no game, or for one that is in the registry.
fn is_playable(text: &str) -> bool {
    let game = text.lines().next().and_then(|line| line.strip_prefix("# needs "));
    game.is_none_or(|game| GAMES.iter().any(|entry| entry.name == game.trim()))
}

#[test]
fn transcripts_come_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = fs::read_to_string(&path).expect("a transcript");
        if is_playable(&text) {
            transcript::check(&path.file_name().expect("a name").to_string_lossy(), &text, 1);
        }
    }
}

#[test]
fn every_game_has_a_transcript_of_a_whole_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    for entry in GAMES {
        let path = folder.join(format!("{}.txt", entry.name));
        let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("no {}", path.display()));
        assert!(text.contains("\nresponse true\n"), "{}: no game comes to its end", entry.name);
    }
}

#[test]
fn line_endings_do_not_matter() {
    let lines = ["newgame connect4", "move 4453", "", "fen", "# comment", "undo", "legal", "fen"];
    let plain = run(&[], lines.join("\n") + "\n");
    assert_eq!(plain.stdout.lines().count(), 3);
    assert_eq!(run(&[], lines.join("\r\n") + "\r\n"), plain);
    assert_eq!(run(&[], lines.join("\r\n")), plain);
    assert_eq!(run(&[], lines.join("\n")), plain);
    assert_eq!(run(&[], format!(" {}\t", lines.join("\t\r\n  "))), plain);
}

#[test]
fn unterminated_last_line_is_executed() {
    assert_eq!(run(&[], "isready").stdout, "readyok\n");
    assert_eq!(run(&[], "@a-1 fen\rx").stdout.split(' ').nth(1), Some("error"));
    assert_eq!(run(&[], "").stdout, "");
}

#[test]
fn only_blanks_and_tabs_separate_words() {
    let out = run(&[], "@a \u{a0}\n@b legal \u{3000}\n@c legal \t \n\u{2003}\n \t \n").stdout;
    let lines: Vec<&str> = out.lines().collect();
    let [a, b, c, d] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(a.starts_with("@a error unknown-command ") && b.starts_with("@b error bad-syntax "));
    assert!(c.starts_with("@c legal ") && d.starts_with("error unknown-command "), "{lines:?}");
}

#[test]
fn arguments_say_the_same_as_lines() {
    let lines = ["newgame connect4", "position startpos moves 4 4", "@x legal", "nonsense", "fen"];
    let args: Vec<&str> = lines.iter().flat_map(|line| ["-c", line]).collect();
    assert_eq!(run(&args, "isready\n"), run(&[], lines.join("\n")));
}

#[test]
fn end_of_input_ends_an_infinite_search() {
    let out = run(&[], "newgame connect4\ngo infinite\nfen\n");
    let lines: Vec<&str> = out.stdout.lines().collect();
    let [.., best, fen] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(best.starts_with("bestmove ") && fen.starts_with("fen "), "{lines:?}");
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
}

#[test]
fn answers_come_while_the_input_stays_open() {
    let mut engine = Engine::start(&[]);
    engine.send("isready\n");
    assert_eq!(engine.next_line().as_deref(), Some("readyok\n"));
    engine.send("fen");
    engine.send("\nnonsense\n");
    assert!(engine.next_line().expect("an answer").starts_with("fen "));
    assert!(engine.next_line().expect("an answer").starts_with("error unknown-command "));
    assert_eq!(engine.finish().stdout, "");
}

#[test]
fn closed_stdout_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdin.write_all(b"help\n").expect("it reads");
    let mut line = String::new();
    stdout.read_line(&mut line).expect("an answer");
    drop(stdout);
    // With no reader some write fails, sooner or later, and that is the end.
    while stdin.write_all(b"help\n").is_ok() {}
    let out = child.wait_with_output().expect("it ends");
    assert!(out.status.success(), "{:?}", out.status);
    assert_eq!(String::from_utf8_lossy(&out.stderr), "");
}

#[test]
fn closed_stdout_ends_an_infinite_search_too() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = child.stdout.take().expect("a pipe");
    stdin.write_all(b"newgame connect4\ngo infinite\n").expect("it reads");
    drop(stdout);
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn strict_turns_a_refusal_into_status_one() {
    for (args, input, status) in [
        (vec![], "nonsense\n", 0),
        (vec!["--strict"], "nonsense\nfen\n", 1),
        (vec!["--strict"], "fen\n", 0),
        (vec!["--strict", "-c", "undo"], "", 1),
        (vec!["--strict"], "@bad! fen\n", 1),
        (vec!["--help"], "", 0),
        (vec!["--version"], "", 0),
        (vec!["--no-such-flag"], "", 2),
        (vec!["batch", "--jobs", "many"], "", 2),
        (vec!["--game", "chess"], "", 2),
    ] {
        assert_eq!(run(&args, input).status, status, "{args:?} {input:?}");
    }
}
