//! The node counts of `bench`: any change of a search or of the rules shows up here.
//!
//! Each game has its count in the file `bench_signature.txt` of its folder. When the change is meant, write
//! the new signature down and say so in the commit:
//! `PARLOUR_BENCH=write cargo test --test protocol signature`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use parlour::games::GAMES;

use crate::engine::run;

/// The name and the nodes of a line of `bench`.
fn count(line: &str) -> (&str, u64) {
    let words: Vec<&str> = line.split(' ').collect();
    let &["bench", name, nodes, speed] = words.as_slice() else { panic!("{line}") };
    assert!(speed.parse::<u64>().is_ok(), "{line}");
    (name, nodes.parse().expect("a number of nodes"))
}

/// The file of a game's signature.
fn path(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(game).join("bench_signature.txt")
}

/// What is written down for a game.
fn written_signature(game: &'static str) -> (&'static str, u64) {
    let text =
        fs::read_to_string(path(game)).expect("a bench_signature.txt in the folder of the game");
    (game, text.trim_end().parse().expect("a number of nodes"))
}

fn is_written_anew() -> bool {
    env::var("PARLOUR_BENCH").is_ok_and(|value| value == "write")
}

#[test]
fn bench_counts_the_nodes_that_are_written_down() {
    let out = run(&["bench"], "");
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    let found: Vec<_> = out.stdout.lines().map(count).collect();
    let (all, games) = found.split_last().expect("the sum");
    assert_eq!(*all, ("all", games.iter().map(|(_, nodes)| nodes).sum()));
    if is_written_anew() {
        for (game, nodes) in games {
            fs::write(path(game), format!("{nodes}\n")).expect("the file can be written");
        }
    }
    let known: Vec<_> = GAMES.iter().map(|entry| written_signature(entry.name)).collect();
    assert_eq!(
        games, known,
        "if this is meant: PARLOUR_BENCH=write cargo test --test protocol signature"
    );
}

#[test]
fn bench_of_one_game_leaves_the_session_as_it_was() {
    if is_written_anew() {
        return;
    }
    let game = GAMES[0].name;
    let legal = run(&[], format!("newgame {game}\nlegal\n")).stdout;
    let first_move = format!("move {}\n", legal.split_whitespace().nth(1).expect("a move"));
    let input =
        format!("newgame {game}\nsetoption name Level value 3\n{first_move}bench {game}\nfen\n");
    let out = run(&[], input);
    let lines: Vec<&str> = out.stdout.lines().collect();
    assert_eq!(count(lines[0]), written_signature(game));
    assert_eq!(count(lines[1]), ("all", written_signature(game).1));
    assert!(lines[2].starts_with("fen "), "{lines:?}");
}
