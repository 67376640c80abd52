//! The bounded queue between reader and session, and the signals across it: stop, quit, and the
//! end of input.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use crate::base::locks;
use crate::protocol::dialects::DialectName;
use crate::protocol::grammar::command::Command;
use crate::protocol::grammar::refusal::Refusal;

/// Lines that may wait before an endless search is ended. Set by hand, like the three below.
const MANY_LINES: usize = 1_024;
/// Bytes that may wait before an endless search is ended.
const MANY_BYTES: usize = 1 << 20;
/// Lines that may wait before the reader pauses: a `stop` among them is still read.
const MOST_LINES: usize = 16 * MANY_LINES;
/// Bytes that may wait before the reader pauses.
const MOST_BYTES: usize = 4 * MANY_BYTES;

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A parsed line of the native protocol; `None` for a line that asks for nothing.
    Command(Option<Command>),
    /// A line of a foreign dialect, to be translated.
    Foreign(String),
}

/// A line that waits for its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedLine {
    /// The content of the line, or why it is refused.
    pub content: Result<Content, Refusal>,
    /// The tag of its replies.
    pub tag: Option<String>,
    /// Whether the line is a search, which may take long.
    pub is_search: bool,
    /// The dialect of the line.
    pub dialect: DialectName,
    /// Bytes of its text.
    bytes: usize,
    /// Its place in the input, given by the queue.
    number: u64,
}

impl QueuedLine {
    /// A line of this many bytes, to be executed in its turn.
    pub const fn new(
        content: Result<Content, Refusal>,
        tag: Option<String>,
        is_search: bool,
        dialect: DialectName,
        bytes: usize,
    ) -> Self {
        Self { content, tag, is_search, dialect, bytes, number: 0 }
    }
}

/// The queue that reader and session share.
#[derive(Default)]
pub struct LineQueue {
    state: Mutex<QueueState>,
    /// Notified when the queue has changed or a search is to end.
    changed: Condvar,
    /// Notified when lines can be pushed again.
    not_full: Condvar,
    /// Ends the running search.
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct QueueState {
    queue: VecDeque<QueuedLine>,
    /// Bytes of the lines that wait, of which [`MOST_BYTES`] pause the reader.
    bytes: usize,
    /// Lines read so far.
    lines_read: u64,
    /// Searches that run or wait.
    searches: usize,
    /// Lines answered so far: those with a lower number.
    answered: u64,
    running: Option<Running>,
    /// Every search on a line with a lower number ends.
    stop_before: u64,
    /// Searches on lines with a lower number are dropped without an answer.
    discard_before: u64,
    session_waits: bool,
    reader_waits: bool,
    client: ClientState,
    /// Why no more lines could be read.
    read_error: Option<io::Error>,
}

/// Whether the client still sends lines and still reads answers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ClientState {
    /// It writes lines and reads answers.
    #[default]
    Present,
    /// No more lines will come.
    ReadsOnly,
    /// Nothing reads the answers any more.
    Gone,
}

#[derive(Clone, Copy)]
struct Running {
    /// The number of its line, from 0, as in [`QueuedLine`].
    number: u64,
    endless: bool,
}

impl QueueState {
    fn take_first(&mut self) -> Option<QueuedLine> {
        let line = self.queue.pop_front()?;
        self.bytes -= line.bytes;
        Some(line)
    }

    fn is_full(&self) -> bool {
        self.queue.len() >= MOST_LINES || self.bytes >= MOST_BYTES
    }

    /// Whether an endless search holds up too many lines.
    fn is_crowded(&self) -> bool {
        self.queue.len() > MANY_LINES || self.bytes > MANY_BYTES
    }

    /// Whether the running search is to end: it was stopped, or it is endless and no `stop` is to be
    /// expected any more.
    fn ends_running(&self) -> bool {
        self.running.is_some_and(|running| {
            let is_held_up =
                running.endless && (self.client != ClientState::Present || self.is_crowded());
            self.client == ClientState::Gone || running.number < self.stop_before || is_held_up
        })
    }
}

