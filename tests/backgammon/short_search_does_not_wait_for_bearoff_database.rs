//! A short search does not wait for the bear-off database, and leaves no trace in later ones.
//!
//! No other test of this binary may use the database: it would be built already.

use parlour::game::Notation;
use parlour::games::backgammon::eval::bearoff::{BearoffDatabase, BearoffSource};
use parlour::games::backgammon::eval::{Evaluator, Nets};
use parlour::games::backgammon::{Backgammon, GameSettings};

use crate::engine::run;

const RACES: [&str; 3] = [
    "XGID=-CBBBC-A----A----b--bcbdb-:0:0:1:31:0:0:0:0:10",
    "XGID=-CCCBBB-----------bbcccb--:0:0:1:31:0:0:0:0:10",
    "XGID=-BBBBB-B-----b-A-b-bcbbb--:0:0:1:31:0:0:0:0:10",
];

#[test]
fn database_is_not_built_for_a_short_search() {
    assert_eq!(BearoffSource::without_waiting(), BearoffSource::Estimate);
    let mut evaluator = Evaluator::new(Nets::built_in());
    evaluator.set_bearoff_source(BearoffSource::without_waiting());
    let start = Backgammon::start(&GameSettings::default());
    for text in RACES {
        let game = start.read_position(text).expect("a position");
        let chances = evaluator.evaluate(game.board());
        assert!((0.02..0.98).contains(&chances.win), "{text}: {chances:?}");
    }
    assert!(!BearoffDatabase::is_built());
    BearoffDatabase::shared();
    assert_eq!(BearoffSource::without_waiting(), BearoffSource::Database);
}

/// The answers to these lines without their times.
fn answers(lines: &str) -> Vec<String> {
    let out = run(&[], format!("newgame backgammon\n{lines}\n"));
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    let mut words: Vec<String> = out.stdout.split_ascii_whitespace().map(str::to_owned).collect();
    for at in 1..words.len() {
        if ["nps", "time"].contains(&words[at - 1].as_str()) {
            words[at].clear();
        }
    }
    words
}

/// The line that begins so, of a fresh process that is asked this.
fn line_of(lines: &str, start: &str) -> String {
    let out = run(&[], format!("newgame backgammon cube on\n{lines}\n"));
    let line = out.stdout.lines().find(|line| line.starts_with(start));
    line.unwrap_or_else(|| panic!("{lines}: {out:?}")).to_owned()
}

#[test]
fn cube_decision_without_time_for_the_database_sees_a_roll_that_wins() {
    let last_roll = "position fen XGID=-B----------------------b-:1:-1:-1:00:0:0:0:0:10";
    let equities = line_of(&format!("{last_roll}\ngo movetime 1"), "info string");
    assert_eq!(equities, "info string no double +1.000, double/take +2.000, double/drop +1.000");
}

/// The equity of the first info line.
fn first_equity(lines: &str) -> String {
    let line = line_of(lines, "info depth 1 ");
    let equity = line.split_once(" equity ").map(|(_, rest)| rest.split(' ').next());
    equity.flatten().expect("an equity").to_owned()
}

#[test]
fn search_with_time_waits_for_the_database_in_a_bearoff() {
    let doubles = "position fen XGID=-BCA-----------------aabb-:0:0:1:00:0:0:0:0:10";
    let [timed, untimed] = ["movetime 60000", "depth 3"]
        .map(|limits| line_of(&format!("{doubles}\ngo {limits}"), "info string"));
    assert_eq!(timed, untimed);
    let play = "position fen XGID=-CCCBB-------------bbccc--:0:0:1:31:0:0:0:0:10";
    let [timed, untimed] = ["p1time 600000 p2time 600000", "depth 1"]
        .map(|limits| first_equity(&format!("{play}\ngo {limits}")));
    assert_eq!(timed, untimed);
}

#[test]
fn short_search_leaves_no_trace_in_the_next() {
    for text in RACES {
        let longer = format!("position fen {text}\ngo depth 2");
        let after_short = answers(&format!("position fen {text}\ngo movetime 1\n{longer}"));
        let alone = answers(&longer);
        assert!(after_short.ends_with(&alone), "{text}\n{after_short:?}\n{alone:?}");
    }
}
