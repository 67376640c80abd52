//! A session with threads: it carries lines out on one, and searches on another.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::SessionOpener;
use super::setup::Setup;
use crate::protocol::dialects::DialectName;
use crate::protocol::io::line_queue::LineQueue;
use crate::protocol::io::output::Output;
use crate::protocol::io::reader::LineReader;

/// How a session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionEnd {
    /// Whether any line was refused, with an `error` as its answer.
    pub any_refused: bool,
}

/// A session that runs in the background and gets its lines from the caller.
///
/// Made by [`Session::start`](crate::Session::start). The caller's thread only reads the lines;
/// `stop` and `isready` take effect in mid-search. When it is dropped, searches end, lines that wait
/// are not executed, and nothing more is written, but for a line that is being written just then.
pub struct RunningSession {
    reader: LineReader,
    queue: Arc<LineQueue>,
    output: Arc<Output>,
    thread: Option<JoinHandle<bool>>,
}

impl RunningSession {
    /// Starts the session on a thread of its own; the first line decides the dialect, unless one is
    /// given.
    ///
    /// # Errors
    /// If the system refuses a thread, or the session cannot be opened.
    pub(crate) fn start(
        output: Output,
        dialect: Option<DialectName>,
        setup: &Setup,
        open: SessionOpener,
    ) -> io::Result<Self> {
        let (queue, output) = (Arc::new(LineQueue::default()), Arc::new(output));
        let session = open(Arc::clone(&queue), Arc::clone(&output), setup);
        let session = session.map_err(io::Error::other)?;
        let of_thread = Arc::clone(&queue);
        let run = move || {
            let any_refused = session.run();
            of_thread.close();
            any_refused
        };
        let thread = thread::Builder::new().name("session".to_owned()).spawn(run)?;
        let reader = LineReader::new(Arc::clone(&queue), Arc::clone(&output), dialect);
        Ok(Self { reader, queue, output, thread: Some(thread) })
    }

    /// Takes in bytes, of whole lines or not; false once the session is over.
    ///
    /// It waits while some 16,000 lines or 4 MiB are not executed yet.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        self.reader.read(bytes) && self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Takes in one line, which is written without its end; false once the session is over.
    pub fn send(&mut self, line: &str) -> bool {
        self.feed(line.as_bytes()) && self.feed(b"\n")
    }

    /// No more lines will come: waits until all are executed, and all answers are written.
    ///
    /// A search without an end is stopped.
    ///
    /// # Errors
    /// The first error of the writer, but for a pipe that the other side has closed.
    pub fn finish(mut self) -> io::Result<SessionEnd> {
        self.reader.finish();
        self.queue.end();
        // The thread carries panics of commands no further.
        let Some(Ok(any_refused)) = self.thread.take().map(JoinHandle::join) else {
            return Err(io::Error::other("the session has failed"));
        };
        self.output.finish()?;
        Ok(SessionEnd { any_refused })
    }
}

impl Drop for RunningSession {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.output.close();
            self.queue.close();
        }
    }
}

impl fmt::Debug for RunningSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningSession").finish_non_exhaustive()
    }
}

/// A writer that passes each line on, without its end.
pub(crate) struct LineWriter<F>(pub(crate) F);

impl<F: FnMut(&str)> Write for LineWriter<F> {
    /// Takes whole lines, as [`Output`] writes them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        String::from_utf8_lossy(bytes).lines().for_each(&mut self.0);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
