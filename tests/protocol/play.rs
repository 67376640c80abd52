//! `parlour play` over a pipe: whole games, its words, and what it refuses.

use crate::engine::{Run, run};

/// A game against a player that does not think for long.
fn play(args: &[&str], lines: &str) -> Run {
    run(&[&["play"], args, &["--nodes", "200"]].concat(), lines)
}

#[test]
fn every_game_is_played_to_its_end_without_people() {
    for game in parlour::games::GAMES {
        let args = [game.name, "--side", "none", "--player", "george", "--option", "Seed=3"];
        let out = play(&args, "moves\n");
        assert_eq!((out.stderr.as_str(), out.status), ("", 0), "{}", game.name);
        let (before, last) = out.stdout.trim_end().rsplit_once('\n').expect("lines");
        assert_eq!(last, "none: the game is over");
        let end = before.rsplit_once('\n').expect("lines").1;
        assert!(end.contains(" wins") || end.starts_with("Drawn"), "{end}");
        let plays = before.lines().filter(|line| line.starts_with("george as ")).count();
        assert!(plays > 6, "{}: {before}", game.name);
    }
}

#[test]
fn keys_of_the_game_may_follow_its_name() {
    let out = play(&["connect5", "size", "3", "win", "3", "--side", "both"], "a1\nb1\n");
    assert!(out.stdout.contains("Connect 5: you are black (x) and white (o).\n"), "{}", out.stdout);
    assert!(out.stdout.contains(" 1 x o ."), "{}", out.stdout);
    assert_eq!(out.status, 0);
}

#[test]
fn undo_takes_back_the_move_of_the_engine_too() {
    let out = play(&["connect4", "--player", "tree"], "4\nfen\nundo\nfen\nundo\n");
    let lines: Vec<_> = out.stdout.lines().collect();
    let fens: Vec<_> = lines.iter().filter(|line| line.contains("/7/7")).collect();
    assert!(fens[0].ends_with(" x") && fens[0].contains('o'), "{fens:?}");
    assert_eq!(*fens[1], "7/7/7/7/7/7 x");
    assert_eq!(lines.last(), Some(&"1 ply cannot be taken back, 0 were played"), "{}", out.stdout);
}

#[test]
fn hint_and_explain_are_of_the_default_player() {
    let lines = "position\nhint\nexplain 4 5\nexplain 9\nmoves\n";
    let out = play(&["connect4", "--player", "george"], &format!("4\n{lines}"));
    let hints = out
        .stdout
        .lines()
        .filter(|line| line.split_once(": ").is_some_and(|(cell, _)| cell.parse::<u8>().is_ok()));
    assert_eq!(hints.count(), 1, "{}", out.stdout);
    assert!(out.stdout.lines().any(|line| line.starts_with("5  ")), "{}", out.stdout);
    assert!(out.stdout.contains("'position': not a move"), "{}", out.stdout);
    assert!(out.stdout.contains("'9'"), "{}", out.stdout);
    assert!(out.stdout.ends_with("1 2 3 4 5 6 7\n"), "{}", out.stdout);
}

#[test]
fn wrong_words_change_nothing() {
    let words = ["undo x", "level 21", "level", "player nobody", "side left", "quit now", "hint 4"];
    let lines = words.map(|word| format!("{word}\n")).concat();
    let out = play(&["sticks", "--strict"], &format!("{lines}{}\nfen\n", "9".repeat(70_000)));
    let answers: Vec<_> = out.stdout.lines().collect();
    let after_board = answers.iter().position(|line| *line == "red to move").expect("a board") + 1;
    assert_eq!(answers.len() - after_board, words.len() + 2, "{}", out.stdout);
    assert_eq!(answers.last(), Some(&"7/7/7/7/7/7/7 r"));
    assert_eq!(out.status, 1);
}

#[test]
fn sides_players_and_levels_can_be_changed_in_the_game() {
    let lines = "player george\nlevel 3\nside second\ngo\nside both\nnew\nquit\nmoves\n";
    let out = play(&["backgammon", "--option", "Seed=5"], lines);
    assert!(out.stdout.contains("\ngeorge as light (X) plays "), "{}", out.stdout);
    assert!(out.stdout.contains(" rolls "), "{}", out.stdout);
    assert_eq!(out.status, 0);
}

#[test]
fn unknown_games_and_players_are_refused_at_the_start() {
    for args in [["tictactoe", "--side", "both"], ["sticks", "--player", "deep"]] {
        let out = play(&args, "moves\n");
        assert!(out.stderr.starts_with("error: "), "{}", out.stderr);
        assert_eq!(out.stdout, "");
        assert_eq!(out.status, 2);
    }
}
