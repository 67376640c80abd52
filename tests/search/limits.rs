//! Limits are kept, to the node where they count nodes, and every search answers.

use std::sync::atomic::AtomicBool;

use parlour::game::{Position, Record};
use parlour::search::player::options::COMMON;
use parlour::search::{AlphaBeta, Choice, Expectiminimax, Limits, Options, Player, RandomPlayer};

use crate::ask_player::{ask, legal_moves, options};
use crate::toy_games::{Alarm, Crosses, Race, Slow};

fn choose<P: Position>(
    player: &mut dyn Player<P>,
    position: &P,
    limits: &Limits,
    stop: &AtomicBool,
) -> Choice<P::Move> {
    ask(player, &Record::new(position.clone()), &legal_moves(position), limits, stop).0
}

fn options_with(name: &str, value: &str) -> Options {
    options(COMMON, &[(name, value)])
}

fn node_limit(limit: u64) -> Limits {
    Limits { nodes: Some(limit), ..Limits::default() }
}

static NEVER_RAISED: AtomicBool = AtomicBool::new(false);

#[test]
fn node_limits_are_exact() {
    for limit in [1, 2, 3, 10, 1_023, 1_024, 1_025, 4_000] {
        let mut player = AlphaBeta::new(&Options::default());
        let choice = choose(&mut player, &Slow::START, &node_limit(limit), &NEVER_RAISED);
        assert_eq!(choice.nodes, limit);
        let mut player = Expectiminimax::new(&Options::default());
        assert!(
            choose(&mut player, &Race::START, &node_limit(limit), &NEVER_RAISED).nodes <= limit
        );
    }
}

#[test]
fn the_same_search_twice_visits_the_same_nodes() {
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let mut player = AlphaBeta::new(&Options::default());
    let first = choose(&mut player, &Crosses::EMPTY, &limits, &NEVER_RAISED);
    let warm = choose(&mut player, &Crosses::EMPTY, &limits, &NEVER_RAISED);
    Player::<Crosses>::clear_tables(&mut player);
    assert_eq!(choose(&mut player, &Crosses::EMPTY, &limits, &NEVER_RAISED), first);
    assert_ne!(warm.nodes, first.nodes);
}

#[test]
fn an_immediate_win_is_taken_even_when_stopped_before() {
    let position = Crosses { own: 0o3, other: 0o110 };
    let stop = AtomicBool::new(true);
    let mut player = AlphaBeta::new(&Options::default());
    let choice = choose(&mut player, &position, &Limits::default(), &stop);
    assert_eq!((choice.best, choice.reason.as_str()), (2, "wins in 1 ply"));
    // Not even a single node is needed to see it.
    assert_eq!(choose(&mut player, &position, &node_limit(1), &stop).best, 2);
}

#[test]
fn dice_searches_finish_a_small_first_iteration_when_stopped_before() {
    let position = Race { left: [1, 5], die: Some(1), ..Race::START };
    let stop = AtomicBool::new(true);
    let mut player = Expectiminimax::new(&Options::default());
    let choice = choose(&mut player, &position, &Limits::default(), &stop);
    assert_eq!((choice.best, choice.nodes), (true, 2));
}

#[test]
fn only_allowed_moves_are_played() {
    let position = Crosses { own: 0o3, other: 0o110 };
    let limits = node_limit(100);
    let game = Record::new(position);
    for seed in 0..20 {
        let mut player = RandomPlayer::new(&options_with("Seed", &seed.to_string()));
        assert_ne!(ask(&mut player, &game, &[8, 7], &limits, &NEVER_RAISED).0.best, 2);
    }
    let mut player = AlphaBeta::new(&Options::default());
    assert_ne!(ask(&mut player, &game, &[8, 7], &limits, &NEVER_RAISED).0.best, 2);
}

/// An alarm that goes off at this evaluation of a search.
fn alarm(evaluation: i64) -> &'static Alarm {
    Box::leak(Box::new(Alarm::at(evaluation)))
}

#[test]
fn a_stop_is_seen_within_a_few_evaluations_even_by_slow_games() {
    let limits = Limits { infinite: true, ..Limits::default() };
    let players: [Box<dyn Player<Slow>>; 2] = [
        Box::new(AlphaBeta::new(&Options::default())),
        Box::new(Expectiminimax::new(&Options::default())),
    ];
    for mut player in players {
        // Far beyond the first iteration, which is made whole whatever the flag says.
        let alarm = alarm(1_000);
        choose(player.as_mut(), &Slow::with_alarm(alarm), &limits, &alarm.stop);
        assert!((0..=32).contains(&alarm.since()), "{} evaluations more", alarm.since());
    }
}

#[test]
fn no_more_evaluations_are_made_than_fit_into_the_movetime() {
    for movetime in [1, 2, 20] {
        let limits = Limits { movetime: Some(movetime), overhead: 5, ..Limits::default() };
        let alarm = alarm(movetime.cast_signed() * Slow::EVALUATIONS_PER_MS);
        let mut player = AlphaBeta::new(&Options::default());
        choose(&mut player, &Slow::with_alarm(alarm), &limits, &NEVER_RAISED);
        assert!(alarm.since() <= 0, "{movetime} ms: {} too many", alarm.since());
    }
}

#[test]
fn random_players_repeat_themselves_after_a_restart() {
    let mut player = RandomPlayer::new(&options_with("Seed", "7"));
    let mut play = |restarts: bool| {
        if restarts {
            Player::<Crosses>::restart_random_stream(&mut player);
        }
        choose(&mut player, &Crosses::EMPTY, &Limits::default(), &NEVER_RAISED).best
    };
    let first: Vec<_> = (0..50).map(|_| play(false)).collect();
    let again: Vec<_> = (0..50).map(|turn| play(turn == 0)).collect();
    assert_eq!(first, again);
    assert!((0..9).all(|cell| first.contains(&cell)), "{first:?}");
}

#[test]
fn low_levels_play_random_moves_and_search_few_nodes() {
    let mut player = AlphaBeta::new(&options_with("Level", "0"));
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let mut slips = 0;
    for _ in 0..100 {
        let choice = choose(&mut player, &Crosses::EMPTY, &limits, &NEVER_RAISED);
        assert!(choice.nodes <= 2);
        slips += u32::from(choice.reason.contains("random"));
    }
    assert!((40..80).contains(&slips), "{slips}");
}
