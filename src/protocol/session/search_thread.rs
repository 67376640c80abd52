//! The thread on which the searches of a session run, and what the log says of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use crate::base::Side;
use crate::host::{SearchAnswer, SearchRequest};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::line_queue::{LineQueue, QueuedLine};
use crate::protocol::io::polled_input::PolledInput;
use crate::search::player::options::{LEVEL, THREADS};
use crate::search::{Budget, StopSignal};

type Job = Box<dyn FnOnce() + Send>;

/// Bytes of the stack of the search thread, for deep recursion; only what is used takes memory. Set
/// by hand.
const STACK: usize = 64 << 20;

/// Where the searches of a session run, and who reads lines meanwhile.
pub(super) enum SearchRunner {
    /// On a thread of their own; another one reads lines.
    OnOwnThread(SearchThread),
    /// On the session's thread, which reads lines when the search asks whether to end.
    Inline(Arc<PolledInput>),
}

impl SearchRunner {
    /// The search on `line` begins, see [`LineQueue::begin_search`]; returns what ends it.
    pub(super) fn begin(
        &self,
        queue: &LineQueue,
        line: &QueuedLine,
        is_endless: bool,
    ) -> Arc<dyn StopSignal + Send> {
        let stop = queue.begin_search(line, is_endless);
        match self {
            Self::OnOwnThread(_) => stop,
            Self::Inline(input) => Arc::clone(input) as _,
        }
    }

    /// Runs `job`, passes its messages to `receive`, and returns its result.
    ///
    /// # Errors
    /// [`SearchPanicked`] if the job panicked.
    pub(super) fn run<M: Send + 'static, R: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut dyn FnMut(M)) -> R + Send + 'static,
        mut receive: impl FnMut(M),
    ) -> Result<R, SearchPanicked> {
        match self {
            Self::OnOwnThread(thread) => thread.run(job, receive),
            Self::Inline(_) => {
                catch_unwind(AssertUnwindSafe(|| job(&mut receive))).map_err(|_| SearchPanicked)
            }
        }
    }

    /// Waits until the running search is to end.
    pub(super) fn wait_for_stop(&self, queue: &LineQueue) {
        match self {
            Self::OnOwnThread(_) => queue.wait_for_stop(),
            Self::Inline(input) => input.wait_for_stop(),
        }
    }
}

/// Runs searches one after another on a thread of their own, started when first needed.
///
/// If the system refuses the thread, they run on the caller's. When it is dropped, the thread ends.
#[derive(Default)]
pub struct SearchThread {
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

/// The search ended without an answer: it panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchPanicked;

impl From<SearchPanicked> for Refusal {
    fn from(_: SearchPanicked) -> Self {
        Self::new(Code::Internal, "the search has failed; the game is as it was")
    }
}

impl SearchThread {
    /// Runs `job` on the search thread and returns its result.
    ///
    /// The messages of the job are passed to `receive`.
    ///
    /// # Errors
    /// [`SearchPanicked`] if the job panicked; the thread keeps running.
    pub fn run<M: Send + 'static, R: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut dyn FnMut(M)) -> R + Send + 'static,
        receive: impl FnMut(M),
    ) -> Result<R, SearchPanicked> {
        let (send, messages) = channel();
        let (send_result, result) = channel();
        let guarded = move || {
            let mut relay = |message| drop(send.send(message));
            let result = catch_unwind(AssertUnwindSafe(|| job(&mut relay)));
            drop(send);
            drop(send_result.send(result.ok()));
        };
        match self.thread() {
            Some(thread) => thread.send(Box::new(guarded)).map_err(|_| SearchPanicked)?,
            // The messages wait until the end.
            None => guarded(),
        }
        messages.into_iter().for_each(receive);
        result.recv().ok().flatten().ok_or(SearchPanicked)
    }

    /// The thread; `None`, with a warning, if the system refuses one.
    fn thread(&mut self) -> Option<&Sender<Job>> {
        if self.jobs.is_none() {
            let (jobs, queue) = channel::<Job>();
            let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
            let handle = builder
                .spawn(move || queue.into_iter().for_each(|job| job()))
                .inspect_err(|error| log::warn!("no thread for searches: {error}"))
                .ok()?;
            (self.jobs, self.handle) = (Some(jobs), Some(handle));
        }
        self.jobs.as_ref()
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            drop(handle.join());
        }
    }
}

/// Logs the player and the limits that a search for this side begins with.
pub(super) fn log_begin_of_search(request: &SearchRequest<'_>, default_player: &str, side: Side) {
    let limits = &request.limits;
    log::debug!(
        "search by {}: {}, {limits}, level {}, threads {}",
        request.player.unwrap_or(default_player),
        Budget::new(limits, side),
        request.options.number(&LEVEL),
        request.options.number(&THREADS),
    );
}

/// Logs what a search has found.
pub(super) fn log_end_of_search(answer: &SearchAnswer) {
    let milliseconds = answer.time.as_millis();
    log::debug!("search ends: {} after {} nodes, {milliseconds} ms", answer.best, answer.nodes);
}
