//! The one long-lived search thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// Bytes of its stack, for deep recursion; only what is used takes memory.
const STACK: usize = 64 << 20;

/// Runs searches one after another on a thread of their own, started when first needed.
///
/// If the system refuses the thread, they run on the caller's.
#[derive(Default)]
pub struct SearchThread {
    jobs: Option<Sender<Job>>,
}

/// The search ended without an answer: it panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

impl SearchThread {
    /// Runs `job` on the search thread, passes its messages to `receive`, and returns its result.
    ///
    /// # Errors
    /// [`Failed`] if the job panicked; the thread keeps running.
    pub fn run<M: Send + 'static, R: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut dyn FnMut(M)) -> R + Send + 'static,
        receive: impl FnMut(M),
    ) -> Result<R, Failed> {
        let (send, messages) = channel();
        let (send_result, result) = channel();
        let guarded = move || {
            let mut relay = |message| drop(send.send(message));
            let result = catch_unwind(AssertUnwindSafe(|| job(&mut relay)));
            drop(send);
            drop(send_result.send(result.ok()));
        };
        match self.thread() {
            Some(thread) => thread.send(Box::new(guarded)).map_err(|_| Failed)?,
            // The messages wait until the end.
            None => guarded(),
        }
        messages.into_iter().for_each(receive);
        result.recv().ok().flatten().ok_or(Failed)
    }

    /// The thread; `None`, with a warning, if the system refuses one.
    fn thread(&mut self) -> Option<&Sender<Job>> {
        if self.jobs.is_none() {
            let (jobs, queue) = channel::<Job>();
            let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
            builder
                .spawn(move || queue.into_iter().for_each(|job| job()))
                .inspect_err(|error| log::warn!("no thread for searches: {error}"))
                .ok()?;
            self.jobs = Some(jobs);
        }
        self.jobs.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::{Failed, SearchThread};

    #[test]
    fn thread_survives_a_panic() {
        let mut thread = SearchThread::default();
        let broken = thread.run(|_: &mut dyn FnMut(u8)| -> u8 { panic!("on purpose") }, |_| {});
        assert_eq!(broken, Err(Failed));
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
}
