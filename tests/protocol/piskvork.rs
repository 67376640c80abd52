//! The dialect of Gomocup's managers, where a transcript cannot say it.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use crate::engine::{Engine, run};

/// What is said but for what is only meant for people.
fn answers(stdout: &str) -> Vec<&str> {
    stdout.lines().filter(|line| !line.starts_with("MESSAGE ")).collect()
}

fn is_cell(answer: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    answer.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y))
}

#[test]
fn lines_end_in_any_of_three_ways() {
    let lines =
        ["START 15", "INFO timeout_turn 1", "PLAY 7,7", "", "TAKEBACK 7,7", "what", "ABOUT"];
    let plain = run(&[], lines.join("\n") + "\n");
    assert_eq!(answers(&plain.stdout).len(), 5);
    for ending in ["\r\n", "\r", "\n\r"] {
        assert_eq!(run(&[], lines.join(ending) + ending), plain, "{ending:?}");
        assert_eq!(run(&[], lines.join(ending)), plain, "{ending:?}");
    }
}

#[test]
fn path_in_another_encoding_is_ignored_like_every_key_that_is_not_known() {
    let path = b"INFO folder C:\\Users\\Bj\xf6rn\x01\r\n";
    for (before, after) in [
        ("", "START 15\r\nINFO timeout_turn 0\r\nTURN 7,7\r\n"),
        ("START 15\r\nINFO timeout_turn 0\r\n", "TURN 7,7\r\n"),
        ("START 15\r\nINFO timeout_turn 0\r\nBOARD\r\n7,7,2\r\n", "DONE\r\n"),
    ] {
        let out = run(&[], [before.as_bytes(), path, after.as_bytes()].concat());
        let said = answers(&out.stdout);
        assert!(said.len() == 2 && said[0] == "OK" && is_cell(said[1]), "{said:?}");
    }
}

#[test]
fn first_lines_of_graphical_front_ends_choose_the_dialect() {
    for first in ["info show_detail 1", "yxshowinfo", "YXSHOWINFO", "start 15"] {
        let out = run(&[], format!("{first}\nstart 15\ninfo timeout_turn 0\nbegin\n"));
        assert!(answers(&out.stdout).ends_with(&["OK", "7,7"]), "{first}: {}", out.stdout);
    }
}

#[test]
fn what_info_says_is_no_answer_to_the_next_line() {
    let out = run(&[], "START 15\nINFO timeout_turn 0\nINFO Level 99\nBEGIN\n");
    assert!(out.stdout.contains("MESSAGE option Level takes "), "{}", out.stdout);
    assert_eq!(answers(&out.stdout), ["OK", "7,7"]);
}

#[test]
fn answers_come_after_a_carriage_return_too() {
    let mut engine = Engine::start(&[]);
    engine.send("START 20\r");
    assert_eq!(engine.next_line().as_deref(), Some("OK\n"));
    engine.send("RESTART\r");
    assert_eq!(engine.next_line().as_deref(), Some("OK\n"));
    engine.send("\nEND\r");
    assert_eq!(engine.finish().status, 0);
}

#[test]
fn nothing_is_dropped_while_the_engine_thinks() {
    let mut engine = Engine::start(&[]);
    engine.send("START 15\nINFO timeout_turn 600000\nBOARD\n7,7,1\n0,0,2\n9,9,1\n3,0,2\nDONE\n");
    assert_eq!(engine.next_line().as_deref(), Some("OK\n"));
    let thought = engine.next_line().expect("a line of thought");
    assert!(thought.starts_with("MESSAGE depth "), "{thought}");
    // TURN takes a cell that the engine leaves alone: the far corner.
    engine.send("TURN 14,14\nTAKEBACK 14,14\nABOUT\nINFO rule 0\nYXSTOP\nRESTART\n");
    let out = engine.finish();
    let said = answers(&out.stdout);
    let [first, second, back, about, again] = said.as_slice() else { panic!("{said:?}") };
    assert!(is_cell(first) && is_cell(second), "{said:?}");
    assert_eq!((*back, *again), ("OK", "OK"));
    assert!(about.starts_with("name=\"Parlour\", version="), "{about}");
}

