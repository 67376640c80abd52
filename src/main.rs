//! The program: the command line, the log, and the exit status.

use std::io::Write as _;
use std::panic;
use std::process::ExitCode;

use anyhow::Result;
use parlour::command_line;
use parlour::protocol::io::writer::complain;
use parlour::protocol::modes::Mode;
use parlour::search::Stopwatch;

pub(crate) fn main() -> ExitCode {
    start_log();
    panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    run().unwrap_or_else(|error| {
        complain(&format!("{error:#}"));
        ExitCode::from(2)
    })
}

/// Begins the log on stderr: milliseconds since now, level, module, text.
fn start_log() {
    let stopwatch = Stopwatch::start();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .format(move |line, record| {
            let ms = stopwatch.elapsed().as_millis();
            writeln!(line, "[{ms} {} {}] {}", record.level(), record.target(), record.args())
        })
        .init();
}

/// Status 1 if any input was refused, with `--strict` and in modes that must succeed as a whole.
fn run() -> Result<ExitCode> {
    let matches = command_line::command().get_matches();
    let mode = command_line::mode(&matches)?;
    let must_succeed = matches.get_flag("strict") || mode.is_all_or_nothing();
    let any_refused = Mode::run(mode)?;
    Ok(ExitCode::from(u8::from(any_refused && must_succeed)))
}
