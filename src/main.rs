//! The program: the command line, the log, and the exit status.

use std::panic;
use std::process::ExitCode;

use anyhow::Result;
use parlour::command_line;
use parlour::protocol::modes::Mode;

pub(crate) fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    panic::set_hook(Box::new(|fault| log::error!("{fault}")));
    run().unwrap_or_else(|error| {
        log::error!("{error:#}");
        ExitCode::from(2)
    })
}

/// Status 1 if any input was refused, with `--strict` and in modes that must succeed as a whole.
fn run() -> Result<ExitCode> {
    let matches = command_line::command().get_matches();
    let mode = command_line::mode(&matches)?;
    let must_succeed = matches.get_flag("strict") || mode.is_all_or_nothing();
    let any_refused = Mode::run(mode)?;
    Ok(ExitCode::from(u8::from(any_refused && must_succeed)))
}