impl LineQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        locks::lock(&self.state)
    }

    /// Raises the stop flag if the running search is to end.
    fn check_running(&self, state: &QueueState) {
        if state.ends_running() {
            self.stop.store(true, Ordering::Relaxed);
            self.changed.notify_all();
        }
    }

    /// Reader: queues lines in order, and waits while the queue is full.
    ///
    /// An endless search ends when more than 1,024 lines or 1 MiB wait, well before the queue is full.
    pub fn push(&self, lines: &mut Vec<QueuedLine>) {
        let mut state = self.lock();
        for mut line in lines.drain(..) {
            while state.is_full() && state.client != ClientState::Gone {
                self.check_running(&state);
                state.reader_waits = true;
                self.changed.notify_all();
                state = locks::wait(&self.not_full, state);
            }
            state.reader_waits = false;
            line.number = state.lines_read;
            state.lines_read += 1;
            state.bytes += line.bytes;
            state.searches += usize::from(line.is_search);
            state.queue.push_back(line);
        }
        if state.is_crowded() {
            self.check_running(&state);
        }
        if state.session_waits {
            self.changed.notify_all();
        }
    }

    /// Reader: ends every search among the lines pushed so far.
    pub fn stop_searches(&self) {
        let mut state = self.lock();
        state.stop_before = state.lines_read;
        self.check_running(&state);
    }

    /// Reader: ends every search among the lines pushed so far, and none of them is answered.
    pub fn discard_searches(&self) {
        let mut state = self.lock();
        state.stop_before = state.lines_read;
        state.discard_before = state.lines_read;
        self.check_running(&state);
    }

    /// Session: whether the search on this line is to be dropped without an answer.
    pub fn is_discarded(&self, line: &QueuedLine) -> bool {
        line.number < self.lock().discard_before
    }

    /// Reader: whether a search runs or waits.
    pub fn is_searching(&self) -> bool {
        self.lock().searches > 0
    }

    /// Reader: no more lines will come.
    pub fn end(&self) {
        let mut state = self.lock();
        if state.client == ClientState::Present {
            state.client = ClientState::ReadsOnly;
        }
        self.check_running(&state);
        self.changed.notify_all();
    }

    /// Reader: the input cannot be read.
    pub(super) fn put_read_error(&self, error: io::Error) {
        self.lock().read_error = Some(error);
    }

    /// Why the input could not be read to its end, if it could not.
    pub(in crate::protocol) fn take_read_error(&self) -> Option<io::Error> {
        self.lock().read_error.take()
    }

    /// Nothing reads the answers any more: searches end, and no line is executed any more.
    pub fn close(&self) {
        let mut state = self.lock();
        state.client = ClientState::Gone;
        self.check_running(&state);
        self.changed.notify_all();
        self.not_full.notify_all();
    }

    /// Session: the next line, which it waits for.
    ///
    /// `None` after the last line, or when nothing reads the answers. `idle` is run before a wait.
    pub fn next(&self, idle: impl Fn()) -> Option<QueuedLine> {
        let mut state = self.lock();
        while state.queue.is_empty() || state.client == ClientState::Gone {
            if state.client != ClientState::Present {
                return None;
            }
            state.session_waits = true;
            drop(state);
            idle();
            state = self.lock();
            if state.queue.is_empty() && state.client == ClientState::Present {
                state = locks::wait(&self.changed, state);
            }
            state.session_waits = false;
        }
        let line = state.take_first()?;
        if state.reader_waits && state.queue.len() <= MOST_LINES / 2 && state.bytes < MOST_BYTES {
            state.reader_waits = false;
            self.not_full.notify_one();
        }
        Some(line)
    }

    /// Session: the next line if one is there already.
    pub(super) fn next_if_any(&self) -> Option<QueuedLine> {
        self.lock().take_first()
    }

    /// Whether [`Self::push`] takes another line without waiting.
    pub(super) fn has_room(&self) -> bool {
        !self.lock().is_full()
    }

    /// Session: whether the running search is to end.
    pub(super) fn ends_search(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Session: the search on `line` begins; the flag is set when it should end.
    ///
    /// An `endless` search also ends when no `stop` can come any more: at the end of input, and
    /// when the queue is crowded.
    pub fn begin_search(&self, line: &QueuedLine, endless: bool) -> Arc<AtomicBool> {
        let mut state = self.lock();
        state.running = Some(Running { number: line.number, endless });
        self.stop.store(false, Ordering::Relaxed);
        self.check_running(&state);
        Arc::clone(&self.stop)
    }

    /// Session: waits until the running search is to end.
    pub fn wait_for_stop(&self) {
        let mut state = self.lock();
        while !state.ends_running() && !self.stop.load(Ordering::Relaxed) {
            state = locks::wait(&self.changed, state);
        }
    }

    /// Session: ends the running search from this side (the output is gone).
    pub fn abandon_search(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Session: the search on `line` is about to be answered; a second call does nothing.
    ///
    /// It is called before the last reply of a search, so that a client that has read this reply
    /// can rely on no search being in progress.
    pub fn finish_search(&self, line: &QueuedLine) {
        if !line.is_search {
            return;
        }
        let mut state = self.lock();
        if line.number >= state.answered {
            state.answered = line.number + 1;
            state.searches -= 1;
            state.running = None;
        }
    }
}
