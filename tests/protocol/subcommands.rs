//! `batch`, `perft`, `bench` and `harness` as a script uses them: answers in order and at once,
//! exit statuses, and what is never printed.

use std::fs;
use std::path::Path;

use crate::engine::{Engine, run};

/// A file as the option `StyleFile` takes it.
const STYLE: &str = "src/games/backgammon/players/styles/safe.style";

const SHALLOW_BATCH_ARGS: [&str; 5] = ["batch", "--game", "connect4", "--depth", "2"];
const GENERIC_BATCH_ARGS: [&str; 7] =
    ["batch", "--game", "connect4", "--player", "generic", "--depth", "4"];

#[test]
fn every_number_of_jobs_answers_while_the_input_stays_open() {
    for jobs in ["1", "2", "5"] {
        let mut engine = Engine::start(&[&SHALLOW_BATCH_ARGS[..], &["--jobs", jobs]].concat());
        for line in ["moves 4 4", "bogus", "4453"] {
            engine.send(format!("{line}\n"));
            let answer = engine.next_line().expect("an answer before the end of input");
            assert!(answer.starts_with(&format!("{line}\t")), "{answer}");
        }
        assert_eq!(engine.finish().stdout, "");
    }
}

#[test]
fn line_without_a_position_is_refused() {
    let out = run(&SHALLOW_BATCH_ARGS, "\tx\n").stdout;
    assert!(out.contains("error bad-position"), "{out}");
    for line in ["fen", "position fen"] {
        let out = run(&SHALLOW_BATCH_ARGS, format!("{line}\n")).stdout;
        assert_eq!(out, format!("{line}\terror bad-position there is no position\n"));
    }
}

#[test]
fn score_that_is_a_bound_is_called_so() {
    let args = ["batch", "--game", "connect4", "--nodes", "1"];
    for (more, expected) in [
        (&[][..], "44444422\t3\tmate 33 lowerbound\n"),
        (&["--score-only"], "44444422\tmate 33 lowerbound\n"),
        (&["--scores", "pons"], "44444422\t3\tmate 33 lowerbound\n"),
    ] {
        assert_eq!(run(&[&args[..], more].concat(), "44444422\n").stdout, expected);
    }
}

#[test]
fn batch_without_dice_is_told_where_they_stand() {
    let out = run(&["batch", "--game", "backgammon", "--depth", "1"], "startpos\n").stdout;
    let place = "in the text of the position, or in front of the move";
    assert_eq!(out, format!("startpos\terror need-dice dice must be given first: {place}\n"));
}

#[test]
fn score_of_several_lines_is_that_of_the_best() {
    let several = [&GENERIC_BATCH_ARGS[..], &["--option", "MultiPV=3"]].concat();
    let out = run(&several, "121212\n").stdout;
    assert_eq!(out, "121212\t1\tmate 1\n");
}

#[test]
fn positions_may_be_written_as_after_the_command_position() {
    let input = "position startpos moves 4\nposition fen 7/7/7/7/7/3x3 o\nfen 7/7/7/7/7/3x3 o\n\
                 fen 7/7/7/7/7/7 x moves 4\nposition moves 4\nposition 4\n";
    let out = run(&SHALLOW_BATCH_ARGS, input).stdout;
    let answers: Vec<_> = out.lines().map(|line| line.split_once('\t').expect("a tab").1).collect();
    assert_eq!(answers.len(), 6);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{out}");
    assert!(!answers[0].contains("error"), "{out}");
}

#[test]
fn another_game_than_the_one_meant_is_refused() {
    for args in [
        &["external", "--game", "connect4"][..],
        &["--game", "connect4", "play", "sticks"],
        &["bench", "connect4", "--game", "sticks"],
    ] {
        let out = run(args, "");
        assert_eq!((out.status, out.stdout.as_str()), (2, ""), "{args:?}");
        assert!(out.stderr.contains("connect4"), "{}", out.stderr);
    }
}

#[test]
fn byte_order_mark_is_skipped_in_every_dialect() {
    let plain = run(&[], "fen\n").stdout;
    for input in ["\u{feff}fen\n", "\u{feff}\nfen\n"] {
        assert_eq!(run(&["--dialect", "native"], input).stdout, plain);
    }
    assert_eq!(run(&[], "\u{feff}\nSTART 15\n").stdout, "OK\n");
}

