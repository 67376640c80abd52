//! A dialogue: lines from stdin, or given when the program starts, and their answers on stdout.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::thread;

use crate::protocol::dialects::DialectName;
use crate::protocol::io::line_queue::LineQueue;
use crate::protocol::io::output::{Output, to_stdout, wait_until_stdout_is_closed};
use crate::protocol::session::setup::Setup;
use crate::protocol::session::{Session, SessionOpener, converse};

/// Bytes of the stack of the thread that only waits. Set by hand.
const WATCH_THREAD_STACK: usize = 1 << 16;

/// Settings of a dialogue.
pub struct DialogueSettings {
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
/// If stdin cannot be read, or stdout cannot be written, but for a pipe that the other side has closed.
pub fn run(dialogue: DialogueSettings) -> io::Result<bool> {
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
    let held = converse(input, &queue, &output, dialogue.dialect, &dialogue.setup, open);
    output.finish().and(held)
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
