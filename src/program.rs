//! The program as a function: the command line, the log, and the exit status.

use std::io::Write as _;
use std::panic;
use std::process::ExitCode;

use anyhow::Result;

use crate::command_line;
use crate::protocol::io::output_replies_and_conversation_log::complain;
use crate::protocol::modes::Mode;
use crate::search::Stopwatch;

/// Runs the program `parlour` with the arguments, the input and the output of this process.
///
/// It starts the log on stderr at the level of the variable `RUST_LOG`, and takes the panic hook over:
/// it is for a `main` that has nothing else to do. The status is 0; 1 if any line was refused and that
/// counts (`--strict`); 2 for a fault of the arguments, of reading or of writing. Where the arguments
/// ask for help or are wrong, the process ends without a return.
///
/// # Examples
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     parlour::program::main()
/// }
/// ```
pub fn main() -> ExitCode {
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
    let matches = command_line::command().try_get_matches();
    let matches = matches.unwrap_or_else(|fault| command_line::with_hint(fault).exit());
    let mode = command_line::mode(&matches)?;
    let must_succeed = matches.get_flag("strict") || mode.is_all_or_nothing();
    let any_refused = Mode::run(mode)?;
    Ok(ExitCode::from(u8::from(any_refused && must_succeed)))
}
