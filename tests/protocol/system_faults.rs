//! What must happen when something around the engine fails: one table, and a check of each row.
//!
//! Nothing here looks at a clock, but a process that does not end within a minute counts as hung.
#![cfg(target_os = "linux")]

use std::fs::{File, read_to_string};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use parlour::games::GAMES;

use crate::engine::{Engine, run};

/// Something that fails, what must happen then, and the check that it does.
struct Fault {
    what_fails: &'static str,
    must_happen: &'static str,
    check: fn(),
}

const FAULTS: [Fault; 17] = [
    Fault {
        what_fails: "the reader of the answers goes",
        must_happen: "every search ends, and the engine with status 0",
        check: search_ends_with_the_reader_of_its_answers,
    },
    Fault {
        what_fails: "the reader of the answers does not read for a while",
        must_happen: "the engine waits; no answer is lost, and its memory does not grow",
        check: answers_wait_for_their_reader,
    },
    Fault {
        what_fails: "the writer of the lines stops in the middle of a line",
        must_happen: "searches go on; the line is executed when its end has come",
        check: half_a_line_waits_for_its_end,
    },
    Fault {
        what_fails: "the input ends in the middle of a line",
        must_happen: "the line is executed; status 0",
        check: line_without_an_end_is_executed,
    },
    Fault {
        what_fails: "the input cannot be read, in every mode",
        must_happen: "one line on stderr, status 2",
        check: unreadable_input_is_an_error_in_every_mode,
    },
    Fault {
        what_fails: "the writer sends faster than the engine answers, in mid-search",
        must_happen: "`stop` is still read, and the search ends",
        check: stop_is_read_behind_many_lines,
    },
    Fault {
        what_fails: "a signal that asks it to end: INT, TERM, HUP",
        must_happen: "it ends at once, also in mid-search",
        check: signals_end_it,
    },
    Fault {
        what_fails: "it is suspended in mid-search for longer than its time, and continued",
        must_happen: "the search answers; the session goes on",
        check: suspended_search_answers_when_continued,
    },
    Fault {
        what_fails: "the system's clock is set to another time",
        must_happen: "nothing: only the monotonic clock is read",
        check: only_the_monotonic_clock_is_read,
    },
    Fault {
        what_fails: "the disk is full, in every mode",
        must_happen: "one line on stderr, status 2",
        check: full_disk_is_an_error_in_every_mode,
    },
    Fault {
        what_fails: "the log on stderr cannot be written",
        must_happen: "the answers are the same; status 0",
        check: log_that_cannot_be_written_changes_nothing,
    },
    Fault {
        what_fails: "a file that is no plain file, cannot be read, or has no end",
        must_happen: "`error bad-value` at once; the session goes on",
        check: files_are_never_waited_for,
    },
    Fault {
        what_fails: "no more files can be opened",
        must_happen: "`error bad-value` for a file; everything else is answered",
        check: engine_works_without_more_files,
    },
    Fault {
        what_fails: "memory is limited to 1 GB, `Hash` and `Threads` set to the most",
        must_happen: "smaller tables and fewer threads, one warning, every answer, status 0",
        check: largest_hash_and_most_threads_become_smaller_instead_of_an_abort,
    },
    Fault {
        what_fails: "threads are refused",
        must_happen: "fewer threads, every answer, status 0",
        check: threads_that_cannot_be_had_are_left_out,
    },
    Fault {
        what_fails: "no thread can be had at all",
        must_happen: "one line on stderr, status 2",
        check: engine_ends_with_an_error_if_no_thread_reads,
    },
    Fault {
        what_fails: "one processor for two busy neighbours and a search of four threads",
        must_happen: "every search answers a legal move, in every game",
        check: busy_processor_is_shared,
    },
];

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

fn status_of(child: Child, context: &str) -> Option<i32> {
    end_of(child, context).code()
}

/// Waits for the end; fails if it does not come.
fn end_of(mut child: Child, context: &str) -> ExitStatus {
    for _ in 0..6_000 {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        thread::sleep(Duration::from_millis(10));
    }
    drop(child.kill());
    panic!("{context}: the engine goes on");
}

