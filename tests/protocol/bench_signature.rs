//! The node counts of `bench`: any change of a search or of the rules shows up here.
//!
//! When the change is meant, write the new signature down and say so in the commit:
//! `PARLOUR_BENCH=write cargo test --test protocol signature`.

use std::path::Path;
use std::{env, fs};

use parlour::games::GAMES;

use crate::engine::run;

/// The lines of `bench` without the speeds.
fn signature(stdout: &str) -> String {
    let mut lines = String::new();
    for line in stdout.lines() {
        let (front, speed) = line.rsplit_once(' ').expect("bench <game> <nodes> <nps>");
        assert!(speed.parse::<u64>().is_ok(), "{line}");
        lines.push_str(front);
        lines.push('\n');
    }
    lines
}

fn is_written_anew() -> bool {
    env::var("PARLOUR_BENCH").is_ok_and(|value| value == "write")
}

#[test]
fn bench_counts_the_nodes_that_are_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench.txt");
    let out = run(&["bench"], "");
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    let found = signature(&out.stdout);
    if is_written_anew() {
        fs::write(&path, &found).expect("the file can be written");
    }
    let known = fs::read_to_string(&path).expect("tests/bench.txt");
    assert_eq!(
        found, known,
        "if this is meant: PARLOUR_BENCH=write cargo test --test protocol signature"
    );
}

#[test]
fn bench_of_all_is_the_sum_and_leaves_the_session_as_it_was() {
    if is_written_anew() {
        return;
    }
    let known = include_str!("../bench.txt");
    let nodes = |line: &str| -> u64 {
        line.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a number")
    };
    let (games, all): (Vec<&str>, Vec<&str>) =
        known.lines().partition(|line| !line.starts_with("bench all "));
    assert_eq!(games.len(), GAMES.len());
    assert_eq!(games.iter().map(|line| nodes(line)).sum::<u64>(), nodes(all[0]));
    let game = GAMES[0].name;
    let input =
        format!("newgame {game}\nsetoption name Level value 3\nmove 4\nbench {game}\nfen\n");
    let out = run(&[], input);
    let lines: Vec<&str> = out.stdout.lines().collect();
    assert_eq!(signature(&lines[..1].join("\n")).trim_end(), games[0]);
    assert!(lines[1].starts_with("bench all ") && lines[2].starts_with("fen "), "{lines:?}");
}
