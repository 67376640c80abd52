//! Every option of memory and threads under a limit of memory: answers, and no abort.
#![cfg(target_os = "linux")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use parlour::games::GAMES;

/// What the engine answers under a limit of address space in KiB, and its exit status.
fn run_limited(kib: u64, lines: &str) -> (String, Option<i32>) {
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kib} && exec \"$0\"")])
        .arg(env!("CARGO_BIN_EXE_parlour"))
        .env("RUST_LOG", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("the engine reads");
    let output = child.wait_with_output().expect("the engine ends");
    (String::from_utf8(output.stdout).expect("answers in UTF-8"), output.status.code())
}

pub(crate) fn largest_hash_and_most_threads_become_smaller_instead_of_an_abort() {
    for kind in GAMES {
        let dice = if kind.description.has_dice { "dice 3 1\n" } else { "" };
        let name = kind.name;
        let lines = format!(
            "newgame {name}\nsetoption name Hash value 65536\nsetoption name Threads value 1024\n\
             {dice}go movetime 50\nnewgame\n{dice}go movetime 50\nperft 2\nisready\n"
        );
        let (answers, status) = run_limited(1_000_000, &lines);
        let chosen = answers.lines().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!((chosen, status), (2, Some(0)), "{name}: {answers}");
        assert!(!answers.contains("error"), "{name}: {answers}");
        assert!(answers.contains("readyok\n"), "{name}: {answers}");
    }
}

pub(crate) fn threads_that_cannot_be_had_are_left_out() {
    let lines = "newgame sticks\nsetoption name Threads value 1024\nperft 4\ngo movetime 50\n";
    let (answers, status) = run_limited(700_000, lines);
    assert!(answers.contains("perft 4 ") && answers.contains("bestmove "), "{answers}");
    assert_eq!(status, Some(0));
}