fn full_disk_is_an_error_in_every_mode() {
    for (args, input) in [
        (&[] as &[&str], "legal\n"),
        (&[], "go depth 3\nquit\n"),
        (&["-c", "legal"], ""),
        (&["--help"], ""),
        (&["--version"], ""),
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

fn unreadable_input_is_an_error_in_every_mode() {
    for args in ["", "--dialect ubgi", "batch --game connect4", "harness", "play connect4"] {
        for level in ["off", "warn"] {
            let line = format!("RUST_LOG={level} exec \"$0\" {args} </ 2>&1 >/dev/null");
            let (said, status) = run_by_shell(&line, "");
            assert_eq!(status, Some(2), "{args}: {said}");
            assert!(said.starts_with("error: cannot read"), "{args}: {said}");
            assert_eq!(said.lines().count(), 1, "{args}: {said}");
        }
    }
}

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
fn each_fault_ends_as_the_table_says() {
    let failed: Vec<&str> = thread::scope(|scope| {
        let start = |row: &'static Fault| {
            let builder = thread::Builder::new().name(row.what_fails.to_owned());
            (row.what_fails, builder.spawn_scoped(scope, row.check).expect("a thread"))
        };
        let checks: Vec<_> = FAULTS.iter().map(start).collect();
        checks.into_iter().filter_map(|(fault, check)| check.join().err().map(|_| fault)).collect()
    });
    assert_eq!(failed, [""; 0]);
}

#[test]
fn security_md_has_the_table() {
    let page = read_to_string("SECURITY.md").expect("the page");
    for Fault { what_fails, must_happen, .. } in &FAULTS {
        let row = format!("| {what_fails} | {must_happen} |");
        assert!(page.contains(&row), "SECURITY.md has no row {row}");
    }
}

/// Sends a signal to a process.
fn signal(name: &str, pid: u32) {
    let status = Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status();
    assert!(status.expect("kill").success(), "kill -{name}");
}

/// Runs the binary by a line of the shell, with the binary as `$0`.
fn run_by_shell(line: &str, input: &str) -> (String, Option<i32>) {
    let mut child = Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_parlour")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("a pipe");
    let out = child.wait_with_output().expect("an end");
    (String::from_utf8(out.stdout).expect("answers in UTF-8"), out.status.code())
}

fn answers_wait_for_their_reader() {
    const LINES: usize = 60_000;
    let mut child = start(&[], Stdio::piped());
    let (mut stdin, mut stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take());
    let writer = thread::spawn(move || {
        stdin.write_all("legal\n".repeat(LINES).as_bytes()).expect("a pipe");
    });
    let memory = || {
        let status = read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
        line.split_whitespace().nth(1).expect("a number").parse::<u64>().expect("a number")
    };
    // Until it sleeps, with its pipe full and its queue full.
    let is_asleep = || {
        let stat = read_to_string(format!("/proc/{}/stat", child.id())).expect("a process");
        stat.contains(") S ")
    };
    let mut quiet = 0;
    while quiet < 30 {
        quiet = if is_asleep() { quiet + 1 } else { 0 };
        thread::sleep(Duration::from_millis(10));
    }
    assert!(!writer.is_finished(), "the engine has read on");
    assert!(memory() < 100 << 10, "{} KiB", memory());
    let mut answers = String::new();
    stdout.as_mut().expect("a pipe").read_to_string(&mut answers).expect("answers");
    assert_eq!(answers.lines().filter(|line| *line == "legal 1 2 3 4 5 6 7").count(), LINES);
    writer.join().expect("everything was read");
    assert_eq!(status_of(child, "a reader that comes back"), Some(0));
}

fn half_a_line_waits_for_its_end() {
    let mut engine = Engine::start(&[]);
    engine.send("newgame connect5\ngo infinite\nsto");
    assert!(engine.next_line().expect("an info line").starts_with("info "));
    engine.send("p\r\nleg");
    while !engine.next_line().expect("an answer").starts_with("bestmove ") {}
    engine.send("al\n");
    assert!(engine.next_line().expect("an answer").starts_with("legal "));
    assert_eq!(engine.finish().status, 0);
}

fn line_without_an_end_is_executed() {
    for (input, last) in [("isready", "readyok\n"), ("legal\nmove 9", "error illegal-move ")] {
        let out = run(&[], input);
        let said = out.stdout.lines().last().map(|line| format!("{line}\n")).unwrap_or_default();
        assert!(said.starts_with(last) && out.status == 0, "{input} {out:?}");
    }
}

fn signals_end_it() {
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        for lines in ["", "newgame sticks\ngo infinite\n", "perft 30\n"] {
            // Whoever started this test may have let the system ignore the signal.
            let mut child = Command::new("env")
                .args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_parlour")])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the binary starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(format!("isready\n{lines}").as_bytes()).expect("a pipe");
            // It has begun when it answers: `env` ends by a signal in the same way.
            let mut answer = [0; 8];
            child.stdout.as_mut().expect("a pipe").read_exact(&mut answer).expect("an answer");
            signal(name, child.id());
            let status = end_of(child, name);
            assert_eq!(status.signal(), Some(number), "{name} {lines}");
        }
    }
}

fn suspended_search_answers_when_continued() {
    for entry in GAMES {
        let mut engine = Engine::start(&[]);
        let dice = if entry.description.has_dice { "dice 3 1\n" } else { "" };
        engine.send(format!("newgame {}\n{dice}go movetime 100\n", entry.name));
        signal("STOP", engine.pid());
        thread::sleep(Duration::from_millis(300));
        signal("CONT", engine.pid());
        while !engine.next_line().expect("an answer").starts_with("bestmove ") {}
        engine.send(format!("go movetime 20\n{dice}isready\n"));
        let out = engine.finish();
        assert!(out.stdout.contains("bestmove ") && out.stdout.contains("readyok\n"), "{out:?}");
        assert_eq!(out.status, 0, "{}", entry.name);
    }
}

