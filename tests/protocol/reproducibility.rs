//! The same lines give the same bytes, times aside, wherever limits are nodes or depth.

use parlour::games::GAMES;
use parlour::protocol::session::open_game;

use crate::engine::run;

/// The text without the numbers after `time` and `nps`.
fn without_times(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut before = "";
        for word in line.split(' ') {
            let is_time = matches!(before, "time" | "nps");
            out.push_str(if is_time { "_" } else { word });
            out.push(' ');
            before = word;
        }
        out.push('\n');
    }
    out
}

/// A dialogue with every player of the game, from the start and from a later position.
fn dialogue(game: &str, players: &[&str], limit: &str) -> String {
    let mut input = format!("newgame {game}\nsetoption name Seed value 5\n");
    for player in players {
        input.push_str("newgame\nroll\n");
        let search = format!("roll\ngo player {player} {limit}\nfen\n");
        input.push_str(&search.repeat(3));
        input.push_str("legal\nshow\neval\nhistory\n");
    }
    input
}

fn players_of(entry: &parlour::host::GameEntry) -> Vec<&'static str> {
    open_game(entry, &[]).expect("a table").players()
}

#[test]
fn same_lines_give_the_same_bytes() {
    for entry in GAMES {
        for limit in ["nodes 3000", "depth 2", "depth 3 nodes 1000"] {
            let input = dialogue(entry.name, &players_of(entry), limit);
            let first = run(&[], input.clone());
            assert_eq!((first.status, first.stderr.as_str()), (0, ""), "{}", entry.name);
            assert!(first.stdout.contains("\nbestmove "), "{}", entry.name);
            let second = run(&[], input);
            assert_eq!(without_times(&first.stdout), without_times(&second.stdout));
        }
    }
}

#[test]
fn new_game_forgets_what_was_searched_before() {
    for entry in GAMES {
        for player in players_of(entry) {
            let game = "setoption name Seed value 5\n\
                 newgame\nroll\ngo player PLAYER nodes 2000\ngo player PLAYER nodes 500\nfen\n"
                .replace("PLAYER", player);
            let start = format!("newgame {}\n", entry.name);
            let once = without_times(&run(&[], format!("{start}{game}")).stdout);
            let thrice = without_times(&run(&[], format!("{start}{}", game.repeat(3))).stdout);
            assert_eq!(thrice, once.repeat(3), "{} {player}", entry.name);
        }
    }
}

#[test]
fn explain_is_the_same_at_every_level() {
    for entry in GAMES {
        let positions = entry.bench.positions.lines().filter(|line| !line.starts_with('#'));
        for position in positions.take(3) {
            let lines = |level: u32| {
                let start = format!("newgame {}\nsetoption name Seed value 5\n", entry.name);
                let level = format!("setoption name Level value {level}\n");
                // At level 0 three moves of five are drawn at random.
                let explain = "explain nodes 300\n".repeat(4);
                run(&[], format!("{start}{level}position fen {position}\n{explain}")).stdout
            };
            assert_eq!(lines(0), lines(20), "{} {position}", entry.name);
        }
    }
}

#[test]
fn other_games_between_change_nothing() {
    let first = GAMES[0].name;
    let search = format!("newgame {first}\ngo nodes 3000\n");
    let alone = without_times(&run(&[], search.clone()).stdout);
    for entry in GAMES {
        let before =
            format!("newgame {}\nroll\ngo nodes 50\nperft 1\nbench nonsense\n", entry.name);
        let out = without_times(&run(&[], format!("{before}{search}")).stdout);
        assert!(out.ends_with(&alone), "{}", entry.name);
    }
}

/// Lines for `batch`: the bench positions, bad lines, blank lines, comments after a tab.
fn batch_lines(entry: &parlour::host::GameEntry) -> String {
    let positions = entry.bench.positions.lines().filter(|line| !line.starts_with('#'));
    let mut lines = String::new();
    for (i, position) in positions.enumerate() {
        lines.push_str(position);
        lines.push_str(["\n", "\tafter a tab\n", "\r\n", "\n\n", "\nnonsense here\n"][i % 5]);
    }
    lines.repeat(4)
}

#[test]
fn batch_answers_the_same_on_any_number_of_threads() {
    for entry in GAMES {
        let lines = batch_lines(entry);
        for extra in [&["--nodes", "300"][..], &["--depth", "1", "--json"]] {
            let with_jobs = |jobs| {
                let args = [&["batch", "--game", entry.name, "--jobs", jobs], extra].concat();
                run(&args, lines.clone())
            };
            let one = with_jobs("1");
            assert_eq!((one.status, one.stderr.as_str()), (0, ""), "{}", entry.name);
            assert_eq!(one.stdout.lines().count(), lines.lines().count(), "{}", entry.name);
            assert_eq!(with_jobs("2"), one, "{}", entry.name);
            assert_eq!(with_jobs("4"), one, "{}", entry.name);
            // Each answer depends on its own line alone.
            let quarter = one.stdout.len() / 4;
            assert_eq!(one.stdout[..quarter].repeat(4), one.stdout, "{}", entry.name);
        }
    }
}
