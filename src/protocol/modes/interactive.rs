//! A dialogue over stdin, or over lines that are given with the command line.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::thread;

use super::super::dialects::DialectName;
use super::super::io::queue::LineQueue;
use super::super::io::writer::{self, Output};
use super::super::session::Session;
use super::super::session::running_session::{OpenSession, converse};
use super::super::session::setup::Setup;

/// Bytes of the stack of the thread that only waits.
const STACK_OF_WATCH: usize = 1 << 16;

/// A dialogue to be held.
pub struct Plan {
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
pub fn run(plan: Plan) -> io::Result<bool> {
    let input: Box<dyn Read + Send> = match plan.lines {
        Some(lines) => Box::new(Cursor::new(lines)),
        None => Box::new(io::stdin()),
    };
    let open: OpenSession = if plan.ends_at_refusal {
        |queue, output, setup| Session::new(queue, output, setup).map(Session::ending_at_refusal)
    } else {
        Session::new
    };
    let output = Arc::new(writer::to_stdout());
    let queue = Arc::new(LineQueue::default());
    end_with_reader_of_stdout(&queue, &output);
    let any_refused = converse(input, &queue, &output, plan.dialect, &plan.setup, open);
    let any_refused = any_refused.unwrap_or_else(|refusal| {
        writer::complain(&refusal);
        true
    });
    output.finish().map(|()| any_refused)
}

/// Ends the dialogue when nothing can read stdout any more, on a thread of its own.
fn end_with_reader_of_stdout(queue: &Arc<LineQueue>, output: &Arc<Output>) {
    let (queue, output) = (Arc::clone(queue), Arc::clone(output));
    let watch = move || {
        if writer::wait_until_stdout_is_closed() {
            output.close();
            queue.close();
        }
    };
    // Without the thread, the next write notices it.
    let thread = thread::Builder::new().name("stdout".to_owned()).stack_size(STACK_OF_WATCH);
    drop(thread.spawn(watch));
}