#[test]
fn byte_order_mark_is_skipped_in_subcommands_and_files_too() {
    let marked = |args: &[&str], input: &str| {
        let plain = run(args, input);
        assert_eq!(run(args, format!("\u{feff}{input}")), plain, "{args:?}");
        assert_eq!(plain.status, 0, "{plain:?}");
    };
    marked(&SHALLOW_BATCH_ARGS, "4\n");
    marked(&["harness", "--player", "slices"], &"- ".repeat(36));
    marked(&["play", "connect4", "--side", "both"], "4\nfen\n");
    let here = env!("CARGO_MANIFEST_DIR");
    let style = fs::read_to_string(format!("{here}/{STYLE}")).expect("a style");
    let path = format!("{}/marked.style", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, format!("\u{feff}{style}")).expect("a file");
    let out = run(&[], format!("setoption name StyleFile value {path}\n"));
    assert_eq!((out.stdout.as_str(), out.status), ("", 0));
}

#[test]
fn option_player_is_of_the_game_of_the_dialect() {
    for (dialect, player, status) in [
        ("piskvork", "threat", 0),
        ("ubgi", "safe", 0),
        ("external", "safe", 0),
        ("ubgi", "threat", 2),
        ("native", "safe", 2),
    ] {
        let option = format!("Player={player}");
        let out = run(&["--dialect", dialect, "--option", &option], "");
        assert_eq!(out.status, status, "{dialect} {player}: {out:?}");
    }
    let named = ["--dialect", "ubgi", "--game", "connect5", "--option", "Player=threat"];
    assert_eq!(run(&named, "").status, 0);
}

#[test]
fn estimate_of_zero_is_never_reported_as_a_drawn_game() {
    let args = [&GENERIC_BATCH_ARGS[..], &["--scores", "pons"]].concat();
    assert_eq!(run(&args, "moves 4 4\n").stdout, "moves 4 4\t3\tcp 0\n");
    let json = run(&[&args[..], &["--json"]].concat(), "moves 4 4\n").stdout;
    assert!(json.contains("\"exact\":false") && !json.contains("stones_left"), "{json}");
}

#[test]
fn refused_lines_are_answered_with_what_is_known_of_them() {
    let input = [b"4\xff4\n".to_vec(), vec![b'4'; 70_000], b"\n9\t note\n".to_vec()].concat();
    let out = run(&SHALLOW_BATCH_ARGS, input).stdout;
    let lines: Vec<_> = out.lines().collect();
    assert!(lines[0].starts_with("4\u{fffd}4\terror bad-encoding "), "{out}");
    assert!(lines[1].starts_with(&format!("{}\terror line-too-long ", "4".repeat(64))), "{out}");
    assert!(lines[2].starts_with("9\terror illegal-move "), "{out}");
    let out = run(&["batch", "--game", "backgammon", "--depth", "1"], "31:8/5 6/5\n").stdout;
    assert!(out.contains("error illegal-move '31:8/5': both dice must be played, "), "{out}");
}

#[test]
fn moves_are_judged_where_that_was_asked() {
    let args = ["batch", "--game", "connect4", "--depth", "8", "--json"];
    let judged =
        run(&[&args[..], &["--judge"]].concat(), "121212\t1\n121212\t3\ta note\n121212\t\n");
    let lines: Vec<_> = judged.stdout.lines().collect();
    assert!(
        lines[0].contains("\"judged\":{\"exact\":true,\"loss\":0.0,\"mate\":1,\"move\":\"1\"}")
    );
    assert!(
        lines[1].contains("\"loss\":1.0,\"mark\":\"blunder\",\"mate\":-2,\"move\":\"3\""),
        "{lines:?}"
    );
    assert!(!lines[2].contains("judged"), "{lines:?}");
    let several = run(&[&args[..], &["--judge"]].concat(), "121212\t1234567\n").stdout;
    assert!(several.contains("'1234567' is more than one move"), "{several}");
    let over = run(&[&args[..], &["--judge"]].concat(), "1212121\t3\n").stdout;
    assert!(over.contains("\"code\":\"game-over\""), "{over}");
    assert!(!run(&args, "121212\t3\n").stdout.contains("judged"));
    for wrong in [&["--judge"][..], &["--judge", "--json", "--score-only"]] {
        assert_eq!(
            run(&[&SHALLOW_BATCH_ARGS[..], wrong].concat(), "4\t4\n").status,
            2,
            "{wrong:?}"
        );
    }
}

