use super::super::cube_context::Aim;
use super::super::lookahead::Look;
use super::mean::Tally;
use super::{BATCH, Field, GROWTH, MOST, Start, due};
use crate::base::Side;
use crate::games::backgammon::Backgammon;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::{Cubes, State};
use crate::games::backgammon::eval::bearoff::BearoffDatabase;
use crate::games::backgammon::eval::points_lost;
use crate::search::{Limits, Rollout, SearchControl, SearchTask, Stopwatch};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// First is about to roll in each.
const CONTACT: &str = "-a-B--E-B-a-dDB--b-bcb----:0:0:1:00:0:0:0:0:10";
const RACES: [&str; 3] = [
    "-BBCBB---------------abbc-:0:0:1:00:0:0:0:0:10",
    "-C-AB-C------------ab-cba-:0:0:1:00:0:0:0:0:10",
    "-BBABBC------------edba-a-:0:0:1:00:0:0:0:0:10",
];

fn game(text: &str, cube: bool) -> Backgammon {
    Backgammon::of(&format!("XGID={text}"), cube)
}

/// So many games from a position, First about to roll, by so many threads.
fn rolled_out(game: &Backgammon, rollout: Rollout, threads: usize) -> Tally {
    let limits = Limits { rollout: Some(rollout), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let task =
        SearchTask { limits: &limits, moves: &[], stop: &stop, stopwatch: Stopwatch::start() };
    let cubes = Cubes::of(game);
    let aim = Aim::of(game, Side::First, cubes.as_ref());
    let start = Start { board: game.board(), aim, state: State::START, may_double: false };
    let mut field = Field::new(&task, 7, vec![start]);
    let mut looks: Vec<Look> = (0..threads).map(|_| Look::new(1 << 20)).collect();
    let mut reports = 0;
    let mut control = SearchControl::new(&task, Side::First);
    field.run(&mut looks, &mut control, &mut |_, _| reports += 1);
    assert!(reports > 0);
    field.tallies[0]
}

#[test]
fn races_come_out_as_the_table_says() {
    for text in RACES {
        let game = game(text, false);
        let exact = 2.0 * BearoffDatabase::evaluate(game.board()).unwrap().win - 1.0;
        let tally = rolled_out(&game, Rollout { games: 2_592, truncate: None }, 2);
        let (plain, error) = tally.plain();
        assert!((plain - exact).abs() < 4.0 * error, "{text}: {plain} ± {error}, not {exact}");
        // Who looks at the other side's checkers too does a little better than the table: the
        // side behind most of all.
        let (mean, sample) = (tally.points(), tally.sample());
        assert!((mean - exact).abs() < 4.0 * sample.error + 0.004, "{text}: {mean}, not {exact}");
        assert!(sample.games == 2_592 && 1.5 * sample.error < error, "{sample:?} {error}");
    }
}

/// The mean points of the side about to roll, both sides playing as games do, by every roll.
fn plain_mean(
    board: Board,
    (aim, look): (Aim<'_>, &mut Look),
    control: &mut SearchControl<'_>,
    known: &mut BTreeMap<[u128; 2], f64>,
) -> f64 {
    if points_lost(board).is_some() {
        return -1.0;
    }
    let key = [board.mover.word(), board.other.word()];
    if let Some(mean) = known.get(&key) {
        return *mean;
    }
    let theirs = aim.swapped();
    let mut mean = 0.0;
    for roll in Roll::ALL {
        let (next, _) = look.reply(board, roll, theirs.worth, control).unwrap();
        let share = roll.weight() as f64 / 36.0;
        mean -= share * plain_mean(next, (theirs, &mut *look), control, known);
    }
    known.insert(key, mean);
    mean
}

#[test]
fn short_races_come_out_as_every_roll_of_them_does() {
    for text in [
        "-A--A-A------------abb----:0:0:1:00:0:0:0:0:10",
        "-----BB------------aba----:0:0:1:00:0:0:0:0:10",
    ] {
        let game = game(text, false);
        let limits = Limits::default();
        let stop = AtomicBool::new(false);
        let task =
            SearchTask { limits: &limits, moves: &[], stop: &stop, stopwatch: Stopwatch::start() };
        let mut control = SearchControl::new::<Backgammon>(&task, Side::First);
        let with = (Aim::of(&game, Side::First, None), &mut Look::new(1 << 20));
        let exact = plain_mean(game.board(), with, &mut control, &mut BTreeMap::new());
        let tally = rolled_out(&game, Rollout { games: 1_296, truncate: None }, 1);
        let (mean, error) = (f64::from(tally.points()), f64::from(tally.sample().error));
        assert!((mean - exact).abs() < 4.0 * error + 1e-4, "{text}: {mean} ± {error}, not {exact}");
        assert!(error < 0.01, "{error}");
    }
}

#[test]
fn luck_taken_out_makes_the_error_smaller_and_leaves_the_mean() {
    let tally = rolled_out(&game(CONTACT, false), Rollout { games: 108, truncate: None }, 2);
    let ((plain, error), sample) = (tally.plain(), tally.sample());
    assert!(1.5 * sample.error < error, "{} of {error}", sample.error);
    let apart = (plain - tally.points()).abs();
    assert!(apart < 4.0 * error.hypot(sample.error), "{plain} and {}", tally.points());
}

#[test]
fn batches_grow_with_the_games_but_not_without_end() {
    let sizes: Vec<u64> = [0, 36, 400, 8_000].map(due).into();
    assert_eq!(sizes, [36, 36, 72, 1_008]);
    for done in [MOST * GROWTH, 1_000_000, 1_000_000_000_000, u64::MAX] {
        assert_eq!(due(done), MOST, "after {done}");
    }
    assert!(MOST.is_multiple_of(BATCH));
}

#[test]
fn threads_change_nothing() {
    for cube in [false, true] {
        let rollout = Rollout { games: 80, truncate: Some(4) };
        let [one, three] = [1, 3].map(|n| rolled_out(&game(CONTACT, cube), rollout, n));
        assert_eq!(one, three);
    }
}

#[test]
fn cube_makes_a_race_of_last_rolls_worth_what_it_is() {
    // First bears off with 27 rolls of 36, Second then with every roll: doubled, Second drops
    // or takes alike; the cube is worth nothing behind the first roll.
    let text = "------A-----------------a-:0:0:1:00:0:0:0:0:10";
    let rollout = Rollout { games: 144, truncate: None };
    let tally = rolled_out(&game(text, true), rollout, 1);
    // 27 wins of a point; after the others Second doubles and First drops.
    assert!((tally.points() - 0.5).abs() < 1e-4, "{}", tally.points());
    assert!((tally.plain().0 - 0.5).abs() < 1e-6 && tally.sample().error < 1e-4);
}