#[test]
fn end_ends_a_search_at_once_and_without_an_answer() {
    for lines in [&["END"] as &[&str], &["ABOUT", "TURN 14,14", "End"], &["END", "ABOUT"]] {
        let mut engine = Engine::start(&[]);
        engine
            .send("START 15\nINFO timeout_turn 600000\nBOARD\n7,7,1\n0,0,2\n9,9,1\n3,0,2\nDONE\n");
        engine.next_line();
        let thought = engine.next_line().expect("a line of thought");
        assert!(thought.starts_with("MESSAGE depth "), "{thought}");
        engine.send(lines.join("\n") + "\n");
        let out = engine.finish();
        assert!(answers(&out.stdout).is_empty() && out.status == 0, "{out:?}");
    }
}

#[test]
fn end_leaves_what_was_answered_and_silences_searches_that_were_not() {
    let said = run(&[], "START 15\nPLAY 7,7\nTAKEBACK 1,1\nEND\nABOUT\n");
    assert_eq!(said.stdout, "OK\n7,7\nERROR there is no stone on that cell\n");
    assert_eq!(run(&[], "START 15\nBOARD\n7,7,7\nEND\nABOUT\n").stdout, "OK\n");
    let swap = "SWAP2BOARD\n7,7\n0,0\n0,2\nDONE\n";
    for search in ["BEGIN\n", "BEGIN\nABOUT\n", swap, "YXNBEST 3\nBEGIN\n"] {
        let said = run(&[], format!("START 15\nINFO timeout_turn 600000\n{search}END\n"));
        assert_eq!((answers(&said.stdout), said.status), (vec!["OK"], 0), "{search}");
    }
}

#[test]
fn end_of_input_lets_the_engine_answer_what_was_asked() {
    let said = run(&[], "START 15\nINFO timeout_turn 20\nPLAY 7,7\nBEGIN\nTURN 0,0\nABOUT");
    let said = answers(&said.stdout);
    let [ok, own, cell, next, about] = said.as_slice() else { panic!("{said:?}") };
    assert_eq!((*ok, *own), ("OK", "7,7"));
    assert!(is_cell(cell) && is_cell(next) && about.starts_with("name="), "{said:?}");
}

#[test]
fn whole_games_are_played_under_every_rule() {
    for (rule, size) in [(0, 15), (1, 20), (4, 15), (0, 5)] {
        let mut engine = Engine::start(&[]);
        engine.send(format!("START {size}\nINFO rule {rule}\nINFO max_node 60\nBEGIN\n"));
        assert_eq!(engine.next_line().as_deref(), Some("OK\n"));
        let mut cells: Vec<String> = Vec::new();
        // The engine is its own opponent: each answer is taken back and imposed again, so that
        // the next search is for the other side.
        for ply in 0..size * size {
            let mut answer = engine.next_line().expect("an answer");
            while answer.starts_with("MESSAGE ") {
                answer = engine.next_line().expect("an answer");
            }
            let cell = answer.trim_end().to_owned();
            if cell == "ERROR the game is over" {
                assert!(ply > 8, "nine plies make a five");
                break;
            }
            assert!(is_cell(&cell) && !cells.contains(&cell), "rule {rule}: {cell}, {cells:?}");
            engine.send(format!("TAKEBACK {cell}\nPLAY {cell}\nBEGIN\n"));
            assert_eq!(engine.next_line().as_deref(), Some("OK\n"));
            assert_eq!(engine.next_line().map(|line| line.trim_end() == cell), Some(true));
            cells.push(cell);
        }
        assert_eq!(engine.finish().status, 0);
    }
}