#[test]
fn exit_status_reports_refusals_where_that_was_asked() {
    let strict = [&SHALLOW_BATCH_ARGS[..], &["--strict"]].concat();
    for (args, input, status) in [
        (&SHALLOW_BATCH_ARGS[..], "bogus\n", 0),
        (&strict, "bogus\n", 1),
        (&strict, "4\n\n", 0),
        (&["batch", "--game", "connect4", "--player", "unknown"], "4\n", 2),
        (&["batch", "--jobs", "0"], "4\n", 2),
        (&["perft", "x"], "", 1),
        (&["perft", "2", "--fen", "junk"], "", 1),
        (&["bench", "chess"], "", 1),
        (&["harness"], "X X X\n", 1),
        (&["harness", "--player", "unknown"], "X X X\n", 2),
        (&["harness", "--seed", "18446744073709551615"], "X X X\n", 2),
    ] {
        assert_eq!(run(args, input).status, status, "{args:?} {input:?}");
    }
}

/// The pictures that `examples/README.md` names: the arguments of each, and its file.
fn pictures() -> Vec<(Vec<&'static str>, &'static str)> {
    let page = include_str!("../../examples/README.md");
    let calls =
        page.lines().filter_map(|line| line.strip_prefix("parlour ")?.split_once(" --out "));
    let words = |call: &'static str| {
        // What stands between quotation marks is one argument.
        let parts = call.split('\'').enumerate();
        let words = parts.flat_map(|(number, part)| match number % 2 {
            0 => part.split_ascii_whitespace().collect(),
            _ => vec![part],
        });
        words.collect::<Vec<_>>()
    };
    calls.map(|(call, file)| (words(call), file)).collect()
}

#[test]
fn pictures_of_the_examples_are_those_that_the_engine_draws() {
    let pictures = pictures();
    assert!(pictures.len() > 3);
    for (args, file) in pictures {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(run(&args, "").stdout == kept, "{file}: draw it again, see examples/README.md");
    }
}

#[test]
fn picture_goes_to_a_file_or_is_refused() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let file = format!("{folder}/picture.svg");
    let game = ["picture", "--game", "connect4 width 6 height 5"];
    let written = run(&[&game[..], &["--moves", "3 4", "--out", &file]].concat(), "");
    assert_eq!((written.stdout.as_str(), written.status), ("", 0));
    let text = fs::read_to_string(&file).expect("a picture");
    assert!(text.starts_with("<svg ") && text.ends_with("\n</svg>\n"), "{text}");
    assert_eq!(run(&[&game[..], &["--moves", "3 4"]].concat(), "").stdout, text);
    let turned = run(&[&game[..], &["--moves", "34", "--turned"]].concat(), "").stdout;
    assert!(turned != text && turned.lines().nth(2) == text.lines().nth(2), "{turned}");
    for (more, status) in [
        (&["--moves", "9"][..], 1),
        (&["--fen", "junk"], 1),
        (&["--out", "no/such/folder/board.svg"], 2),
        (&["--size", "400"], 2),
    ] {
        let refused = run(&[&game[..], more].concat(), "");
        assert_eq!((refused.stdout.as_str(), refused.status), ("", status), "{more:?}");
    }
}

#[test]
fn position_that_is_refused_is_not_replaced_by_another() {
    let out = run(&["perft", "2", "--fen", "junk"], "").stdout;
    assert!(out.starts_with("error bad-position ") && out.lines().count() == 1, "{out}");
}

#[test]
fn bench_takes_its_game_from_either_place() {
    for args in [["bench", "sticks"].as_slice(), &["--game", "sticks", "bench"]] {
        let out = run(args, "").stdout;
        let words: Vec<_> = out.lines().filter_map(|line| line.split(' ').nth(1)).collect();
        assert_eq!(words, ["sticks", "all"], "{out}");
    }
}

#[test]
fn clocks_limit_a_batch_too() {
    let clocks = ["batch", "--game", "connect4", "--p1time", "20", "--p2time", "20"];
    assert!(run(&clocks, "4\n").stdout.starts_with("4\t"));
}

