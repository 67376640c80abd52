//! Lines from the input to the workers, and answers from them to the output, in the same order.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::line::{Line, next_line};
use crate::protocol::io::writer::Output;

/// Answers that may wait for those before them, a worker.
const WAITING: u64 = 16;
/// How long quick answers gather before they are sent on their way together.
const GATHERING: Duration = Duration::from_millis(2);

/// A line of output.
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) is_refusal: bool,
}

/// What the workers share.
///
/// Each takes the next line itself, and whoever has the answer that is due writes it, so that
/// nobody is woken for a line.
pub(super) struct Belt<R> {
    intake: Mutex<Intake<R>>,
    exit: Mutex<Exit>,
    /// Something was written, or a worker has gone.
    news: Condvar,
    /// Fewer answers wait.
    room: Condvar,
    output: Arc<Output>,
    workers: u64,
}

/// Where lines come from.
struct Intake<R> {
    input: BufReader<R>,
    /// Number of the next line.
    next: u64,
    error: Option<io::Error>,
}

/// Where answers go.
struct Exit {
    waiting: BTreeMap<u64, Answer>,
    /// Number of the answer that is due.
    due: u64,
    any_refused: bool,
    is_unsent: bool,
    /// Workers that are still there.
    working: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait<'a, T>(on: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    on.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

impl<R: Read> Belt<R> {
    /// A belt between so many workers (at least one).
    pub(super) fn new(input: BufReader<R>, output: &Arc<Output>, workers: u64) -> Self {
        let waiting = BTreeMap::new();
        let exit = Exit { waiting, due: 0, any_refused: false, is_unsent: false, working: workers };
        Self {
            intake: Mutex::new(Intake { input, next: 0, error: None }),
            exit: Mutex::new(exit),
            news: Condvar::new(),
            room: Condvar::new(),
            output: Arc::clone(output),
            workers,
        }
    }

    /// The next line and its number; `None` at the end.
    pub(super) fn take(&self) -> Option<(u64, Line)> {
        let mut intake = lock(&self.intake);
        if self.workers > 1 {
            let mut exit = lock(&self.exit);
            while intake.next >= exit.due + WAITING * self.workers {
                exit = wait(&self.room, exit);
            }
        }
        if self.output.is_closed() || intake.error.is_some() {
            return None;
        }
        if !intake.input.buffer().contains(&b'\n') {
            self.output.flush();
        }
        match next_line(&mut intake.input) {
            Ok(line) => {
                let number = intake.next;
                intake.next += 1;
                line.map(|line| (number, line))
            }
            Err(error) => {
                intake.error = Some(error);
                None
            }
        }
    }

    /// Brings the answer to the line of this number.
    pub(super) fn put(&self, number: u64, answer: Answer) {
        let exit = &mut *lock(&self.exit);
        let before = exit.due;
        exit.waiting.insert(number, answer);
        while let Some(answer) = exit.waiting.remove(&exit.due) {
            self.output.line(&answer.text);
            exit.any_refused |= answer.is_refusal;
            exit.due += 1;
        }
        if exit.due > before {
            if !std::mem::replace(&mut exit.is_unsent, true) {
                self.news.notify_one();
            }
            self.room.notify_all();
        }
    }

    /// A worker has gone.
    pub(super) fn leave(&self) {
        lock(&self.exit).working -= 1;
        self.news.notify_one();
    }

    /// Sends answers on their way until all workers have gone or nobody reads them.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(super) fn see_off(&self) -> io::Result<bool> {
        loop {
            let mut exit = lock(&self.exit);
            while !exit.is_unsent && exit.working > 0 {
                exit = wait(&self.news, exit);
            }
            exit.is_unsent = false;
            let (is_over, any_refused) = (exit.working == 0, exit.any_refused);
            drop(exit);
            self.output.flush();
            if self.output.is_closed() {
                return Ok(any_refused);
            }
            if is_over {
                return lock(&self.intake).error.take().map_or(Ok(any_refused), Err);
            }
            thread::sleep(GATHERING);
        }
    }
}
