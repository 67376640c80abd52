//! The program: arguments, the log, and the exit status.
//!
//! Under a name that begins with `pbrain-`, as managers of Gomocup want it, it speaks their
//! dialect whatever the first line is.

use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::{env, panic, thread};

use anyhow::{Context, Result, anyhow, ensure};
use clap::ArgMatches;
use parlour::host::GameKind;
use parlour::protocol::dialects::Tongue;
use parlour::protocol::grammar::reply::Refusal;
use parlour::protocol::io::queue::Desk;
use parlour::protocol::io::writer::Output;
use parlour::protocol::io::{reader, writer};
use parlour::protocol::modes::{batch, external, harness, solved_tables};
use parlour::protocol::session::{Session, find_kind, open_table};
use parlour::search::Clock;
use parlour::{command_line, games};

pub(crate) fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    let matches = command_line::command().get_matches();
    run(&matches).unwrap_or_else(|error| {
        log::error!("{error:#}");
        ExitCode::from(2)
    })
}

fn run(matches: &ArgMatches) -> Result<ExitCode> {
    let kind = match matches.get_one::<String>("game") {
        Some(name) => find_kind(name).map_err(|refusal| anyhow!(refusal.text))?,
        None => games::GAMES.first().copied().context("there is no game")?,
    };
    match matches.subcommand() {
        Some(("batch", flags)) => run_batch(kind, flags, matches.get_flag("strict")),
        Some(("harness", _)) => run_harness(),
        Some(("perft", words)) => Ok(carry_out(kind, perft_lines(words))),
        Some(("table", flags)) => run_table(kind, flags),
        Some(("external", flags)) => run_external(flags),
        Some((_, words)) => {
            let game = words.get_one::<String>("of").or_else(|| matches.get_one("game"));
            Ok(carry_out(kind, format!("bench {}\n", game.map_or("", String::as_str))))
        }
        None => Ok(dialogue(kind, matches)),
    }
}

/// The plain dialogue: lines from `-c`, or from stdin.
fn dialogue(kind: &'static GameKind, matches: &ArgMatches) -> ExitCode {
    let strict = matches.get_flag("strict");
    let said = matches.get_one::<String>("dialect").and_then(|name| Tongue::named(name));
    let tongue = said.or_else(|| is_brain().then_some(Tongue::Piskvork));
    let input: Box<dyn Read + Send> = match matches.get_many::<String>("command") {
        Some(lines) => {
            let text: String = lines.flat_map(|line| [line.as_str(), "\n"]).collect();
            Box::new(Cursor::new(text))
        }
        None => Box::new(io::stdin()),
    };
    let refused = converse(input, tongue, |desk, output| Session::new(desk, output, kind));
    ExitCode::from(u8::from(strict && refused))
}

/// Whether the program was started under a name by which managers know an engine.
fn is_brain() -> bool {
    let path = env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(Path::file_name);
    name.is_some_and(|name| name.to_string_lossy().to_ascii_lowercase().starts_with("pbrain-"))
}

fn perft_lines(words: &ArgMatches) -> String {
    let word = |name| words.get_one::<String>(name).map_or("", String::as_str);
    let position = match word("fen") {
        "" => "position startpos".to_owned(),
        fen => format!("position fen {fen}"),
    };
    format!("{position}\nperft {} {}\n", word("depth"), word("divide"))
}

/// Lines that belong together: the first refusal ends them, with status 1.
fn carry_out(kind: &'static GameKind, lines: String) -> ExitCode {
    let refused = converse(Box::new(Cursor::new(lines)), Some(Tongue::Native), |desk, output| {
        Session::new(desk, output, kind).map(Session::brittle)
    });
    ExitCode::from(u8::from(refused))
}

/// One dialogue over this input; the reader has a thread of its own, the session this one.
/// Says whether any line was refused.
fn converse(
    input: Box<dyn Read + Send>,
    tongue: Option<Tongue>,
    open: impl for<'a> FnOnce(&'a Desk, &'a Output) -> Result<Session<'a>, Refusal>,
) -> bool {
    let desk = Arc::new(Desk::default());
    let output = Arc::new(writer::to_stdout());
    let reader = (Arc::clone(&desk), Arc::clone(&output));
    thread::spawn(move || {
        let (desk, output) = reader;
        let input = io::BufReader::with_capacity(1 << 16, input);
        reader::read_lines(input, &desk, &output, tongue);
    });
    match open(&desk, &output) {
        Ok(session) => session.run(),
        Err(refusal) => {
            log::error!("{refusal}");
            true
        }
    }
}

