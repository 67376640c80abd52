//! Rollouts against the bear-off table and exact means.

use super::cube_action_by_rollouts::roll_out;
use super::play_by_rollouts::first_action;
use super::rollout_set::{RolloutSet, RolloutSettings};
use super::trial::TrialStart;
use super::trial_statistics::{MeanPoints, TrialSums};
use crate::base::Side;
use crate::games::backgammon::Backgammon;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::{CubeAction, CubeState, CubeStateSet, CubeStates};
use crate::games::backgammon::eval::bearoff::BearoffDatabase;
use crate::games::backgammon::eval::points_lost;
use crate::games::backgammon::players::net::cube_context::CubeContext;
use crate::games::backgammon::players::net::cube_lookahead::{CubeRequest, look_ahead};
use crate::games::backgammon::players::net::lookahead::Lookahead;
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
    Backgammon::from_text(&format!("XGID={text}"), cube)
}

/// The rollout of a position, First about to roll, by this many threads.
fn rolled_out(game: &Backgammon, rollout: Rollout, threads: usize) -> TrialSums {
    let limits = Limits { rollout: Some(rollout), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let task =
        SearchTask { limits: &limits, moves: &[], stop: &stop, stopwatch: Stopwatch::start() };
    let cube_states = CubeStates::of(game);
    let context = CubeContext::of(game, Side::First, cube_states.as_ref());
    let state = CubeState::PRESENT;
    let first_cube_action = CubeAction::NoDouble;
    let start = TrialStart { board: game.board(), context, state, first_cube_action };
    let mut set = RolloutSet::new(RolloutSettings { rollout, seed: 7 }, vec![start]);
    let mut lookaheads: Vec<Lookahead> = (0..threads).map(|_| Lookahead::new(1 << 20)).collect();
    let mut reports = 0;
    let mut control = SearchControl::new::<Backgammon>(&task, Side::First);
    set.run(&mut lookaheads, &mut control, &mut |_, _| reports += 1);
    assert!(reports > 0);
    set.tallies[0]
}

#[test]
fn races_come_out_as_the_table_says() {
    for text in RACES {
        let game = game(text, false);
        let exact = 2.0 * BearoffDatabase::evaluate(game.board()).unwrap().win - 1.0;
        let tally = rolled_out(&game, Rollout { games: 2_592, truncate: None }, 2);
        let MeanPoints { mean, error } = tally.points_with_luck();
        let error = error.unwrap();
        assert!((mean - exact).abs() < 4.0 * error, "{text}: {mean} ± {error}, not {exact}");
        // A player that looks at the other side's checkers too does a little better than the
        // table: most of all the trailing side.
        let (mean, sample) = (tally.points(), tally.sample());
        let smaller = sample.error.unwrap();
        assert!((mean - exact).abs() < 4.0 * smaller + 0.004, "{text}: {mean}, not {exact}");
        assert!(sample.games == 2_592 && 1.5 * smaller < error, "{sample:?} {error}");
    }
}

/// The exact mean points of the side about to roll, both sides playing as trials do.
fn exact_mean(
    board: Board,
    context: CubeContext<'_>,
    lookahead: &mut Lookahead,
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
    let opponents = context.swapped();
    let mut mean = 0.0;
    for roll in Roll::ALL {
        let states = CubeStateSet::PRESENT;
        let best = lookahead.best_replies(board, roll, opponents, states, control).unwrap();
        let share = roll.weight() as f64 / 36.0;
        mean -= share * exact_mean(best.first.board, opponents, lookahead, control, known);
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
        let context = CubeContext::of(&game, Side::First, None);
        let (lookahead, known) = (&mut Lookahead::new(1 << 20), &mut BTreeMap::new());
        let exact = exact_mean(game.board(), context, lookahead, &mut control, known);
        let tally = rolled_out(&game, Rollout { games: 1_296, truncate: None }, 1);
        let (mean, error) = (f64::from(tally.points()), f64::from(tally.sample().error.unwrap()));
        assert!((mean - exact).abs() < 4.0 * error + 1e-4, "{text}: {mean} ± {error}, not {exact}");
        assert!(error < 0.01, "{error}");
    }
}

#[test]
fn luck_taken_out_makes_the_error_smaller_and_leaves_the_mean() {
    let tally = rolled_out(&game(CONTACT, false), Rollout { games: 108, truncate: None }, 2);
    let MeanPoints { mean, error } = tally.points_with_luck();
    let [error, smaller] = [error, tally.sample().error].map(Option::unwrap);
    assert!(1.5 * smaller < error, "{smaller} of {error}");
    let apart = (mean - tally.points()).abs();
    assert!(apart < 4.0 * error.hypot(smaller), "{mean} and {}", tally.points());
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
    // or takes alike; the cube is worth nothing after the first roll.
    let text = "------A-----------------a-:0:0:1:00:0:0:0:0:10";
    let rollout = Rollout { games: 144, truncate: None };
    let tally = rolled_out(&game(text, true), rollout, 1);
    // 27 wins of a point; after the others Second doubles and First drops.
    assert!((tally.points() - 0.5).abs() < 1e-4, "{}", tally.points());
    assert!(
        (tally.points_with_luck().mean - 0.5).abs() < 1e-6 && tally.sample().error.unwrap() < 1e-4
    );
}

#[test]
fn double_after_a_play_is_dropped_where_a_lookahead_says_so() {
    // By the chances at 0 plies a cube model may take; at 1 and 2 plies it drops.
    let text = "-GCB------A-a---B--ccc-bc-:0:0:-1:00:2:4:0:9:10";
    let game = game(text, true);
    let limits = Limits::default();
    let stop = AtomicBool::new(false);
    let task =
        SearchTask { limits: &limits, moves: &[], stop: &stop, stopwatch: Stopwatch::start() };
    let mut control = SearchControl::new::<Backgammon>(&task, Side::First);
    let cube_states = CubeStates::of(&game);
    let context = CubeContext::of(&game, game.on_roll(), cube_states.as_ref());
    let lookahead = &mut Lookahead::new(1 << 20);
    let chances = lookahead.evaluate(game.board()).bounded();
    let by_model = game.cube_equities(chances, 0.68).unwrap();
    assert!(by_model.is_double() && by_model.is_take());
    let action = first_action(game.board(), context, lookahead, &mut control);
    assert_eq!(action, CubeAction::DoubleDrop);
}

#[test]
fn rollouts_of_a_cube_decision_replace_its_lookahead() {
    // Two checkers on the bar face a prime: 1,296 games to the end find 1.19 for a take.
    let game = game("-BacBBBABB-A-------b-bbbcA:0:0:1:D:0:0:0:0:10", true);
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let task =
        SearchTask { limits: &limits, moves: &[], stop: &stop, stopwatch: Stopwatch::start() };
    let request = CubeRequest { game: &game, task: &task, multi_pv: 1 };
    let control = SearchControl::new::<Backgammon>(&task, Side::First);
    let mut lookaheads = [Lookahead::new(1 << 20)];
    let (before, mut control) = look_ahead(request, &mut lookaheads, u64::MAX, control);
    let (mut after, mut reports) = (before, 0);
    let rollout = Rollout { games: 72, truncate: Some(12) };
    let settings = RolloutSettings { rollout, seed: 7 };
    let report = &mut |_: &_| reports += 1;
    let games = roll_out(request, &mut after, &mut lookaheads, &mut control, settings, report);
    assert_eq!((games, reports), (72, 2));
    let take = after.rollouts.double_take.unwrap();
    let looked_ahead = before.lookahead.double_take.unwrap();
    assert!(take.points > looked_ahead + 0.05, "{looked_ahead} {take:?}");
    assert!(
        take.sample.games == 72 && (0.005..0.08).contains(&take.sample.error.unwrap()),
        "{take:?}"
    );
    assert!(after.nodes > before.nodes && after.margin(&game) != before.margin(&game));
    // No double is no choice any more.
    assert!(after.rollouts.no_double.is_none());
}
