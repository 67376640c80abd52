//! Dice and seeds: games that differ, games that can be replayed, and dice that are fair.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use parlour::game::Turn;
use parlour::games::GAMES;
use parlour::host::{GameHost, SearchRequest};
use parlour::protocol::session::open_game;
use parlour::search::{Limits, Options};

use crate::engine::{Engine, run};

/// A game in progress of the game that has dice.
fn game_with_dice() -> Box<dyn GameHost> {
    let entry = GAMES.iter().find(|entry| entry.description.has_dice).expect("a game with dice");
    open_game(entry, &[]).expect("a game")
}

/// Plays the game to its end with dice of this seed; its moves.
fn play_to_the_end(game: &mut dyn GameHost, seed: u64) -> String {
    let options = Options::default();
    while !matches!(game.turn(), Turn::Over(_)) {
        game.roll(seed).expect("dice are due");
        let (player, limits) = (Some("greedy"), Limits::default());
        let request = SearchRequest { player, limits, moves: &[], options: &options };
        let search = game.search(&request).expect("a decision");
        let best = search(&AtomicBool::new(false), &mut |_| {}).best;
        game.play(&[best.as_str()]).expect("a legal move");
    }
    let mut history = String::new();
    game.write_history(&mut history);
    history
}

#[test]
fn two_hundred_games_of_one_seed_all_differ() {
    let mut game = game_with_dice();
    let mut play_all = || {
        let play = |_| {
            let moves = play_to_the_end(game.as_mut(), 7);
            game.new_game();
            moves
        };
        let games: Vec<String> = (0..200).map(play).collect();
        game.restart_random_streams();
        games
    };
    let games = play_all();
    let openings: BTreeSet<&str> = games.iter().map(|game| &game[..4]).collect();
    assert_eq!(games.iter().collect::<BTreeSet<_>>().len(), 200);
    assert_eq!(openings.len(), 30, "every first roll but the equal dice");
    assert_eq!(play_all(), games, "the same seed gives the same games");
}

/// The sum of (seen − expected)² / expected over all kinds of results, each equally likely.
fn chi_squared(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum()
}

#[test]
fn a_million_dice_are_fair() {
    let mut game = game_with_dice();
    let (mut pairs, mut steps, mut before) = ([0; 36], [0; 36], 0);
    for _ in 0..500_000 {
        game.new_game();
        game.play(&["31:8/5,6/5"]).expect("a legal move");
        let (a, b) = game.roll(20).expect("dice are due");
        pairs[usize::from(a - 1) * 6 + usize::from(b - 1)] += 1;
        // The first die after the second die of the game before.
        steps[before * 6 + usize::from(a - 1)] += 1;
        before = usize::from(b - 1);
    }
    // With 35 degrees of freedom, 99.9 % of fair dice are below 66.6.
    for counts in [pairs, steps] {
        assert!(chi_squared(&counts) < 66.6, "{} {counts:?}", chi_squared(&counts));
    }
}

#[test]
fn a_seed_is_drawn_at_each_start_and_zero_asks_for_it() {
    let seeds: BTreeSet<String> = (0..6).map(|_| run(&[], "query seed\n").stdout).collect();
    assert_eq!(seeds.len(), 6, "{seeds:?}");
    let lines = "query seed\nsetoption name Seed value 9\nquery seed\n\
                 setoption name Seed value 0\nquery seed\n";
    let out = run(&[], lines).stdout;
    let [drawn, nine, again] = out.lines().collect::<Vec<_>>()[..] else { panic!("{out}") };
    assert_eq!((nine, again), ("response 9", drawn));
    assert_eq!(run(&["--option", "Seed=7"], "query seed\n").stdout, "response 7\n");
}

/// A line to the engine and its answers, the last of which has the tag.
fn ask(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.send(format!("@t {line}\n"));
    let is_open = line == "go player george" || line.starts_with("go player");
    let mut answers = Vec::new();
    loop {
        let answer = engine.next_line().expect("an answer");
        let answer = answer.trim_end().strip_prefix("@t ").expect("a tag").to_owned();
        let is_last = !is_open || answer.starts_with("bestmove ");
        if !answer.contains(" time ") {
            answers.push(answer);
        }
        if is_last {
            return answers;
        }
    }
}

/// A match of five games, with everything that the engine said; and its seed.
fn match_of_five_games(seed: Option<&str>) -> (String, Vec<String>) {
    let mut engine = Engine::start(&[]);
    if let Some(seed) = seed {
        ask(&mut engine, &format!("setoption name Seed value {seed}"));
    }
    let seed = ask(&mut engine, "query seed")[0].replace("response ", "");
    let mut said = ask(&mut engine, "newgame backgammon match 64 opening roll");
    for _ in 0..5 {
        loop {
            let due = ask(&mut engine, "query turn");
            let line = match due[0].split(' ').collect::<Vec<_>>()[..] {
                [_, "over"] => break,
                [_, _, "roll"] => "roll",
                [_, "p1", ..] => "go player george",
                _ => "go player risky",
            };
            let answers = ask(&mut engine, line);
            if let Some(best) = answers.last().and_then(|last| last.strip_prefix("bestmove ")) {
                ask(&mut engine, &format!("move {best}"));
            }
            said.extend(answers);
        }
        said.extend(ask(&mut engine, "history"));
        said.extend(ask(&mut engine, "query match"));
        ask(&mut engine, "newgame");
    }
    engine.finish();
    (seed, said)
}

#[test]
fn a_match_of_five_games_is_replayed_from_its_seed() {
    let (seed, said) = match_of_five_games(None);
    let (same, again) = match_of_five_games(Some(&seed));
    assert_eq!((&seed, &said), (&same, &again));
    let games: BTreeSet<&String> =
        said.iter().filter(|line| line.starts_with("history ")).collect();
    assert_eq!(games.len(), 5);
    let last = said.last().expect("a score");
    assert!(last.starts_with("response p1 ") && last.ends_with(" playing"), "{last}");
}