#[test]
fn scores_of_few_balls_come_from_the_table() {
    let args = ["batch", "--game", "connect4", "--score-only", "--scores", "pons", "--json"];
    let said = run(&args, "startpos\n4\n2\n1234567\n").stdout;
    for (line, score) in said.lines().zip([1, -1, 1, 2]) {
        assert!(line.contains("\"nodes\":0") && line.contains("\"exact\":true"), "{line}");
        assert!(line.contains(&format!("\"stones_left\":{score}")), "{line}");
    }
    assert_eq!(said.lines().count(), 4);
    // The table is an option.
    let solver = [&args[..], &["--option", "SolvedTable=false"]].concat();
    let solved = run(&solver, "7422341735647741166133573473242566\n").stdout;
    assert!(solved.contains("\"stones_left\":1}") && !solved.contains("\"nodes\":0"), "{solved}");
}

#[test]
fn scores_alone_are_solved_without_limits() {
    let lines = [
        ("2252576253462244111563365343671351441", "-1"),
        ("7422341735647741166133573473242566", "1"),
        ("moves 1 2 1 2 1 2", "18"),
    ];
    let join = |all: Vec<String>| all.concat();
    let input = join(lines.iter().map(|(line, _)| format!("{line}\n")).collect());
    let answers = lines.iter().map(|(line, score)| format!("{line}\t{score}\n"));
    let expected = join(answers.collect());
    let args = ["batch", "--game", "connect4", "--score-only", "--scores", "pons"];
    assert_eq!(run(&args, input.clone()).stdout, expected);
    // Nodes do not depend on the lines before.
    let json = |jobs| run(&[&args[..], &["--json", "--jobs", jobs]].concat(), input.repeat(3));
    let third = run(&[&args[..], &["--json"]].concat(), input.clone()).stdout;
    assert_eq!([json("1").stdout, json("3").stdout], [third.repeat(3), third.repeat(3)]);
    assert_eq!(third.matches("\"exact\":true").count(), 3, "{third}");
}

#[test]
fn go_reports_in_json_and_explain_does_not() {
    let out = run(&[], "newgame connect4\ngo player generic depth 5 json\nexplain json\n").stdout;
    let objects = out.lines().filter(|line| line.starts_with("info json {\"")).count();
    assert_eq!(objects, 6, "{out}");
    assert!(out.contains("\"reason\":\"") && out.contains("\nbestmove "), "{out}");
    assert!(out.ends_with("error unsupported 'json' is a word of go only\n"), "{out}");
}

#[test]
fn games_and_unknown_words_in_place_of_a_subcommand_get_a_hint() {
    for (word, hint) in [
        ("connect4", "did you mean 'parlour play connect4'?"),
        ("gomoku", "did you mean 'parlour play connect5'?"),
        ("bacgammon", "did you mean 'parlour play backgammon'?"),
        ("pictur", "did you mean 'parlour picture'?"),
        ("chess", "the subcommands are play, batch, picture"),
        ("analyze", "the subcommands are play, batch, picture"),
    ] {
        let out = run(&[word], "");
        assert!(out.stderr.contains(hint), "{word}: {}", out.stderr);
        assert_eq!(out.status, 2, "{word}");
    }
}

#[test]
fn unknown_flags_are_not_advised_as_values() {
    for (flag, hint) in [("--strength", ""), ("--levl", "'--level'")] {
        let out = run(&["play", "connect5", flag, "3"], "");
        assert!(!out.stderr.contains("-- --"), "{}", out.stderr);
        assert!(out.stderr.contains(flag) && out.stderr.contains(hint), "{}", out.stderr);
        assert_eq!(out.status, 2);
    }
}

#[test]
fn picture_takes_commas_between_moves_and_writes_svg_only() {
    let of = |game, moves| run(&["picture", "--game", game, "--moves", moves], "").stdout;
    assert!(of("connect5", "h8,h9").contains("Black has 1 stone: h8. White has 1 stone: h9."));
    assert_eq!(of("connect5", "h8,h9"), of("connect5", "h8 h9"));
    assert!(of("backgammon", "31:8/5,6/5").starts_with("<svg"));
    let out = run(&["picture", "--out", "/nowhere/y.png"], "");
    assert_eq!(out.status, 2);
    assert!(out.stderr.contains("resvg"), "{}", out.stderr);
}
