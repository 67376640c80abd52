//! Parlour: a headless engine for board games. It plays them, analyses them, and solves some.
//!
//! There are two ways to use it.
//!
//! **A [`Game`]** is a game in progress: legal moves, positions as text, the board as text or SVG,
//! and the players, each of which can be asked for a move by [`Game::search`].
//!
//! Connect Four, solved:
//! ```
//! let mut game = parlour::Game::new("connect4")?;
//! game.play("4444422222")?;
//! let solution = game.solve()?;
//! println!("{:?} plies to the end, best moves {:?}",
//!     solution.score.plies_to_end(), solution.best_moves());
//! # Ok::<(), parlour::Error>(())
//! ```
//! Backgammon, the best play of a roll, with its chances and its cubeful equity:
//! ```
//! let mut game = parlour::Game::new("backgammon cube on")?;
//! game.set_position("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:41:0:0:0:0:10")?;
//! let answer = game.search().depth(2).run()?;
//! println!("{} {:?}", answer.best, answer.value());
//! # Ok::<(), parlour::Error>(())
//! ```
//! Any game, any player, any limit:
//! ```
//! use std::time::Duration;
//!
//! for info in parlour::games() {
//!     let mut game = parlour::Game::new(info.name)?;
//!     if info.has_dice {
//!         game.roll()?;
//!     }
//!     for player in &info.players {
//!         let limit = Duration::from_millis(5);
//!         let answer = game.search().player(player.name).movetime(limit).run()?;
//!         println!("{}: {} plays {}", info.title, player.name, answer.best);
//!     }
//! }
//! # Ok::<(), parlour::Error>(())
//! ```
//!
//! **A [`Session`]** is the program without a process: lines of the protocol in, lines out, over any
//! reader and writer, over calls, or without threads. It is what a server or a page needs.
//!
//! All that can go wrong with a position, a move or an option is an [`Error`], with the codes of the
//! protocol.
//!
//! # Features
//!
//! - `cli` (default): the program `parlour`, and with it `anyhow`, `clap`, `env_logger` and
//!   `rustyline`. A library does without: `default-features = false`.
//! - `internals`: every module as public, for the project's own trainers, tests and tools. **It keeps
//!   no promise**: anything in it may change with any version.
//!
//! The library writes its log by the crate `log`, and nothing to stdout.
//!
//! # Inside
//!
//! A file imports its own layer and lower ones only:
//!
//! ```text
//! 8 api        what is public
//! 7 protocol   lines → commands → replies; knows no game
//! 6 games      one folder a game; knows no protocol
//! 5 host       a game in progress as an object-safe trait
//! 4 search     players, limits, the searches that know no game
//! 3 game       what a game is, as traits
//! 2 board      rectangles of cells
//! 1 base       sides, outcomes, scores, random numbers
//! ```
#![cfg_attr(
    not(feature = "internals"),
    expect(
        dead_code,
        unreachable_pub,
        unused_imports,
        reason = "`internals` makes public what trainers and tests use"
    )
)]

mod api;
#[cfg(not(feature = "internals"))]
mod base;
#[cfg(feature = "internals")]
pub mod base;
#[cfg(not(feature = "internals"))]
mod board;
#[cfg(feature = "internals")]
pub mod board;
#[cfg(all(feature = "cli", not(feature = "internals")))]
mod command_line;
#[cfg(all(feature = "cli", feature = "internals"))]
pub mod command_line;
#[cfg(not(feature = "internals"))]
mod game;
#[cfg(feature = "internals")]
pub mod game;
#[cfg(not(feature = "internals"))]
mod games;
#[cfg(feature = "internals")]
pub mod games;
#[cfg(not(feature = "internals"))]
mod host;
#[cfg(feature = "internals")]
pub mod host;
#[cfg(not(feature = "internals"))]
mod protocol;
#[cfg(feature = "internals")]
pub mod protocol;
#[cfg(not(feature = "internals"))]
mod search;
#[cfg(feature = "internals")]
pub mod search;

pub use api::{Answer, Evaluation, Game, GameInfo, Search, Session, Solution, games};
pub use base::{Outcome, Score, Side};
pub use board::drawing_style::Style;
pub use game::{MatchStanding, Turn};
pub use host::{ExplainedMove, PlayerInfo, SearchReport as Info};
pub use protocol::dialects::DialectName as Dialect;
pub use protocol::grammar::refusal::{Code as ErrorCode, Refusal as Error};
pub use protocol::io::polled_input::Incoming;
pub use protocol::session::inline_session::InlineSession;
pub use protocol::session::threaded_session::{RunningSession, SessionEnd};
pub use search::{
    Bound, EquityReport, MoveValue, NamedProbability, OptionKind, OptionSpec, Rating, Sample,
};

#[cfg(feature = "cli")]
pub mod program {
    //! The program as a function: the command line, the log, what it is asked for, and the exit status.

    use std::io::{self, Write as _};
    use std::panic;
    use std::process::ExitCode;

    use anyhow::Result;

    use crate::command_line;
    use crate::protocol::io::output::{complain, to_stdout};
    use crate::protocol::modes::{
        Mode, batch, dialogue, gnubg_server, move_for_test_harness, picture, play, solved_tables,
    };
    use crate::search::Stopwatch;

    /// Runs the program `parlour` with the arguments, the input and the output of this process.
    ///
    /// It starts the log on stderr at the level of the variable `RUST_LOG`, and takes the panic hook over:
    /// it is for a `main` that has nothing else to do. The status is 0; 1 if any line was refused and that
    /// counts (`--strict`); 2 for a fault of the arguments, of reading or of writing. Where the arguments
    /// are wrong, the process ends without a return.
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
        let matches = match command_line::command().try_get_matches() {
            Ok(matches) => matches,
            Err(help) if !help.use_stderr() => return write_help(&help),
            Err(fault) => command_line::with_hint(fault).exit(),
        };
        let mode = command_line::mode(&matches)?;
        let must_succeed = matches.get_flag("strict") || is_all_or_nothing(&mode);
        let any_refused = run_mode(mode)?;
        Ok(ExitCode::from(u8::from(any_refused && must_succeed)))
    }

    /// Writes the help, or the version, that was asked for.
    fn write_help(help: &clap::Error) -> Result<ExitCode> {
        let output = to_stdout();
        output.write_line(help.render().to_string().trim_end());
        output.finish()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Whether a refusal means that the whole run has failed, strict or not.
    const fn is_all_or_nothing(mode: &Mode) -> bool {
        match mode {
            Mode::Dialogue(dialogue) => dialogue.ends_at_refusal,
            Mode::Harness(_) | Mode::Picture(_) => true,
            Mode::Play(_) | Mode::Batch(_) | Mode::SolvedTables(_) | Mode::External(_) => false,
        }
    }

    /// Does what the mode is for, until it is done; returns whether any input was refused.
    ///
    /// The errors are those of reading, writing or listening, with what was attempted in the text.
    fn run_mode(mode: Mode) -> io::Result<bool> {
        match mode {
            Mode::Dialogue(dialogue) => dialogue::run(dialogue),
            Mode::Batch(settings) => batch::run(&settings),
            Mode::Harness(settings) => move_for_test_harness::run(&settings),
            Mode::Picture(settings) => picture::run(&settings),
            Mode::Play(settings) => play::run(settings),
            Mode::SolvedTables(job) => solved_tables::run(&job).map(|()| false),
            Mode::External(settings) => gnubg_server::run(&settings).map(|()| false),
        }
    }
}
