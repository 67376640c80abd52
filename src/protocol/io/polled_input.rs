//! Lines for a session without a reader thread: read between two commands, and in mid-search.

use std::sync::{Arc, Mutex, MutexGuard};

use super::line_queue::{LineQueue, QueuedLine};
use super::output::Output;
use super::reader::LineReader;
use crate::base::locks;
use crate::protocol::dialects::DialectName;
use crate::search::StopSignal;

/// Gives the bytes that a client has sent while the session's only thread was searching.
pub trait Incoming: Send {
    /// Appends the bytes that have come in since the last call, if any; returns at once.
    ///
    /// A search calls it some thousand times a second.
    fn poll(&mut self, bytes: &mut Vec<u8>);

    /// Waits until bytes have come in, and appends them; none means that no more will ever come.
    fn wait(&mut self, bytes: &mut Vec<u8>);
}

/// Reads lines into a queue, on the thread that also takes them out of it.
///
/// As a [`StopSignal`] it reads what has come in before it says whether the search must end.
pub struct PolledInput {
    queue: Arc<LineQueue>,
    state: Mutex<PollState>,
}

struct PollState {
    reader: LineReader,
    /// Bytes, of which the reader has taken in the first `read`.
    bytes: Vec<u8>,
    /// Bytes that the reader has taken in, at most all of them.
    read: usize,
    incoming: Option<Box<dyn Incoming>>,
    /// Nothing is read any more.
    has_ended: bool,
}

impl PolledInput {
    /// No bytes have come yet; the first line decides the dialect, unless it is `forced`.
    ///
    /// Without `incoming`, no line comes in mid-search, so that a search without limits ends at once.
    pub fn new(
        queue: Arc<LineQueue>,
        output: Arc<Output>,
        forced: Option<DialectName>,
        incoming: Option<Box<dyn Incoming>>,
    ) -> Self {
        if incoming.is_none() {
            queue.end();
        }
        let reader = LineReader::new(Arc::clone(&queue), output, forced);
        let state = PollState { reader, bytes: Vec::new(), read: 0, incoming, has_ended: false };
        Self { queue, state: Mutex::new(state) }
    }

    /// The queue that it fills.
    pub(in crate::protocol) const fn queue(&self) -> &Arc<LineQueue> {
        &self.queue
    }

    /// Adds bytes to those that are not read yet.
    pub(in crate::protocol) fn add(&self, bytes: &[u8]) {
        self.lock().bytes.extend_from_slice(bytes);
    }

    /// The next line whose end has come; `None` if there is none.
    pub(in crate::protocol) fn next_line(&self) -> Option<QueuedLine> {
        loop {
            if let Some(line) = self.queue.next_if_any() {
                return Some(line);
            }
            if !self.lock().read_one_line() {
                return self.queue.next_if_any();
            }
        }
    }

    /// The input has ended: a line without an end is one, too.
    pub(in crate::protocol) fn end(&self) {
        let mut state = self.lock();
        if !std::mem::replace(&mut state.has_ended, true) {
            state.reader.finish();
        }
        drop(state);
        self.queue.end();
    }

    /// Waits until the running search is to end.
    pub(in crate::protocol) fn wait_for_stop(&self) {
        while !self.is_raised() {
            let mut state = self.lock();
            let before = state.bytes.len();
            let PollState { incoming: Some(incoming), bytes, .. } = &mut *state else { return };
            incoming.wait(bytes);
            if state.bytes.len() == before {
                drop(state);
                self.end();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, PollState> {
        locks::lock(&self.state)
    }
}

impl StopSignal for PolledInput {
    fn is_raised(&self) -> bool {
        if self.queue.has_room() {
            let mut state = self.lock();
            let PollState { incoming, bytes, .. } = &mut *state;
            if let Some(incoming) = incoming {
                incoming.poll(bytes);
            }
            while self.queue.has_room() && state.read_one_line() {}
        }
        self.queue.ends_search()
    }
}

impl PollState {
    /// Reads the unread bytes to the end of a line; false if there are none.
    fn read_one_line(&mut self) -> bool {
        let unread = self.bytes.get(self.read..).unwrap_or_default();
        if unread.is_empty() || self.has_ended {
            self.bytes.clear();
            self.read = 0;
            return false;
        }
        let mut line = unread.split_inclusive(|byte| matches!(byte, b'\n' | b'\r'));
        let line = line.next().unwrap_or_default();
        self.has_ended = !self.reader.read(line);
        self.read += line.len();
        true
    }
}
