//! The `parlour` program: arguments, the log, and the exit status.

use std::io::{self, Cursor, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::{panic, thread};

use anyhow::{Context, Result, anyhow};
use clap::ArgMatches;
use parlour::protocol::desk::Desk;
use parlour::protocol::dialects::Tongue;
use parlour::protocol::session::{Session, find_kind};
use parlour::protocol::{batch, harness, input, output};
use parlour::table::Kind;
use parlour::{arguments, games};

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    let matches = arguments::command().get_matches();
    run(&matches).unwrap_or_else(|error| {
        log::error!("{error:#}");
        ExitCode::from(2)
    })
}

fn run(matches: &ArgMatches) -> Result<ExitCode> {
    let kind = match matches.get_one::<String>("game") {
        Some(name) => find_kind(name).map_err(|refusal| anyhow!(refusal.text))?,
        None => games::KINDS.first().copied().context("there is no game")?,
    };
    match matches.subcommand() {
        Some(("batch", flags)) => run_batch(kind, flags),
        Some(("harness", _)) => run_harness(),
        Some(("perft", words)) => Ok(converse(kind, &perft_lines(words), true)),
        Some((_, words)) => {
            let game = words.get_one::<String>("of").map_or("", String::as_str);
            Ok(converse(kind, &format!("bench {game}\n"), true))
        }
        None => Ok(dialogue(kind, matches)),
    }
}

/// The plain dialogue: lines from `-c`, or from stdin.
fn dialogue(kind: &'static Kind, matches: &ArgMatches) -> ExitCode {
    let strict = matches.get_flag("strict");
    let tongue = matches.get_one::<String>("dialect").and_then(|name| Tongue::named(name));
    match matches.get_many::<String>("command") {
        Some(lines) => {
            let text: String = lines.flat_map(|line| [line.as_str(), "\n"]).collect();
            converse_with(kind, Cursor::new(text), tongue, strict)
        }
        None => converse_with(kind, io::stdin(), tongue, strict),
    }
}

fn perft_lines(words: &ArgMatches) -> String {
    let word = |name| words.get_one::<String>(name).map_or("", String::as_str);
    let position = match word("fen") {
        "" => "position startpos".to_owned(),
        fen => format!("position fen {fen}"),
    };
    format!("{position}\nperft {} {}\n", word("depth"), word("divide"))
}

fn converse(kind: &'static Kind, text: &str, strict: bool) -> ExitCode {
    converse_with(kind, Cursor::new(text.to_owned()), Some(Tongue::Native), strict)
}

/// One dialogue over this input; the reader has a thread of its own, the session this one.
fn converse_with(
    kind: &'static Kind,
    input: impl Read + Send + 'static,
    tongue: Option<Tongue>,
    strict: bool,
) -> ExitCode {
    let desk = Arc::new(Desk::default());
    let output = Arc::new(output::to_stdout());
    let reader = (Arc::clone(&desk), Arc::clone(&output));
    thread::spawn(move || {
        let (desk, output) = reader;
        let input = io::BufReader::with_capacity(1 << 16, input);
        input::read_lines(input, &desk, &output, tongue);
    });
    let refused = match Session::new(&desk, &output, kind) {
        Ok(session) => session.run(),
        Err(refusal) => {
            log::error!("{refusal}");
            true
        }
    };
    ExitCode::from(u8::from(strict && refused))
}

fn run_batch(kind: &'static Kind, flags: &ArgMatches) -> Result<ExitCode> {
    let number = |name| flags.get_one::<u64>(name).copied();
    let plan = batch::Plan {
        kind,
        jobs: number("jobs").and_then(|n| usize::try_from(n).ok()).unwrap_or(1),
        movetime: number("movetime"),
        depth: number("depth").map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)),
        nodes: number("nodes"),
        player: flags.get_one("player").cloned(),
        stones_left: flags.get_one::<String>("scores").is_some_and(|form| form == "pons"),
        score_only: flags.get_flag("score-only"),
        json: flags.get_flag("json"),
    };
    batch::run(&plan, io::BufReader::new(io::stdin()), &output::to_stdout()).context("batch")?;
    Ok(ExitCode::SUCCESS)
}

/// Bytes of a board that are read: many times what the largest one needs.
const LONGEST_BOARD: u64 = 1 << 20;

fn run_harness() -> Result<ExitCode> {
    let mut board = String::new();
    io::stdin().take(LONGEST_BOARD).read_to_string(&mut board).context("cannot read the board")?;
    let cell = match harness::answer(&board) {
        Ok(cell) => cell,
        Err(refusal) => {
            log::error!("{refusal}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let output = output::to_stdout();
    output.line(&cell);
    output.flush();
    Ok(ExitCode::SUCCESS)
}
