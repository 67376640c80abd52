//! Lines from the input to the workers, and answers from them to the output, in the same order.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use super::next_input_line;
use super::next_input_line::InputLine;
use crate::base::locks::{lock, wait};
use crate::protocol::io::output::Output;

/// Answers that may wait for those before them, a worker. Set by hand.
const MOST_WAITING_ANSWERS: u64 = 16;
/// How long quick answers are collected before they are written out together. Set by hand.
const GATHERING: Duration = Duration::from_millis(2);

/// A line of output.
pub(super) struct LineAnswer {
    /// The text of the line, without a line break.
    pub(super) text: String,
    /// Whether it refuses the line of input.
    pub(super) is_refusal: bool,
}

/// The data that the workers share.
///
/// Each takes the next line itself, and the worker that has the answer that is due writes it, so
/// that no thread is woken for a line.
pub(super) struct OrderedPipeline<R> {
    source: Mutex<LineSource<R>>,
    answers: Mutex<AnswersInOrder>,
    /// Notified when something was written or a worker has ended.
    progress: Condvar,
    /// Notified when fewer answers wait.
    not_full: Condvar,
    output: Arc<Output>,
    /// Threads that take lines, at least 1.
    workers: u64,
}

/// Where lines come from.
struct LineSource<R> {
    input: BufReader<R>,
    /// Number of the next line.
    next: u64,
    error: Option<io::Error>,
}

/// Where answers go.
struct AnswersInOrder {
    waiting: BTreeMap<u64, LineAnswer>,
    /// Number of the answer that is due.
    due: u64,
    any_refused: bool,
    is_unwritten: bool,
    /// Workers that have not ended.
    working: u64,
}

impl<R: Read> OrderedPipeline<R> {
    /// A pipeline of this many workers (at least one).
    pub(super) fn new(input: BufReader<R>, output: &Arc<Output>, workers: u64) -> Self {
        let waiting = BTreeMap::new();
        let answers = AnswersInOrder {
            waiting,
            due: 0,
            any_refused: false,
            is_unwritten: false,
            working: workers,
        };
        Self {
            source: Mutex::new(LineSource { input, next: 0, error: None }),
            answers: Mutex::new(answers),
            progress: Condvar::new(),
            not_full: Condvar::new(),
            output: Arc::clone(output),
            workers,
        }
    }

    /// The next line and its number; `None` at the end.
    pub(super) fn next_line(&self) -> Option<(u64, InputLine)> {
        let mut source = lock(&self.source);
        if self.workers > 1 {
            let mut answers = lock(&self.answers);
            while source.next >= answers.due + MOST_WAITING_ANSWERS * self.workers {
                answers = wait(&self.not_full, answers);
            }
        }
        if self.output.is_closed() || source.error.is_some() {
            return None;
        }
        if !source.input.buffer().contains(&b'\n') {
            self.output.flush();
        }
        let is_first = source.next == 0;
        match next_input_line::next_line(&mut source.input, is_first) {
            Ok(line) => {
                let number = source.next;
                source.next += 1;
                line.map(|line| (number, line))
            }
            Err(error) => {
                source.error = Some(error);
                None
            }
        }
    }

    /// Takes the answer to the line of this number.
    pub(super) fn put_answer(&self, number: u64, answer: LineAnswer) {
        let answers = &mut *lock(&self.answers);
        let before = answers.due;
        answers.waiting.insert(number, answer);
        while let Some(answer) = answers.waiting.remove(&answers.due) {
            self.output.write_line(&answer.text);
            answers.any_refused |= answer.is_refusal;
            answers.due += 1;
        }
        if answers.due > before {
            if !std::mem::replace(&mut answers.is_unwritten, true) {
                self.progress.notify_one();
            }
            self.not_full.notify_all();
        }
    }

    /// A worker has ended.
    pub(super) fn worker_done(&self) {
        lock(&self.answers).working -= 1;
        self.progress.notify_one();
    }

    /// Writes answers out until all workers have ended or the output is closed; returns whether
    /// any line was refused.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(super) fn write_answers(&self) -> io::Result<bool> {
        loop {
            let mut answers = lock(&self.answers);
            while !answers.is_unwritten && answers.working > 0 {
                answers = wait(&self.progress, answers);
            }
            answers.is_unwritten = false;
            let (is_over, any_refused) = (answers.working == 0, answers.any_refused);
            drop(answers);
            self.output.flush();
            if self.output.is_closed() {
                return Ok(any_refused);
            }
            if is_over {
                return lock(&self.source).error.take().map_or(Ok(any_refused), Err);
            }
            thread::sleep(GATHERING);
        }
    }
}
