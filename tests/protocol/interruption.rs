//! Lines that act when they are read, and lines that wait: whole dialogues in one burst.
//!
//! Nothing here looks at a clock. A test that hangs is ended by the driver and fails.

use crate::engine::{Engine, run};

/// The answer lines without `info`, tags in front left on.
fn answers(input: &str) -> Vec<String> {
    let out = run(&[], input);
    assert_eq!((out.status, out.stderr.as_str()), (0, ""), "{input}");
    let is_info = |line: &&str| line.split(' ').take(2).any(|word| word == "info");
    out.stdout.lines().filter(|line| !is_info(line)).map(str::to_owned).collect()
}

/// Whether each answer begins with the words expected.
fn assert_begin(input: &str, expected: &[&str]) {
    let said = answers(input);
    let fits = said.len() == expected.len()
        && said.iter().zip(expected).all(|(line, front)| line.starts_with(front));
    assert!(fits, "{input}\nexpected {expected:?}\nsaid {said:?}");
}

#[test]
fn stop_in_the_same_burst_ends_an_infinite_search() {
    for _ in 0..20 {
        assert_begin("go infinite\nstop\nfen\n", &["bestmove ", "fen "]);
    }
}

#[test]
fn endless_search_ends_where_one_burst_fills_the_queue() {
    // More lines than the queue takes come in one read.
    let input = "newgame connect4\ngo infinite\n".to_owned() + &"d\n".repeat(40_000);
    let out = run(&[], input).stdout;
    assert_eq!(out.lines().filter(|line| line.starts_with("bestmove ")).count(), 1);
}

#[test]
fn stop_ends_a_solved_search_that_holds_its_answer() {
    let nearly_over = "newgame connect4\nposition startpos moves 414141\n";
    assert_begin(&format!("{nearly_over}go infinite\nstop\n"), &["bestmove "]);
    assert_begin(&format!("{nearly_over}go infinite\n"), &["bestmove "]);
}

#[test]
fn stopped_count_says_that_it_was_interrupted() {
    assert_begin("perft 20\nstop\nfen\n", &["error interrupted ", "fen "]);
    assert_begin("@p perft 20 divide\n@s stop\n", &["@p error interrupted ", "@s ok"]);
    assert_begin("bench\nstop\n", &["error interrupted "]);
}

#[test]
fn quit_lets_the_lines_before_it_be_executed() {
    let input = "newgame connect4\nmove 4\ngo infinite\nmove 4\n@h history\nquit\nfen\n";
    assert_begin(input, &["bestmove ", "@h history 4 4"]);
    assert_begin("perft 20\nperft 20\nquit\n", &["error interrupted ", "error interrupted "]);
    assert_begin("quit\nfen\n", &[]);
    assert_begin("@q quit\n", &["@q ok"]);
}

#[test]
fn quit_ends_the_engine_though_the_input_stays_open() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite\nquit\n");
    let mut last = String::new();
    while let Some(line) = engine.next_line() {
        last = line;
    }
    assert!(last.starts_with("bestmove "), "{last}");
    assert_eq!(engine.finish().status, 0);
}

#[test]
fn huge_times_wait_for_stop_like_any_other() {
    assert_begin("go movetime 1000000000000\nstop\n", &["bestmove "]);
    assert_begin("go p1time 99999999999999999999 p2time 1\nstop\n", &["bestmove "]);
}

#[test]
fn close_cube_decision_is_rolled_out_until_stop() {
    // A take that is worth 0.99 two plies ahead, and 1.06 by 1,296 games to the end; a drop 1.
    let close = "position fen XGID=-aBCBBB---------A-AcbAaddA:0:0:1:D:0:0:0:0:10\n";
    let mut engine = Engine::start(&["--game", "backgammon cube on"]);
    engine.send(format!(
        "setoption name Seed value 7\nsetoption name MultiPV value 2\n{close}go depth 3\n"
    ));
    let mut said = Vec::new();
    while let Some(line) = engine.next_line() {
        let is_answer = line.starts_with("bestmove ");
        said.push(line);
        if is_answer {
            break;
        }
    }
    assert_eq!(said.last().map(String::as_str), Some("bestmove take\n"), "{said:?}");
    assert!(!said.iter().any(|line| line.contains(" games ")), "{said:?}");
    engine.send("go infinite\n");
    while engine.next_line().is_some_and(|line| !line.contains(" games 36 ")) {}
    engine.send("stop\nquit\n");
    let run = engine.finish();
    assert!(run.stdout.ends_with("bestmove drop\n"), "{}", run.stdout);
    assert!(run.stdout.contains("info string rolled out "), "{}", run.stdout);
}

#[test]
fn isready_after_an_answered_search_waits_for_the_lines_before_it() {
    let mut engine = Engine::start(&["--game", "backgammon"]);
    for _ in 0..2_000 {
        engine.send("@a dice 3 1\n@b go player george nodes 1\n");
        while !engine.next_line().is_some_and(|line| line.starts_with("@b bestmove ")) {}
        engine.send("@c newgame backgammon\n@d position startpos\n@e isready\n");
        for expected in ["@c ok\n", "@d ok\n", "@e readyok\n"] {
            assert_eq!(engine.next_line().as_deref(), Some(expected));
        }
    }
    assert_eq!(engine.finish().status, 0);
}