fn only_the_monotonic_clock_is_read() {
    let found = Command::new("grep").args(["-rn", "SystemTime\\|UNIX_EPOCH", "src"]).output();
    let found = String::from_utf8(found.expect("grep").stdout).expect("text");
    assert_eq!(found, "", "the system's clock may jump");
}

fn log_that_cannot_be_written_changes_nothing() {
    let lines = "newgame sticks\nbogus\ngo depth 2\nfen\n";
    let (quiet, _) = run_by_shell("RUST_LOG=off exec \"$0\"", lines);
    for stderr in ["2>/dev/full", "2>&-"] {
        let (answers, status) =
            run_by_shell(&format!("RUST_LOG=trace exec \"$0\" {stderr}"), lines);
        let finals = |answers: &str| -> Vec<String> {
            let is_kept = |line: &&str| !line.starts_with("info ");
            answers.lines().filter(is_kept).map(str::to_owned).collect()
        };
        assert_eq!((finals(&answers), status), (finals(&quiet), Some(0)), "{stderr}");
    }
}

fn engine_works_without_more_files() {
    let mut engine = Engine::start(&[]);
    engine.send("isready\n");
    assert_eq!(engine.next_line().as_deref(), Some("readyok\n"));
    let pid = engine.pid().to_string();
    let limited = Command::new("prlimit").args(["--nofile=3:3", "--pid", &pid]).status();
    assert!(limited.expect("prlimit").success());
    engine.send(
        "newgame sticks\nsetoption name LogFile value target/none.log\n\
         setoption name StyleFile value Cargo.toml\ngo depth 2\nisready\n",
    );
    let out = engine.finish();
    assert_eq!(out.stdout.matches("error bad-value ").count(), 2, "{out:?}");
    assert!(out.stdout.contains("\nbestmove ") && out.stdout.contains("readyok\n"), "{out:?}");
    assert_eq!(out.status, 0);
}

/// What the engine answers under a limit of address space in KiB, and its exit status.
fn run_with_little_memory(kib: u64, lines: &str) -> (String, Option<i32>) {
    run_by_shell(&format!("ulimit -v {kib} && RUST_LOG=off exec \"$0\""), lines)
}

fn largest_hash_and_most_threads_become_smaller_instead_of_an_abort() {
    for entry in GAMES {
        let dice = if entry.description.has_dice { "dice 3 1\n" } else { "" };
        let name = entry.name;
        let lines = format!(
            "newgame {name}\nsetoption name Hash value 65536\nsetoption name Threads value 1024\n\
             {dice}go movetime 50\nnewgame\n{dice}go movetime 50\nperft 2\nisready\n"
        );
        let (answers, status) = run_with_little_memory(1_000_000, &lines);
        let chosen = answers.lines().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!((chosen, status), (2, Some(0)), "{name}: {answers}");
        assert!(!answers.contains("error"), "{name}: {answers}");
        assert!(answers.contains("readyok\n"), "{name}: {answers}");
    }
}

fn threads_that_cannot_be_had_are_left_out() {
    let lines = "newgame sticks\nsetoption name Threads value 1024\nperft 4\ngo movetime 50\n";
    let (answers, status) = run_with_little_memory(700_000, lines);
    assert!(answers.contains("perft 4 ") && answers.contains("bestmove "), "{answers}");
    assert_eq!(status, Some(0));
}

fn engine_ends_with_an_error_if_no_thread_reads() {
    let mut refused = 0;
    // Between too little memory to begin and enough for all, there is too little for a thread alone.
    for kib in (4_000..200_000).step_by(250) {
        let shell = format!("ulimit -v {kib} && exec \"$0\" -c isready 2>&1");
        let (answers, status) = run_by_shell(&shell, "");
        assert!(!answers.contains("panicked"), "{kib} KiB: {answers}");
        if answers.starts_with("error: cannot start a thread for the input: ") {
            assert_eq!((answers.lines().count(), status), (1, Some(2)), "{answers}");
            refused += 1;
        }
        if answers == "readyok\n" {
            break;
        }
    }
    assert!(refused > 0, "no amount of memory was too little for a thread alone");
}

fn busy_processor_is_shared() {
    for entry in GAMES {
        let dice = if entry.description.has_dice { "dice 3 1\n" } else { "" };
        let lines = format!(
            "newgame {}\nsetoption name Threads value 4\n{dice}legal\n{}isready\n",
            entry.name,
            "go movetime 20\n".repeat(3)
        );
        let shell = "core=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//'); \
                     (while :; do :; done) & one=$!; (while :; do :; done) & two=$!; \
                     taskset -cp \"$core\" $one >/dev/null; taskset -cp \"$core\" $two >/dev/null; \
                     taskset -c \"$core\" \"$0\"; status=$?; kill $one $two; exit $status";
        let (answers, status) = run_by_shell(shell, &lines);
        let legal = answers.lines().find_map(|line| line.strip_prefix("legal ")).expect("moves");
        let moves: Vec<&str> =
            answers.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        assert!(moves.iter().all(|m| legal.split(' ').any(|known| known == *m)), "{answers}");
        assert_eq!((moves.len(), status), (3, Some(0)), "{}: {answers}", entry.name);
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
