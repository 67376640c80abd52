//! The one long-lived search thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// Room for deep recursion; only what is used is ever touched.
const STACK: usize = 64 << 20;

/// Runs searches one after another on a thread of their own, started when first needed.
#[derive(Default)]
pub struct Searcher {
    jobs: Option<Sender<Job>>,
}

/// The search ended without an answer: it panicked, or no thread could be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

impl Searcher {
    /// Runs `job` on the search thread, gives what it says to `hear`, and returns its result.
    ///
    /// # Errors
    /// [`Failed`] if the job panicked; the thread lives on.
    pub fn run<M: Send + 'static, R: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut dyn FnMut(M)) -> R + Send + 'static,
        hear: impl FnMut(M),
    ) -> Result<R, Failed> {
        let (say, said) = channel();
        let (end, ended) = channel();
        let guarded = move || {
            let mut relay = |message| drop(say.send(message));
            let result = catch_unwind(AssertUnwindSafe(|| job(&mut relay)));
            drop(say);
            drop(end.send(result.ok()));
        };
        self.thread()?.send(Box::new(guarded)).map_err(|_| Failed)?;
        said.into_iter().for_each(hear);
        ended.recv().ok().flatten().ok_or(Failed)
    }

    fn thread(&mut self) -> Result<&Sender<Job>, Failed> {
        if self.jobs.is_none() {
            let (jobs, queue) = channel::<Job>();
            let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
            builder.spawn(move || queue.into_iter().for_each(|job| job())).map_err(|_| Failed)?;
            self.jobs = Some(jobs);
        }
        self.jobs.as_ref().ok_or(Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Failed, Searcher};

    #[test]
    fn thread_survives_a_panic() {
        let mut searcher = Searcher::default();
        let broken = searcher.run(|_: &mut dyn FnMut(u8)| -> u8 { panic!("on purpose") }, |_| {});
        assert_eq!(broken, Err(Failed));
        let mut heard = Vec::new();
        let sound = searcher.run(
            |say| {
                say(1);
                say(2);
                3
            },
            |n| heard.push(n),
        );
        assert_eq!((sound, heard), (Ok(3), vec![1, 2]));
    }
}
