//! Limits are kept, to the node and to the millisecond, and every search answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use parlour::game::{Position, Record};
use parlour::search::{
    AlphaBeta, Automaton, Choice, Expectiminimax, Limits, Options, Random, Silent, Stopwatch, Task,
    options,
};

use crate::toys::{Crosses, Race, Slow};

fn all_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn choose<P: Position>(
    player: &mut dyn Automaton<P>,
    position: &P,
    limits: &Limits,
    stop: &AtomicBool,
) -> Choice<P::Move> {
    let moves = all_moves(position);
    let task = Task { limits, moves: &moves, stop, stopwatch: Stopwatch::start() };
    player.choose(&Record::new(position.clone()), &task, &mut Silent)
}

fn with(name: &str, value: &str) -> Options {
    let spec = options::COMMON.iter().find(|spec| spec.name == name).expect("is common");
    let mut options = Options::new(options::COMMON);
    options.set(spec, Some(value)).expect("in range");
    options
}

fn nodes(limit: u64) -> Limits {
    Limits { nodes: Some(limit), ..Limits::default() }
}

static GO_ON: AtomicBool = AtomicBool::new(false);

#[test]
fn node_limits_are_exact() {
    for limit in [1, 2, 3, 10, 1_023, 1_024, 1_025, 4_000] {
        let mut player = AlphaBeta::new(&Options::default());
        let choice = choose(&mut player, &Slow::START, &nodes(limit), &GO_ON);
        assert_eq!(choice.nodes, limit);
        let mut player = Expectiminimax::new(&Options::default());
        assert!(choose(&mut player, &Race::START, &nodes(limit), &GO_ON).nodes <= limit);
    }
}

#[test]
fn the_same_search_twice_visits_the_same_nodes() {
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let mut player = AlphaBeta::new(&Options::default());
    let first = choose(&mut player, &Crosses::EMPTY, &limits, &GO_ON);
    let warm = choose(&mut player, &Crosses::EMPTY, &limits, &GO_ON);
    Automaton::<Crosses>::new_game(&mut player);
    assert_eq!(choose(&mut player, &Crosses::EMPTY, &limits, &GO_ON), first);
    assert_ne!(warm.nodes, first.nodes);
}

#[test]
fn an_immediate_win_is_taken_even_when_told_to_stop_before() {
    let position = Crosses { own: 0o3, other: 0o110 };
    let stop = AtomicBool::new(true);
    let mut player = AlphaBeta::new(&Options::default());
    let choice = choose(&mut player, &position, &Limits::default(), &stop);
    assert_eq!((choice.best, choice.reason.as_str()), (2, "wins in 1 ply"));
    // Not even a single node is needed to see it.
    assert_eq!(choose(&mut player, &position, &nodes(1), &stop).best, 2);
}

#[test]
fn dice_searches_finish_a_small_first_iteration_when_told_to_stop_before() {
    let position = Race { left: [1, 5], die: Some(1), ..Race::START };
    let stop = AtomicBool::new(true);
    let mut player = Expectiminimax::new(&Options::default());
    let choice = choose(&mut player, &position, &Limits::default(), &stop);
    assert_eq!((choice.best, choice.nodes), (true, 2));
}

#[test]
fn only_allowed_moves_are_played() {
    let position = Crosses { own: 0o3, other: 0o110 };
    let (limits, stop) = (nodes(100), AtomicBool::new(false));
    let task = Task { limits: &limits, moves: &[8, 7], stop: &stop, stopwatch: Stopwatch::start() };
    let game = Record::new(position);
    for seed in 0..20 {
        let mut player = Random::new(&with("Seed", &seed.to_string()));
        assert_ne!(player.choose(&game, &task, &mut Silent).best, 2);
    }
    let mut player = AlphaBeta::new(&Options::default());
    assert_ne!(player.choose(&game, &task, &mut Silent).best, 2);
}

/// Milliseconds between the stop flag and the answer; 20 µs for a static evaluation.
fn latency(player: &mut dyn Automaton<Slow>) -> f64 {
    let stop = AtomicBool::new(false);
    let limits = Limits { infinite: true, ..Limits::default() };
    thread::scope(|scope| {
        let search = scope.spawn(|| {
            choose(player, &Slow::START, &limits, &stop);
            Stopwatch::start()
        });
        thread::sleep(Duration::from_millis(20));
        stop.store(true, Ordering::Relaxed);
        let since = Stopwatch::start();
        let ended = search.join().expect("the search ends");
        (since.elapsed().saturating_sub(ended.elapsed())).as_secs_f64() * 1e3
    })
}

#[test]
fn a_stop_is_answered_within_a_millisecond_even_by_slow_games() {
    // The quicker quarter of some tries: on a busy machine the others wait for their turn.
    let quartile = |player: &mut dyn Automaton<Slow>| {
        let mut tries: Vec<_> = (0..15).map(|_| latency(player)).collect();
        tries.sort_by(f64::total_cmp);
        tries[3]
    };
    let plain = quartile(&mut AlphaBeta::new(&Options::default()));
    let dice = quartile(&mut Expectiminimax::new(&Options::default()));
    assert!(plain < 1.0 && dice < 1.0, "{plain} ms, {dice} ms");
}

#[test]
fn an_answer_comes_within_the_movetime() {
    for movetime in [1, 2, 20] {
        let limits = Limits { movetime: Some(movetime), overhead: 5, ..Limits::default() };
        let taken = (0..10).map(|_| {
            let since = Stopwatch::start();
            choose(&mut AlphaBeta::new(&Options::default()), &Slow::START, &limits, &GO_ON);
            since.elapsed()
        });
        assert!(taken.min() <= Some(Duration::from_millis(movetime)));
    }
}

#[test]
fn random_players_repeat_themselves_after_a_new_game() {
    let mut player = Random::new(&with("Seed", "7"));
    let mut play = |fresh: bool| {
        if fresh {
            Automaton::<Crosses>::new_game(&mut player);
        }
        choose(&mut player, &Crosses::EMPTY, &Limits::default(), &GO_ON).best
    };
    let first: Vec<_> = (0..50).map(|_| play(false)).collect();
    let again: Vec<_> = (0..50).map(|turn| play(turn == 0)).collect();
    assert_eq!(first, again);
    assert!((0..9).all(|cell| first.contains(&cell)), "{first:?}");
}

#[test]
fn low_levels_slip_and_see_little() {
    let mut player = AlphaBeta::new(&with("Level", "0"));
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let mut slips = 0;
    for _ in 0..100 {
        let choice = choose(&mut player, &Crosses::EMPTY, &limits, &GO_ON);
        assert!(choice.nodes <= 2);
        slips += u32::from(choice.reason.contains("random"));
    }
    assert!((40..80).contains(&slips), "{slips}");
}
