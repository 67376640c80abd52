//! What all games share has no list of the games, to which a new one would have to be added.

use std::fs;

use parlour::games::GAMES;

use crate::source_tree::{files_below, root};

/// Lines that are taken together: a list of the games fits into as many.
const WINDOW: usize = 8;
/// Lines that name as many games close together are a list; all games, if there are fewer.
const LIST: usize = 4;

/// Tests that name as many games close together, and why a new game need not be added.
const SAMPLES: [(&str, &str); 4] = [
    ("tests/protocol/play.rs", "texts of four games; another test checks every game's"),
    ("tools/tests/test_analyse.py", "moves whose losses are compared"),
    ("tools/tests/test_record_writers.py", "openings as they are written"),
    (
        "tools/tests/test_arena_report.py",
        "positions to draw; other games are drawn from their start",
    ),
];

/// The lines at which a text begins to name [`LIST`] of these games.
fn lists(text: &str, games: &[&str]) -> Vec<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let lines: Vec<Vec<&str>> =
        text.lines().map(|line| line.split(|c| !is_part(c)).collect()).collect();
    let is_named =
        |window: &[Vec<&str>], game: &&str| window.iter().any(|line| line.contains(game));
    let is_list = |window: &[Vec<&str>]| {
        games.iter().filter(|game| is_named(window, game)).count() >= LIST.min(games.len())
    };
    let starts = (0..lines.len()).map(|at| &lines[at..lines.len().min(at + WINDOW)]);
    (1..).zip(starts).filter(|(_, window)| is_list(window)).map(|(number, _)| number).collect()
}

#[test]
fn no_shared_file_has_a_list_of_the_games() {
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    let mut found = Vec::new();
    for folder in ["tests", "tools", "examples"] {
        for ending in ["rs", "py", "js", "ts", "sh", "toml", "json"] {
            for path in files_below(&root().join(folder), ending) {
                let place = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
                let text = fs::read_to_string(&path).expect("a text");
                let is_sample = SAMPLES.iter().any(|(sample, _)| *sample == place);
                let first = lists(&text, &games).first().copied();
                assert!(!is_sample || first.is_some(), "{place} is no exception any more");
                found.extend(first.filter(|_| !is_sample).map(|line| format!("{place}:{line}")));
            }
        }
    }
    assert_eq!(found, [""; 0], "take the games from the command `games` or from `GAMES`");
}

#[test]
fn a_list_is_found_on_one_line_and_on_several() {
    let games = ["chess", "go"];
    assert_eq!(lists("for game in (\"go\", \"chess\"):", &games), [1]);
    assert_eq!(lists("a\n[\"newgame go\"],\n[\"newgame chess\"],\nb", &games), [1, 2]);
    assert_eq!(lists("go\n\n\n\n\n\n\n\nchess", &games), [0; 0]);
    assert_eq!(lists("chess(going)", &games), [0; 0]);
}

#[test]
fn list_of_four_games_is_found_when_there_is_a_fifth() {
    let games = ["chess", "go", "shogi", "hex", "reversi"];
    assert_eq!(lists("chess, go, shogi, hex", &games), [1]);
    assert_eq!(lists("chess, go, shogi", &games), [0; 0]);
}
