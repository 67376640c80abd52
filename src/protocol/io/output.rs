//! The one writer of stdout, through which every line goes.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::conversation_log::ConversationLog;
use crate::base::locks;
use crate::protocol::grammar::reply::Reply;

/// Reply lines on their way out, under one lock.
///
/// Lines of one call stay together. After a failed write all further output is discarded;
/// [`Self::finish`] says why.
pub struct Output {
    sink: Mutex<OutputBuffer>,
    closed: AtomicBool,
    /// Why writing has failed, unless the other side has just gone.
    failure: Mutex<Option<io::Error>>,
    log: ConversationLog,
}

struct OutputBuffer {
    waiting: String,
    writer: Box<dyn Write + Send>,
}

/// Bytes that may wait for a flush. Set by hand.
const BUFFER: usize = 1 << 16;

impl Output {
    /// Output to this writer, which should not buffer.
    pub fn new(writer: Box<dyn Write + Send>) -> Self {
        Self::with_log(writer, ConversationLog::new(true))
    }

    /// Output to a client on another machine, which may name no file to write to.
    pub fn to_network(writer: Box<dyn Write + Send>) -> Self {
        Self::with_log(writer, ConversationLog::new(false))
    }

    fn with_log(writer: Box<dyn Write + Send>, log: ConversationLog) -> Self {
        let waiting = String::with_capacity(BUFFER);
        Self {
            sink: Mutex::new(OutputBuffer { waiting, writer }),
            closed: AtomicBool::new(false),
            failure: Mutex::new(None),
            log,
        }
    }

    /// The log of the conversation.
    pub(in crate::protocol) const fn log(&self) -> &ConversationLog {
        &self.log
    }

    /// Whether writing has failed, or the other side reads no more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// The other side reads no more: all further output is discarded.
    pub(in crate::protocol) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Writes out everything that waits, at the end of all output.
    ///
    /// # Errors
    /// The first error of writing; none if the other side has closed a pipe.
    pub fn finish(&self) -> io::Result<()> {
        self.flush();
        let failure = locks::lock(&self.failure).take();
        match failure {
            None => Ok(()),
            Some(error) => {
                Err(io::Error::new(error.kind(), format!("cannot write the output: {error}")))
            }
        }
    }

    /// Writes one reply, with its tag in front.
    pub fn write_reply(&self, tag: Option<&str>, reply: &Reply) {
        use std::fmt::Write as _;
        let mut sink = self.lock();
        let begin = sink.waiting.len();
        if let Some(tag) = tag {
            let _ = write!(sink.waiting, "@{tag} ");
        }
        let _ = write!(sink.waiting, "{reply}");
        self.log.answer_out(&sink.waiting.get(begin..).unwrap_or_default());
        sink.waiting.push('\n');
        if sink.waiting.len() >= BUFFER {
            self.write_out(&mut sink);
        }
    }

    /// Writes one line of text as it is.
    pub fn write_line(&self, text: &str) {
        let mut sink = self.lock();
        self.log.answer_out(&text);
        sink.waiting.push_str(text);
        sink.waiting.push('\n');
        if sink.waiting.len() >= BUFFER {
            self.write_out(&mut sink);
        }
    }

    /// Writes out everything that waits.
    pub fn flush(&self) {
        self.write_out(&mut self.lock());
    }

    fn lock(&self) -> MutexGuard<'_, OutputBuffer> {
        locks::lock(&self.sink)
    }

    fn write_out(&self, sink: &mut OutputBuffer) {
        let OutputBuffer { waiting, writer } = sink;
        if !waiting.is_empty() && !self.is_closed() {
            let result = writer.write_all(waiting.as_bytes()).and_then(|()| writer.flush());
            if let Err(error) = result {
                self.close();
                if error.kind() != ErrorKind::BrokenPipe {
                    *locks::lock(&self.failure) = Some(error);
                }
            }
        }
        waiting.clear();
    }
}

/// Output to stdout.
pub fn to_stdout() -> Output {
    Output::new(Box::new(io::stdout()))
}

/// Whether stdout is a terminal.
#[cfg(feature = "cli")]
pub(in crate::protocol) fn is_stdout_terminal() -> bool {
    io::IsTerminal::is_terminal(&io::stdout())
}

/// Waits until stdout is closed by its reader; false if that cannot be noticed here.
///
/// It is noticed of pipes and Unix sockets; for a file this waits for ever, and of a connection over
/// a network it is noticed when an answer cannot be delivered.
#[cfg(all(unix, feature = "cli"))]
pub(in crate::protocol) fn wait_until_stdout_is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let stdout = io::stdout();
    // No event is asked for: errors and hang-ups are always reported.
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    while let Err(error) = poll(&mut watched, None) {
        if error != Errno::INTR {
            return false;
        }
    }
    let [stdout] = watched;
    stdout.revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Waits until stdout is closed by its reader; false if that cannot be noticed here.
#[cfg(all(not(unix), feature = "cli"))]
pub(in crate::protocol) const fn wait_until_stdout_is_closed() -> bool {
    false
}

/// Writes an error to stderr on a line of its own, whatever the level of the log is.
///
/// It is an error for which the program ends, or gives no answer.
pub fn complain(error: &dyn Display) {
    // If this fails, there is no other place for it.
    drop(writeln!(io::stderr(), "error: {error}"));
}
