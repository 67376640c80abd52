//! The solver on the sets of positions in `data/connect4_scored_by_parlour`: the scores that it
//! gave when `make_scored_connect4_positions.py` made the sets, kept.

use std::fs::read_to_string;
use std::path::Path;

use parlour::game::Position;
use parlour::games::connect4::{Rack, solver::Solver};

/// The `moves score` lines of a set.
fn positions(name: &str) -> Vec<(Rack, i32, String)> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/connect4_scored_by_parlour");
    let text = read_to_string(folder.join(name)).expect("a set");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (moves, score) = line.split_once(' ').expect("moves and a score");
        let mut rack = Rack::EMPTY;
        for digit in moves.bytes() {
            rack.play(digit - b'1');
        }
        (rack, score.parse().expect("a score"), line.to_owned())
    };
    lines.map(read).collect()
}

/// Solves n positions, spread over a set, with one table for all.
fn solve(name: &str, how_many: usize) {
    let all = positions(name);
    let mut solver = Solver::new(16, 1);
    let step = all.len() / how_many;
    assert!(step > 0, "{name} has {} positions only", all.len());
    for (rack, score, line) in all.iter().step_by(step) {
        let bounds = solver.score(rack, &mut |_| true);
        assert_eq!((bounds.lower, bounds.upper), (*score, *score), "{name}: {line}");
    }
}

#[test]
fn ends_have_their_scores() {
    solve("end_easy.txt", 1000);
}

#[test]
fn middles_have_their_scores() {
    solve("middle_easy.txt", 1000);
    solve("middle_medium.txt", 200);
}

#[test]
fn beginnings_have_their_scores() {
    solve("begin_easy.txt", 200);
    solve("begin_medium.txt", 20);
    solve("begin_hard.txt", 1);
}
