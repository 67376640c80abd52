//! Searches of a session: the thread they run on, the time they keep back after late answers, and
//! what the log says of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::base::Side;
use crate::host::{SearchAnswer, SearchRequest};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::line_queue::{LineQueue, QueuedLine};
use crate::protocol::io::polled_input::PolledInput;
use crate::search::player::options::{LEVEL, THREADS};
use crate::search::{Budget, Limits, StopSignal};

type Job = Box<dyn FnOnce() + Send>;

/// Bytes of the stack of the search thread, for deep recursion; only what is used takes memory. Set
/// by hand.
const STACK: usize = 64 << 20;

/// The least lateness that counts; a quiet machine has less. Set by hand.
const LEAST_LATENESS: Duration = Duration::from_millis(1);
/// The most that is kept back of the time of a search. Set by hand.
const MOST_LATENESS: Duration = Duration::from_millis(30);
/// The part of the reserve that each answer in time takes off: one in this many. Set by hand.
const RESERVE_DECAY: u32 = 32;

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

/// How much earlier than its limit a search is to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AdaptiveMoveOverhead(Duration);

impl AdaptiveMoveOverhead {
    /// Makes the limits shorter by the reserve.
    pub(super) fn shorten(self, limits: &mut Limits) {
        limits.overhead += self.0.as_micros().div_ceil(1_000) as u64;
    }

    /// Learns from a search within these limits that was answered after this time.
    pub(super) fn learn(&mut self, limits: &Limits, side: Side, time: Duration) {
        let limit = Budget::new(limits, side).hard.filter(|_| !limits.infinite);
        let late = limit.map_or(Duration::ZERO, |limit| time.saturating_sub(limit));
        let late = if late < LEAST_LATENESS { Duration::ZERO } else { late.min(MOST_LATENESS) };
        self.0 = late.max(self.0.saturating_sub(self.0 / RESERVE_DECAY));
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

#[cfg(test)]
mod tests {
    use super::{AdaptiveMoveOverhead, MOST_LATENESS, SearchPanicked, SearchThread};
    use crate::base::Side;
    use crate::search::Limits;
    use std::cell::RefCell;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn nothing_is_left_of_the_thread_when_it_is_dropped() {
        thread_local!(static KEPT: RefCell<Option<Arc<()>>> = const { RefCell::new(None) });
        let ours = Arc::new(());
        let theirs = Arc::clone(&ours);
        let mut thread = SearchThread::default();
        let done = thread.run(
            move |_: &mut dyn FnMut(u8)| KEPT.with_borrow_mut(|kept| *kept = Some(theirs)),
            |_| {},
        );
        assert_eq!((done, Arc::strong_count(&ours)), (Ok(()), 2));
        drop(thread);
        assert_eq!(Arc::strong_count(&ours), 1);
    }

    #[test]
    fn thread_survives_a_panic() {
        let mut thread = SearchThread::default();
        let broken = thread.run(|_: &mut dyn FnMut(u8)| -> u8 { panic!("on purpose") }, |_| {});
        assert_eq!(broken, Err(SearchPanicked));
        let mut received = Vec::new();
        let sound = thread.run(
            |send| {
                send(1);
                send(2);
                3
            },
            |n| received.push(n),
        );
        assert_eq!((sound, received), (Ok(3), vec![1, 2]));
    }

    fn limits(movetime: Option<u64>) -> Limits {
        Limits { movetime, ..Limits::default() }
    }

    fn after(reserve: &mut AdaptiveMoveOverhead, movetime: Option<u64>, milliseconds: u64) -> u64 {
        reserve.learn(&limits(movetime), Side::First, Duration::from_millis(milliseconds));
        let mut next = limits(movetime);
        reserve.shorten(&mut next);
        next.overhead
    }

    #[test]
    fn lateness_is_learned_at_once_and_forgotten_slowly() {
        let mut reserve = AdaptiveMoveOverhead::default();
        assert_eq!(after(&mut reserve, Some(100), 100), 0, "in time");
        assert_eq!(after(&mut reserve, Some(100), 108), 8);
        assert_eq!(after(&mut reserve, Some(100), 105), 8, "less than before");
        let answers = (0..200).take_while(|_| after(&mut reserve, Some(100), 90) > 1).count();
        assert!((40..150).contains(&answers), "{answers}");
        assert_eq!(after(&mut reserve, Some(100), 5_000), MOST_LATENESS.as_millis() as u64);
    }

    #[test]
    fn searches_without_a_limit_of_time_teach_nothing() {
        let mut reserve = AdaptiveMoveOverhead::default();
        assert_eq!(after(&mut reserve, None, 9_000), 0);
        let endless = Limits { infinite: true, ..limits(Some(5)) };
        reserve.learn(&endless, Side::First, Duration::from_secs(9));
        assert_eq!(reserve, AdaptiveMoveOverhead::default());
    }
}