#[test]
fn isready_in_mid_search_is_answered_before_bestmove() {
    for _ in 0..20 {
        assert_begin("go infinite\n@r isready\nfen\nstop\n", &["@r readyok", "bestmove ", "fen "]);
    }
    assert_begin("perft 20\nisready\nstop\n", &["readyok", "error interrupted "]);
}

#[test]
fn isready_without_a_search_waits_for_the_lines_before_it() {
    let input = "newgame connect4\nmove 4\nfen\nisready\nlegal\n";
    assert_begin(input, &["fen ", "readyok", "legal 1 2 3 4 5 6 7"]);
}

#[test]
fn searches_that_wait_are_stopped_too() {
    let input = "@a go infinite\n@b perft 20\n@c go infinite\n@d bench\n@e stop\n@f go nodes 10\n";
    assert_begin(
        input,
        &[
            "@a bestmove ",
            "@b error interrupted ",
            "@c bestmove ",
            "@d error interrupted ",
            "@e ok",
            "@f bestmove ",
        ],
    );
}

#[test]
fn stop_ends_only_what_stands_before_it() {
    assert_begin("stop\n@a perft 2\nstop\n@b perft 1\n", &["@a ", "@b perft 1 "]);
    assert_begin("stop\nstop\n@s stop\nisready\n", &["@s ok", "readyok"]);
    assert_begin("go infinite\nstop\nperft 3\n", &["bestmove ", "perft 3 "]);
}

#[test]
fn stop_that_is_refused_stops_nothing() {
    let input = "@a go nodes 2000\n@s stop now\n";
    assert_begin(input, &["@a bestmove ", "@s error bad-syntax "]);
}

#[test]
fn full_queue_ends_an_infinite_search() {
    let input = format!("go infinite\n{}", "isready now\n".repeat(3_000));
    let said = answers(&input);
    assert_eq!(said.len(), 3_001);
    assert!(said[0].starts_with("bestmove "), "{}", said[0]);
    assert!(said[1..].iter().all(|line| line.starts_with("error bad-syntax ")));
}

#[test]
fn full_queue_of_bytes_ends_an_infinite_search() {
    let line = format!("# {}\n", "x".repeat(60_000));
    let input = format!("go infinite\n{}fen\n", line.repeat(40));
    assert_begin(&input, &["bestmove ", "fen "]);
}

#[test]
fn whole_game_may_be_sent_at_once() {
    let mut input = "newgame connect4\n".to_owned();
    for _ in 0..2_000 {
        input.push_str("move 4 4\nundo 2\n@l legal\n");
    }
    let said = answers(&input);
    assert_eq!(said.len(), 2_000);
    assert!(said.iter().all(|line| line == "@l legal 1 2 3 4 5 6 7"));
}

#[test]
fn end_of_input_ends_what_is_infinite_and_finishes_the_rest() {
    assert_begin("go infinite\ngo infinite\nperft 2\n", &["bestmove ", "bestmove ", "perft 2 "]);
    assert_begin("newgame connect4\nperft 7", &["perft 7 823536"]);
}

#[test]
fn input_that_ends_in_mid_search_ends_the_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite\nisready\n");
    while engine.next_line().expect("readyok comes in mid-search") != "readyok\n" {}
    let out = engine.finish();
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    let best: Vec<&str> = out.stdout.lines().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(best.len(), 1);
}

#[test]
fn many_short_searches_stop_and_go() {
    let input = "go infinite\nstop\nisready\n".repeat(100);
    let said = answers(&input);
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 100);
    assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 100);
}

#[test]
fn comments_never_fill_the_queue() {
    let comments = "# a comment\n".repeat(3_000);
    let input = format!("newgame connect4\n@a go infinite\n{comments}@b stop\n");
    let answers = answers(&input);
    assert!(answers.iter().any(|line| line.starts_with("@a bestmove")), "{answers:?}");
    assert_eq!(answers.last().map(String::as_str), Some("@b ok"));
}

#[test]
fn search_of_more_than_a_day_ends_with_the_input() {
    let answers = answers("newgame connect5\ngo movetime 1000000000000\n");
    assert!(answers.last().is_some_and(|line| line.starts_with("bestmove ")), "{answers:?}");
}

#[test]
fn finished_game_holds_an_infinite_answer_too() {
    let game = "newgame connect4\nmove 4 5 4 5 4 5 4\n";
    let answers = answers(&format!("{game}@a go infinite\n@b go player unknown\n@c stop\n"));
    let words: Vec<_> = answers.iter().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(
        words,
        [
            "@a bestmove none",
            "@b error unknown-player no player 'unknown' in this game; the players are perfect, \
             generic, george, tree, average, minimax",
            "@c ok"
        ]
    );
}