fn run_batch(kind: &'static GameKind, flags: &ArgMatches, strict: bool) -> Result<ExitCode> {
    let number = |name| flags.get_one::<u64>(name).copied();
    let [first, second] = ["p1time", "p2time"].map(number);
    let clock = first.or(second).zip(second.or(first)).map(|(first, second)| Clock {
        time: [first, second],
        increment: ["p1inc", "p2inc"].map(|name| number(name).unwrap_or(0)),
    });
    let player = flags.get_one::<String>("player").cloned();
    if let Some(name) = &player {
        let players = open_table(kind, &[])?.players();
        ensure!(players.contains(&name.as_str()), "{} has no player '{name}'", kind.name);
    }
    let plan = batch::Plan {
        kind,
        jobs: number("jobs").and_then(|n| usize::try_from(n).ok()).unwrap_or(1),
        movetime: number("movetime"),
        depth: number("depth").map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)),
        nodes: number("nodes"),
        clock,
        player,
        stones_left: flags.get_one::<String>("scores").is_some_and(|form| form == "pons"),
        score_only: flags.get_flag("score-only"),
        json: flags.get_flag("json"),
    };
    let input = io::BufReader::new(io::stdin());
    let refused =
        batch::run(&plan, input, &Arc::new(writer::to_stdout())).context("cannot read")?;
    Ok(ExitCode::from(u8::from(strict && refused)))
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
    let output = writer::to_stdout();
    output.line(&cell);
    output.flush();
    Ok(ExitCode::SUCCESS)
}

fn run_table(kind: &'static GameKind, flags: &ArgMatches) -> Result<ExitCode> {
    let tables = kind.solved.with_context(|| format!("{} has no solved tables", kind.name))?;
    let number = |name, otherwise| flags.get_one::<u64>(name).copied().unwrap_or(otherwise);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = usize::try_from(number("threads", cores as u64))?;
    let hash = number("hash", 1_024);
    if let Some(path) = flags.get_one::<PathBuf>("check") {
        let lot = solved_tables::Lot { sample: number("sample", 100), seed: number("seed", 1) };
        let found = solved_tables::verify(tables, path, lot, threads, hash);
        let output = writer::to_stdout();
        output.line(&found.with_context(|| path.display().to_string())?);
        output.flush();
        return Ok(ExitCode::SUCCESS);
    }
    let path = flags.get_one::<PathBuf>("out").context("no file for the table")?;
    let plies = u32::try_from(number("plies", 8))?;
    solved_tables::make(&solved_tables::Plan { tables, plies, path, threads, hash })
        .with_context(|| format!("cannot make {}", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The game that GNU Backgammon plays.
const EXTERNAL_GAME: &str = "backgammon";

fn run_external(flags: &ArgMatches) -> Result<ExitCode> {
    let keys = ["jacoby", "beavers"].into_iter().filter(|name| flags.get_flag(name));
    let mut go: Vec<String> = ["movetime", "depth", "nodes"]
        .into_iter()
        .filter_map(|name| Some(format!("{name} {}", flags.get_one::<u64>(name)?)))
        .collect();
    go.extend(flags.get_one::<String>("player").map(|name| format!("player {name}")));
    let plan = external::Plan {
        kind: find_kind(EXTERNAL_GAME).map_err(|refusal| anyhow!(refusal.text))?,
        keys: keys.collect::<Vec<_>>().join(" "),
        go: go.join(" "),
    };
    let host = flags.get_one::<String>("host").map_or("127.0.0.1", String::as_str);
    let port = flags.get_one::<u16>("port").copied().unwrap_or_default();
    external::serve(&plan, host, port, &writer::to_stdout())
        .with_context(|| format!("cannot serve at {host}:{port}"))?;
    Ok(ExitCode::SUCCESS)
}