/// The most memory that a process has had so far, in bytes; only where the system has it.
fn most_memory(engine: &Engine) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.pid())).ok()?;
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(most.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

#[test]
fn memory_stays_within_what_the_manager_grants() {
    for (most, threads, rule) in [(80 << 20, 1, 0), (40 << 20, 8, 1), (18 << 20, 4, 4)] {
        let mut engine = Engine::start(&[]);
        let terms = format!("INFO max_memory {most}\nINFO thread_num {threads}\nINFO rule {rule}");
        // Several threads search where no number of nodes is kept.
        let limit = if threads == 1 { "INFO max_node 40000" } else { "INFO max_depth 8" };
        engine.send(format!("START 20\n{terms}\n{limit}\nBEGIN\n"));
        for _ in 0..12 {
            let mut answer = engine.next_line().expect("an answer");
            while !is_cell(answer.trim_end()) {
                assert!(!answer.starts_with("ERROR"), "{answer}");
                answer = engine.next_line().expect("an answer");
            }
            engine.send("BEGIN\n");
        }
        let memory = most_memory(&engine);
        assert!(memory.is_none_or(|bytes| bytes <= most), "{memory:?} of {most} bytes");
        engine.send("END\n");
        assert_eq!(engine.finish().status, 0);
    }
}

/// Three or five stones, with the answer to them.
fn swap2(stones: &[&str], more: &str) -> Vec<String> {
    let list = stones.join("\n");
    let lines =
        format!("START 15\nINFO Seed 1\nINFO max_node 1500\nSWAP2BOARD\n{list}\nDONE\n{more}");
    let said = run(&[], lines);
    answers(&said.stdout).into_iter().skip(1).map(str::to_owned).collect()
}

#[test]
fn openings_that_are_offered_follow_the_seed() {
    let offers = |seed: u64| {
        let ask = "SWAP2BOARD\nDONE\n".repeat(6);
        let said = run(&[], format!("START 15\nINFO Seed {seed}\n{ask}"));
        answers(&said.stdout).into_iter().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, two) = (offers(1), offers(2));
    assert!(one == offers(1) && one != two, "{one:?} {two:?}");
    for offer in one.iter().chain(&two) {
        let cells: BTreeSet<&str> = offer.split(' ').filter(|cell| is_cell(cell)).collect();
        assert_eq!(cells.len(), 3, "{offer}");
    }
    assert!(one.iter().collect::<BTreeSet<_>>().len() > 3, "{one:?}");
}

#[test]
fn after_three_stones_a_side_is_taken_or_two_stones_are_put() {
    // Two stones in the open against one in the corner, and none but a corner stone that is whole.
    assert_eq!(swap2(&["7,7", "0,0", "8,7"], ""), ["SWAP"]);
    let taken = swap2(&["0,0", "7,7", "14,14"], "TAKEBACK 7,7\n");
    assert!(taken.len() == 2 && is_cell(&taken[0]) && taken[1] == "OK", "{taken:?}");
    let said = run(&[], format!("START 15\nINFO Seed 1\n{}", "SWAP2BOARD\nDONE\n".repeat(16)));
    let offers: BTreeSet<&str> = answers(&said.stdout).into_iter().skip(1).collect();
    let mut puts = 0;
    for offer in offers {
        let stones: Vec<&str> = offer.split(' ').collect();
        let answer = swap2(&stones, "").concat();
        let Some((fourth, fifth)) = answer.split_once(' ') else {
            assert!(answer == "SWAP" || is_cell(&answer), "{offer}: {answer}");
            continue;
        };
        puts += 1;
        let all: BTreeSet<&str> = stones.iter().copied().chain([fourth, fifth]).collect();
        assert!(all.len() == 5 && all.iter().all(|cell| is_cell(cell)), "{offer}: {answer}");
        // All five lie on the board, and Second is to move.
        let back = format!("TAKEBACK {fourth}\nPLAY {fourth}\nTAKEBACK {fifth}\nPLAY {fifth}\n");
        let more = swap2(&stones, &back);
        assert_eq!(more[1..], ["OK", fourth, "OK", fifth], "{offer}");
    }
    assert!(puts > 0, "none of our own openings is even enough");
}

#[test]
fn engines_side_by_side_know_nothing_of_each_other() {
    const LINES: &str = "START 15\r\nINFO timeout_turn 600000\r\nBEGIN\r\nTURN 0,0\r\n";
    let mut gone = spawn_with_pipes(Path::new(env!("CARGO_BIN_EXE_parlour")), &[]);
    let mut stdin = gone.stdin.take().expect("a pipe");
    stdin.write_all(LINES.as_bytes()).expect("it reads");
    let mut left = Engine::start(&[]);
    left.send(LINES);
    assert_eq!(left.next_line().as_deref(), Some("OK\n"));
    left.next_line().expect("a line of thought");
    gone.kill().expect("it runs");
    gone.wait().expect("it has ended");
    left.send("YXSTOP\r\nINFO timeout_turn 1\r\nTURN 14,14\r\n");
    let out = left.finish();
    let said = answers(&out.stdout);
    assert!(said.len() == 3 && said.iter().all(|answer| is_cell(answer)), "{out:?}");
}

#[test]
fn garbage_between_lines_is_refused_line_by_line() {
    let mut engine = Engine::start(&[]);
    engine.send("START 15\r\nPLAY 7,7\r\n");
    let long = "z".repeat(70_000);
    for garbage in [b"\xff\xfe\r\n" as &[u8], b"a\0b\n", b"\x1b[A\r\n", long.as_bytes(), b"\n"] {
        engine.send(garbage);
    }
    engine.send("TURN \r\nTURN 7,7\r\nTURN 99999999999999999999,1\r\nPLAY 7,7\r\nTAKEBACK 7,7\r\n");
    let out = engine.finish();
    let said = answers(&out.stdout);
    assert_eq!(said[..2], ["OK", "7,7"]);
    assert_eq!(said.len(), 11, "{said:?}");
    let refused = |line: &&str| line.starts_with("ERROR ") || line.starts_with("UNKNOWN ");
    assert!(said[2..10].iter().all(refused) && said[10] == "OK", "{said:?}");
    // In a list they count as one defect, reported at its end.
    let lines = [b"START 15\nBOARD\n7,7,1\n" as &[u8], b"\xff\n", b"DONE\nPLAY 7,7\n"].concat();
    let said = run(&[], lines).stdout;
    let said: Vec<&str> = said.lines().collect();
    assert!(said.len() == 3 && refused(&said[1]) && said[2] == "7,7", "{said:?}");
}

/// A program with pipes.
fn spawn_with_pipes(program: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(program);
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// What a program says to these lines.
fn said_by(program: &Path, args: &[&str], lines: &str) -> String {
    let mut child = spawn_with_pipes(program, args);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(lines.as_bytes()).expect("it reads");
    drop(stdin);
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("UTF-8")
}

#[test]
fn under_a_brains_name_the_program_speaks_the_brains_dialect() {
    let plain = Path::new(env!("CARGO_BIN_EXE_parlour"));
    let named = |name: &str| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(file)
    };
    let (link, copy) = (named("pbrain-parlour"), named("PBrain-x"));
    if link.exists() {
        fs::remove_file(&link).expect("a link of ours");
    }
    fs::hard_link(plain, &link).expect("a link");
    fs::copy(plain, &copy).expect("a copy");
    for program in [&link, &copy] {
        assert_eq!(said_by(program, &[], "begin\n"), "ERROR START must come first\n");
        assert_eq!(said_by(program, &["--dialect", "native"], "isready\n"), "readyok\n");
    }
    assert!(said_by(plain, &[], "begin\n").starts_with("error unknown-command "));
}

#[test]
fn rule_that_refuses_the_stones_changes_nothing() {
    let own = (0..6).map(|y| format!("0,{y},1"));
    let others =
        [[5, 0], [5, 2], [5, 4], [7, 0], [7, 2], [7, 4]].map(|[x, y]| format!("{x},{y},2"));
    let stones: Vec<String> = own.chain(others).collect();
    let lines = format!(
        "START 15\nINFO rule 1\nYXBOARD\n{}\nDONE\nINFO rule 0\nTAKEBACK 5,0\n",
        stones.join("\n")
    );
    let out = run(&[], lines).stdout;
    assert_eq!(answers(&out), ["OK", "OK"]);
    assert!(out.contains("\nMESSAGE ") && !out.contains("ERROR"), "{out}");
}

#[test]
fn refused_setting_within_a_list_does_not_spoil_the_list() {
    let lines = "START 15\nINFO timeout_turn 1\nBOARD\n7,7,2\nINFO Level 99\nDONE\n";
    let out = run(&[], lines).stdout;
    let said = answers(&out);
    assert!(said.len() == 2 && is_cell(said[1]), "{said:?}");
}
