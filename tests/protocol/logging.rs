//! What goes to stderr and to the file of `LogFile`.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs, process};

use crate::engine::run;

/// What the program writes to stderr at this level of the log, and its exit status.
fn stderr_at(level: &str, args: &[&str], input: &str) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(args)
        .env("RUST_LOG", level)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // It may end before it has read anything.
    drop(child.stdin.take().expect("a pipe").write_all(input.as_bytes()));
    let out = child.wait_with_output().expect("it ends");
    (String::from_utf8_lossy(&out.stderr).into_owned(), out.status.code().unwrap_or(-1))
}

const DIALOGUE: &str = "newgame connect4\nsetoption name Level value 20\nbogus\n\
                        go player generic depth 2 movetime 1000\n";

#[test]
fn debug_has_the_conversation_and_the_limits() {
    let (log, status) = stderr_at("debug", &[], DIALOGUE);
    assert_eq!(status, 0);
    for part in [
        "the first line chooses the dialect native",
        ">> newgame connect4",
        "a game begins: connect4",
        "option Level is set to '20'",
        ">> bogus",
        "<< error unknown-command 'bogus'",
        "refused: unknown-command 'bogus'",
        "search by generic: soft limit 995 ms, hard limit 995 ms, nodes none, depth 2",
        "<< bestmove 4",
        "search ends: 4 after ",
    ] {
        assert!(log.contains(part), "no '{part}' in\n{log}");
    }
    for line in log.lines() {
        let time = line.strip_prefix('[').and_then(|line| line.split(' ').next());
        assert!(time.is_some_and(|time| time.parse::<u64>().is_ok()), "{line}");
    }
}

#[test]
fn info_has_what_is_set_and_warn_nothing() {
    let (log, _) = stderr_at("info", &[], DIALOGUE);
    assert!(log.contains("a game begins: connect4") && !log.contains(">> "), "{log}");
    assert_eq!(stderr_at("warn", &[], DIALOGUE), (String::new(), 0));
}

#[test]
fn errors_of_the_command_line_are_written_whatever_the_level() {
    for (args, input, status) in [
        (&["batch", "--game", "chess"][..], "", 2),
        (&["batch", "--game", "connect4", "--player", "bob"], "", 2),
        (&["--game", "connect4 width 99"], "", 2),
        (&["--option", "Hash"], "", 2),
        (&["--option", "Hsh=3"], "", 2),
        (&["-c", "legal", "batch", "--game", "connect4"], "4\n", 2),
        (&["--dialect", "native", "perft", "1"], "", 2),
        (&["--option", "Hash=3", "bench", "sticks"], "", 2),
        (&["--option", "LogFile=no/such/folder/log"], "fen\n", 2),
        (&["batch", "--game", "connect4", "--option", "LogFile=x"], "4\n", 2),
        (&["play", "connect4", "--option", "LogFile=x"], "4\n", 2),
        (&["external", "--port", "0", "--option", "LogFile=no/such/folder/log"], "", 2),
        (&["harness"], "junk\n", 1),
    ] {
        for level in ["off", "warn"] {
            let (said, ended) = stderr_at(level, args, input);
            assert!(said.starts_with("error: ") && said.lines().count() == 1, "{args:?}: {said}");
            assert_eq!(ended, status, "{args:?}");
        }
    }
}

/// A path in the folder for temporary files that no other test uses.
fn path(name: &str) -> PathBuf {
    env::temp_dir().join(format!("parlour-{}-{name}", process::id()))
}

/// The lines of a log file without their times.
fn untimed(path: &PathBuf) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a log file");
    let untimed = |line: &str| {
        let (time, rest) = line.split_once(' ').expect("a time");
        assert!(time.parse::<u64>().is_ok(), "{line}");
        rest.to_owned()
    };
    text.lines().map(untimed).collect()
}

#[test]
fn log_file_gets_every_line_and_answer_in_order() {
    let path = path("conversation.log");
    let name = path.to_string_lossy();
    let open = format!("setoption name LogFile value {name}");
    let dialogue = format!("newgame connect4\n{open}\n@a move 4\n# a comment\nfen\nbogus\n");
    let close = "setoption name LogFile value <empty>\nlegal\n";
    let out = run(&[], format!("{dialogue}{close}"));
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    let seen = untimed(&path);
    let marked = |mark: &str| -> Vec<String> {
        seen.iter().filter_map(|line| line.strip_prefix(mark)).map(str::to_owned).collect()
    };
    assert_eq!(marked(">> "), [open.as_str(), "@a move 4", "fen", "bogus"]);
    // Lines may be read before those in front of them are answered.
    let answers: Vec<&str> = out.stdout.lines().collect();
    assert_eq!(marked("<< "), answers[..marked("<< ").len()]);
    // Another session adds to its end.
    run(&[], format!("{open}\n"));
    assert_eq!(untimed(&path).len(), seen.len() + 1);
    fs::remove_file(path).expect("it is there");
}

#[test]
fn log_file_of_the_command_line_has_the_whole_conversation() {
    let path = path("of-the-call.log");
    let option = format!("logfile={}", path.to_string_lossy());
    let out = run(&["--option", &option], "newgame connect4\nlegal\n");
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    assert_eq!(untimed(&path), [">> newgame connect4", ">> legal", "<< legal 1 2 3 4 5 6 7"]);
    fs::remove_file(path).expect("it is there");
}

#[test]
fn path_that_cannot_be_written_is_refused_and_changes_nothing() {
    let path = path("kept.log");
    let open = format!("setoption name LogFile value {}", path.to_string_lossy());
    let bad = "setoption name LogFile value no/such/folder/log";
    let out = run(&[], format!("{open}\n{bad}\n@x {bad}\nisready\n"));
    let lines: Vec<&str> = out.stdout.lines().collect();
    let [first, second, "readyok"] = lines[..] else { panic!("{lines:?}") };
    assert!(first.starts_with("error bad-value no/such/folder/log: "), "{first}");
    assert_eq!(second, format!("@x {first}"));
    assert!(untimed(&path).contains(&"<< readyok".to_owned()));
    fs::remove_file(path).expect("it is there");
    let ubgi = run(&[], format!("ubgi\n{bad}\nisready\n")).stdout;
    assert!(
        ubgi.ends_with("no/such/folder/log: No such file or directory (os error 2)\nreadyok\n")
    );
}
