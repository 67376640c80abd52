//! What happens when something around the engine fails: readers that go, disks that are full.
//!
//! Nothing here looks at a clock, but a process that does not end within a minute counts as hung.

use std::fs::File;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::engine::{Engine, run};

/// Searches that would go on for days.
const LONG_SEARCHES: [&str; 7] = [
    "perft 30",
    "go infinite",
    "go depth 60",
    "go nodes 1000000000000000000",
    "go movetime 86400000",
    "explain nodes 1000000000000000000",
    "go player generic depth 60",
];

fn start(args: &[&str], stdout: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(args)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Waits for the end; fails if it does not come.
fn status_of(mut child: Child, context: &str) -> Option<i32> {
    for _ in 0..6_000 {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        thread::sleep(Duration::from_millis(10));
    }
    drop(child.kill());
    panic!("{context}: the engine goes on");
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk_is_an_error_in_every_mode() {
    for (args, input) in [
        (&[] as &[&str], "legal\n"),
        (&[], "go depth 3\nquit\n"),
        (&["-c", "legal"], ""),
        (&["perft", "2"], ""),
        (&["bench", "sticks"], ""),
        (&["batch", "--game", "connect4", "--depth", "2"], "4\n44\n"),
        (&["harness", "--player", "slices"], &"- ".repeat(36)),
        (&["external", "--port", "0"], ""),
    ] {
        let full = File::options().write(true).open("/dev/full").expect("a full device");
        let mut child = start(args, full.into());
        let mut stdin = child.stdin.take().expect("a pipe");
        drop(stdin.write_all(input.as_bytes()));
        drop(stdin);
        let out = child.wait_with_output().expect("an end");
        let stderr = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?} {stderr}");
        assert!(stderr.starts_with("error: cannot write the output: "), "{args:?} {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args:?} {stderr}");
    }
}

#[test]
#[cfg(unix)]
fn search_ends_with_the_reader_of_its_answers() {
    for search in LONG_SEARCHES {
        for input_stays_open in [false, true] {
            let mut child = start(&[], Stdio::piped());
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(format!("newgame connect5\n{search}\n").as_bytes()).expect("a pipe");
            let stdin = input_stays_open.then_some(stdin);
            drop(child.stdout.take());
            assert_eq!(status_of(child, search), Some(0), "{search}");
            drop(stdin);
        }
    }
}

#[test]
fn stop_is_read_behind_many_lines() {
    for search in LONG_SEARCHES {
        let mut engine = Engine::start(&[]);
        engine.send(format!("newgame connect5\n{search}\n"));
        engine.send("legal\n".repeat(1_100));
        // Nothing but `stop` can end it, since more input may come.
        engine.send("stop\nisready\n");
        while engine.next_line().expect("an answer to isready") != "readyok\n" {}
        assert_eq!(engine.finish().status, 0, "{search}");
    }
}

#[test]
fn no_argument_hides_a_line() {
    for args in [
        &["-c", "fen\nlegal"] as &[&str],
        &["-c", "fen\rlegal"],
        &["perft", "1\nlegal"],
        &["perft", "1", "--fen", "7/7/7/7/7/7 x\nlegal"],
        &["bench", "sticks\nlegal"],
    ] {
        let out = run(args, "");
        assert_eq!((out.stdout.as_str(), out.status), ("", 2), "{args:?}");
        assert!(out.stderr.starts_with("error: bad-encoding "), "{args:?} {}", out.stderr);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn files_are_never_waited_for() {
    let fifo = std::env::temp_dir().join(format!("parlour-{}.fifo", std::process::id()));
    let made = Command::new("mkfifo").arg(&fifo).status().expect("mkfifo");
    assert!(made.success());
    let fifo = fifo.to_str().expect("a path").to_owned();
    for path in [fifo.as_str(), "/dev/zero", "/dev/tty", "/proc/kmsg", "/proc/self/mem", "/"] {
        for option in ["SolvedTableFile", "StyleFile", "LogFile"] {
            // What the kernel makes up may be written to.
            if option == "LogFile" && path.starts_with("/proc/") {
                continue;
            }
            let out = run(&[], format!("setoption name {option} value {path}\nisready\n"));
            let refused = out.stdout.starts_with("error bad-value ");
            assert!(refused && out.stdout.ends_with("readyok\n"), "{option} {path} {out:?}");
        }
        let out = run(&["table", "--check", path], "");
        assert_eq!((out.stdout.as_str(), out.status), ("", 2), "{path} {out:?}");
    }
    std::fs::remove_file(fifo).expect("the pipe");
}
