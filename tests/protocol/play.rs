//! `parlour play` over a pipe: whole games, its words, and what it refuses.

use parlour::base::Side;
use parlour::board::drawing_style::Style;

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

#[test]
fn level_is_a_flag_and_a_word() {
    let weak = play(&["connect4", "--level", "3"], "level 4\nlevel 21\n");
    assert!(weak.stdout.contains("\nlevel 4\n"), "{}", weak.stdout);
    assert!(!weak.stdout.contains("level 21"), "{}", weak.stdout);
    let strange = play(&["connect4", "--level", "21"], "");
    assert_eq!((strange.status, strange.stdout.as_str()), (2, ""));
}

#[test]
fn exit_ends_the_program() {
    let out = play(&["connect4", "--side", "both"], "exit\nmoves\n");
    assert_eq!(out.status, 0);
    assert!(!out.stdout.contains("1 2 3 4 5 6 7\n"), "{}", out.stdout);
}

#[test]
fn cube_is_offered_if_it_is_on_and_else_the_call_that_puts_it_on() {
    let without = play(&["backgammon"], "roll\n");
    assert!(!without.stdout.contains("double"), "{}", without.stdout);
    let call = "the cube is off: 'parlour play backgammon cube on' plays with it";
    assert!(without.stdout.contains(call), "{}", without.stdout);
    let with = play(&["backgammon", "cube", "on"], "");
    assert!(with.stdout.contains("at the cube: roll double take drop beaver"), "{}", with.stdout);
}

#[test]
fn moves_may_follow_the_word_move() {
    let out = play(&["connect4", "--side", "both"], "move 4\nMOVE 44\nmove\nfen\n");
    assert!(out.stdout.ends_with("expected a move after 'move'\n7/7/7/3x3/3o3/3x3 o\n"), "{out:?}");
}

#[test]
fn words_without_what_they_need_are_answered_with_it() {
    let out = play(&["connect4", "--side", "both"], "level\nplayer\nlegal\n8\n");
    let answers: Vec<_> = out.stdout.lines().rev().take(4).collect();
    assert!(answers[3].ends_with("expected a number from 0 to 20 after 'level'"), "{answers:?}");
    assert!(answers[2].starts_with("expected one of perfect, "), "{answers:?}");
    assert!(answers[1].ends_with("; 'help' lists the other words"), "{answers:?}");
    assert!(!answers[0].contains("'help'"), "{answers:?}");
}

#[test]
fn steps_apart_are_told_to_be_joined_by_a_comma() {
    let out = play(&["backgammon"], "24/1 20/1\n8/5\n");
    let hint = "; the steps of one play are joined by a comma: 24/1,20/1\n";
    assert!(out.stdout.contains(hint), "{}", out.stdout);
    assert_eq!(out.stdout.matches("the steps of one play").count(), 1, "{}", out.stdout);
}

#[test]
fn sides_and_goal_of_every_game_are_those_of_the_registry() {
    for entry in parlour::games::GAMES {
        let [first, second] = Side::BOTH.map(|side| {
            let sign = entry.description.signs.of(Style::Ascii, side);
            format!("{} ({sign})", entry.description.sides[side.index()])
        });
        let out = play(&[entry.name, "--player", "george"], "").stdout;
        assert!(out.contains(&format!(": you are {first}, george is {second}.\n")), "{out}");
        assert!(out.contains(&format!("To win: {}.\n", entry.goal)), "{out}");
    }
}

#[test]
fn sides_are_named_with_the_signs_of_the_board_and_the_goal_is_told() {
    for (game, seats, goal) in [
        ("connect4", "you are red (x), george is yellow (o).", "To win: four "),
        ("connect5", "you are black (x), george is white (o).", "To win: five "),
        ("sticks", "you are red (S H B), george is yellow (s h b).", "SSBSS, SBSBS or SBBBS"),
        ("backgammon", "you are light (X), george is dark (O).", "To win: bear off "),
    ] {
        let out = play(&[game, "--player", "george"], "").stdout;
        assert!(out.contains(seats) && out.contains(goal), "{out}");
    }
    let second = play(&["connect4", "--player", "george", "--side", "second"], "").stdout;
    assert!(second.contains("george is red (x), you are yellow (o)."), "{second}");
    let style = play(&["connect5", "--side", "none", "--option", "Style=unicode"], "").stdout;
    assert!(style.contains("threat is black (●) and white (○)."), "{style}");
    assert!(style.contains("freestyle, ● to move"), "{style}");
}
