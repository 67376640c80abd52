//! The bounded queue between reader and session, and what acts across it: stop, quit, the end
//! of input.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::super::dialects::Tongue;
use super::super::grammar::reply::Refusal;

/// Lines that may wait before reading pauses.
const MOST_LINES: usize = 1_024;
/// Bytes that may wait before reading pauses.
const MOST_BYTES: usize = 1 << 20;

/// A line that waits for its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line without its ending, or why it cannot be one.
    pub line: Result<String, Refusal>,
    /// The tag of a line that cannot be read, where that much could.
    pub tag: Option<String>,
    /// Whether the line is a search, which may take long.
    pub is_search: bool,
    /// The dialect in which it is said.
    pub tongue: Tongue,
    /// Its place in the input; the desk numbers the lines.
    number: u64,
}

impl Item {
    /// A line to be carried out in its turn.
    pub const fn new(line: Result<String, Refusal>, is_search: bool, tongue: Tongue) -> Self {
        Self { line, tag: None, is_search, tongue, number: 0 }
    }

    /// The same with the tag of its answers.
    #[must_use]
    pub fn with_tag(mut self, tag: Option<String>) -> Self {
        self.tag = tag;
        self
    }

    fn bytes(&self) -> usize {
        self.line.as_ref().map_or(0, String::len)
    }
}

/// What reader and session share.
#[derive(Default)]
pub struct Desk {
    state: Mutex<State>,
    /// Rings when the queue has changed or a search is to end.
    bell: Condvar,
    /// Rings when there is room in the queue.
    room: Condvar,
    /// Ends the running search.
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Item>,
    bytes: usize,
    /// Lines read so far.
    read: u64,
    /// Searches that run or wait.
    searches: usize,
    /// Lines answered so far: those with a lower number.
    answered: u64,
    running: Option<Running>,
    /// Every search with a lower number ends.
    stop_before: u64,
    /// No search with a lower number is answered any more.
    silent_before: u64,
    session_waits: bool,
    reader_waits: bool,
    /// No more lines will come.
    ended: bool,
}

#[derive(Clone, Copy)]
struct Running {
    number: u64,
    endless: bool,
}

impl State {
    fn is_full(&self) -> bool {
        self.queue.len() >= MOST_LINES || self.bytes >= MOST_BYTES
    }

    /// Whether the running search is to end: it was told so, or nobody could tell it.
    fn ends_running(&self) -> bool {
        self.running.is_some_and(|running| {
            let untold = self.ended || self.reader_waits;
            running.number < self.stop_before || (running.endless && untold)
        })
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises the stop flag if the running search is to end.
    fn check_running(&self, state: &State) {
        if state.ends_running() {
            self.stop.store(true, Ordering::Relaxed);
            self.bell.notify_all();
        }
    }

    /// Reader: queues lines in order, waiting for room.
    ///
    /// An endless search ends when the queue is full, since nobody could stop it any more.
    pub fn push(&self, items: &mut Vec<Item>) {
        let mut state = self.lock();
        for mut item in items.drain(..) {
            while state.is_full() {
                state.reader_waits = true;
                self.check_running(&state);
                self.bell.notify_all();
                state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            state.reader_waits = false;
            item.number = state.read;
            state.read += 1;
            state.bytes += item.bytes();
            state.searches += usize::from(item.is_search);
            state.queue.push_back(item);
        }
        if state.session_waits {
            self.bell.notify_all();
        }
    }

    /// Reader: ends every search among the lines pushed so far.
    pub fn stop_searches(&self) {
        let mut state = self.lock();
        state.stop_before = state.read;
        self.check_running(&state);
    }

    /// Reader: ends every search among the lines pushed so far, and none of them is answered.
    pub fn silence_searches(&self) {
        let mut state = self.lock();
        state.stop_before = state.read;
        state.silent_before = state.read;
        self.check_running(&state);
    }

    /// Session: whether nobody wants an answer of the search on this line any more.
    pub fn is_silent(&self, item: &Item) -> bool {
        item.number < self.lock().silent_before
    }

    /// Reader: whether a search runs or waits.
    pub fn is_searching(&self) -> bool {
        self.lock().searches > 0
    }

    /// Reader: no more lines will come.
    pub fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        self.check_running(&state);
        self.bell.notify_all();
    }

    /// Session: the next line, waiting for it; `None` after the last one. `idle` is run before
    /// a wait.
    pub fn next(&self, idle: impl Fn()) -> Option<Item> {
        let mut state = self.lock();
        while state.queue.is_empty() {
            if state.ended {
                return None;
            }
            state.session_waits = true;
            drop(state);
            idle();
            state = self.lock();
            if state.queue.is_empty() && !state.ended {
                state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            state.session_waits = false;
        }
        let item = state.queue.pop_front()?;
        state.bytes -= item.bytes();
        if state.reader_waits && state.queue.len() <= MOST_LINES / 2 && state.bytes < MOST_BYTES {
            state.reader_waits = false;
            self.room.notify_one();
        }
        Some(item)
    }

    /// Session: the line `item` begins to search; the flag says when to end. An `endless` search
    /// ends also when nobody could stop it: at the end of input, and when the queue is full.
    pub fn begin_search(&self, item: &Item, endless: bool) -> Arc<AtomicBool> {
        let mut state = self.lock();
        state.running = Some(Running { number: item.number, endless });
        self.stop.store(false, Ordering::Relaxed);
        self.check_running(&state);
        Arc::clone(&self.stop)
    }

    /// Session: waits until the running search is to end.
    pub fn wait_for_stop(&self) {
        let mut state = self.lock();
        while !state.ends_running() && !self.stop.load(Ordering::Relaxed) {
            state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Session: ends the running search from this side (the output is gone).
    pub fn abandon_search(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Session: the line `item` is about to be answered for good, or has been; the second time
    /// does nothing.
    ///
    /// It comes before the last answer of a search: who has read that may rely on nothing running.
    pub fn finish(&self, item: &Item) {
        if !item.is_search {
            return;
        }
        let mut state = self.lock();
        if item.number >= state.answered {
            state.answered = item.number + 1;
            state.searches -= 1;
            state.running = None;
        }
    }
}
