//! The modes of the program: a dialogue over stdin, which is here, or one file or folder for each
//! subcommand.

pub mod batch;
pub mod gnubg_server;
pub mod move_for_test_harness;
pub mod picture;
pub mod play;
pub mod solved_tables;

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::thread;

use super::dialects::DialectName;
use super::io::line_queue::LineQueue;
use super::io::output_and_reply_writer::{
    Output, complain, to_stdout, wait_until_stdout_is_closed,
};
use super::session::find_game_and_initial_setup::Setup;
use super::session::{Session, SessionOpener, converse};

/// The task of the program.
pub enum Mode {
    /// A dialogue.
    Interactive(Dialogue),
    /// Answers to one position a line.
    Batch(batch::BatchSettings),
    /// The answer to one board.
    Harness(move_for_test_harness::HarnessSettings),
    /// The picture of one position.
    Picture(picture::PictureSettings),
    /// A game in the terminal.
    Play(play::PlaySettings),
    /// A table of solved positions, made or verified.
    SolvedTables(solved_tables::TableJob),
    /// A server for GNU Backgammon.
    External(gnubg_server::GnubgServerSettings),
}

impl Mode {
    /// Whether a refusal means that the whole run has failed, strict or not.
    pub const fn is_all_or_nothing(&self) -> bool {
        match self {
            Self::Interactive(dialogue) => dialogue.ends_at_refusal,
            Self::Harness(_) | Self::Picture(_) => true,
            Self::Play(_) | Self::Batch(_) | Self::SolvedTables(_) | Self::External(_) => false,
        }
    }

    /// Does what the mode is for, until it is done; returns whether any input was refused.
    ///
    /// # Errors
    /// What reading, writing or listening gives, with what was attempted in the text.
    pub fn run(self) -> io::Result<bool> {
        match self {
            Self::Interactive(dialogue) => hold_dialogue(dialogue),
            Self::Batch(settings) => batch::run(&settings),
            Self::Harness(settings) => move_for_test_harness::run(&settings),
            Self::Picture(settings) => picture::run(&settings),
            Self::Play(settings) => play::run(settings),
            Self::SolvedTables(job) => solved_tables::run(&job).map(|()| false),
            Self::External(settings) => gnubg_server::run(&settings).map(|()| false),
        }
    }
}

/// Bytes of the stack of the thread that only waits. Set by hand.
const WATCH_THREAD_STACK: usize = 1 << 16;

/// Settings of a dialogue.
pub struct Dialogue {
    /// The game and the options it begins with.
    pub setup: Setup,
    /// The lines; `None` to read them from stdin.
    pub lines: Option<String>,
    /// The dialect; `None` to see it from the first line.
    pub dialect: Option<DialectName>,
    /// Whether the first refusal ends it: for lines that only make sense together.
    pub ends_at_refusal: bool,
}

/// Holds a dialogue on stdout; returns whether any line was refused.
///
/// # Errors
/// If stdout cannot be written, but for a pipe that the other side has closed.
fn hold_dialogue(dialogue: Dialogue) -> io::Result<bool> {
    let input: Box<dyn Read + Send> = match dialogue.lines {
        Some(lines) => Box::new(Cursor::new(lines)),
        None => Box::new(io::stdin()),
    };
    let open: SessionOpener = if dialogue.ends_at_refusal {
        |queue, output, setup| Session::new(queue, output, setup).map(Session::ending_at_refusal)
    } else {
        Session::new
    };
    let output = Arc::new(to_stdout());
    let queue = Arc::new(LineQueue::default());
    end_with_reader_of_stdout(&queue, &output);
    let any_refused = converse(input, &queue, &output, dialogue.dialect, &dialogue.setup, open);
    let any_refused = any_refused.unwrap_or_else(|refusal| {
        complain(&refusal);
        true
    });
    output.finish().map(|()| any_refused)
}

/// Ends the dialogue when nothing can read stdout any more, on a thread of its own.
fn end_with_reader_of_stdout(queue: &Arc<LineQueue>, output: &Arc<Output>) {
    let (queue, output) = (Arc::clone(queue), Arc::clone(output));
    let watch = move || {
        if wait_until_stdout_is_closed() {
            output.close();
            queue.close();
        }
    };
    // Without the thread, the next write notices it.
    let thread = thread::Builder::new().name("stdout".to_owned()).stack_size(WATCH_THREAD_STACK);
    drop(thread.spawn(watch));
}
