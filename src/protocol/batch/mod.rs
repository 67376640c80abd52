//! One position a line in, one answer a line out, in the same order, on any number of threads.

mod found;

use std::io::{self, BufRead, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::json;

use super::input::LONGEST_LINE;
use super::output::Output;
use super::reply::{Code, Refusal};
use crate::search::{Clock, Limits, Options};
use crate::table::Kind;

/// What to do with each line.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub kind: &'static Kind,
    /// Threads; each line is worked on by one.
    pub jobs: usize,
    /// Milliseconds a position.
    pub movetime: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes a position.
    pub nodes: Option<u64>,
    /// The clocks of both sides.
    pub clock: Option<Clock>,
    /// The player to ask; `None` for the default.
    pub player: Option<String>,
    /// Scores as stones left instead of plies.
    pub stones_left: bool,
    /// Leave the move out.
    pub score_only: bool,
    /// Answer in JSON.
    pub json: bool,
}

impl Plan {
    fn limits(&self, options: &Options) -> Limits {
        let limited = self.movetime.or(self.nodes).is_some() || self.depth.is_some();
        let limited = limited || self.clock.is_some();
        let default_time = u64::try_from(options.spin("MoveTime")).ok();
        Limits {
            movetime: self.movetime.or_else(|| default_time.filter(|_| !limited)),
            clock: self.clock,
            depth: self.depth.map(|plies| plies.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            ..Limits::default()
        }
    }
}

/// Lines that wait for a free thread or for their turn to be written, a thread.
const WAITING: usize = 16;

/// A line to be answered, and where its answer goes.
type Task = (Line, SyncSender<Answer>);

/// A line of output.
struct Answer {
    text: String,
    is_refusal: bool,
}

/// Answers every line of the input in its order; says whether any was refused.
///
/// Each answer leaves as soon as those before it have.
///
/// # Errors
/// Only if the input cannot be read; a bad line is answered with its error.
pub fn run(plan: &Plan, input: impl BufRead + Send + 'static, output: &Output) -> io::Result<bool> {
    let jobs = plan.jobs.clamp(1, 1_024);
    let (give, given) = sync_channel::<Task>(jobs);
    let (announce, announced) = sync_channel(jobs * WAITING);
    let given = Arc::new(Mutex::new(given));
    for _ in 0..jobs {
        let (plan, given) = (plan.clone(), Arc::clone(&given));
        thread::spawn(move || work(&plan, &given));
    }
    // Not joined: when nobody reads our output it may wait for input that never comes.
    let reader = thread::spawn(move || read(input, &give, &announce));
    let mut any_refused = false;
    while let Some(answer) = next(&announced, output) {
        output.line(&answer.text);
        any_refused |= answer.is_refusal;
        if output.is_closed() {
            return Ok(any_refused);
        }
    }
    output.flush();
    reader.join().unwrap_or(Ok(())).map(|()| any_refused)
}

/// Thread: announces each line's answer in order, then hands the line out.
fn read(
    mut input: impl BufRead,
    give: &SyncSender<Task>,
    announce: &SyncSender<Receiver<Answer>>,
) -> io::Result<()> {
    while let Some(line) = next_line(&mut input)? {
        let (tell, told) = sync_channel(1);
        if announce.send(told).is_err() || give.send((line, tell)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Thread: answers lines as they come free.
fn work(plan: &Plan, given: &Mutex<Receiver<Task>>) {
    loop {
        let task = given.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((line, tell)) = task else { return };
        let answered = catch_unwind(AssertUnwindSafe(|| answer(plan, &line)));
        let failed = || {
            let input = line.as_deref().unwrap_or_else(|(input, _)| input);
            refused(plan, input, &Refusal::new(Code::Internal, "the search has failed"))
        };
        // Nobody listens any more when our output is closed.
        drop(tell.send(answered.unwrap_or_else(|_| failed())));
    }
}

/// The next answer in order; if we must wait, what was written is sent on its way first.
fn next(announced: &Receiver<Receiver<Answer>>, output: &Output) -> Option<Answer> {
    let told = announced.try_recv().or_else(|_| {
        output.flush();
        announced.recv()
    });
    let told = told.ok()?;
    told.try_recv()
        .or_else(|_| {
            output.flush();
            told.recv()
        })
        .ok()
}

/// A line of input, or what can be told of it and why it is none.
type Line = Result<String, (String, Refusal)>;

/// Letters of an over-long line that its answer tells.
const TOLD_OF_OVERLONG: usize = 64;

/// The next line without its ending; over-long ones are skipped without being stored.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = LONGEST_LINE as u64 + 2;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() as u64 == limit {
        input.skip_until(b'\n')?;
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(plain_text(&bytes)))
}

/// The line as text; else its printable letters, and the defect.
fn plain_text(bytes: &[u8]) -> Line {
    let text = String::from_utf8_lossy(bytes);
    let printable = |c: &char| !c.is_control() || *c == '\t';
    if bytes.len() > LONGEST_LINE {
        let told = text.chars().filter(printable).take(TOLD_OF_OVERLONG).collect();
        let defect = format!("a line holds at most {LONGEST_LINE} bytes");
        return Err((told, Refusal::new(Code::LineTooLong, defect)));
    }
    if std::str::from_utf8(bytes).is_ok() && text.chars().all(|c| printable(&c)) {
        return Ok(text.into_owned());
    }
    let told = text.chars().filter(printable).collect();
    Err((told, Refusal::new(Code::BadEncoding, "the line is not plain UTF-8 text")))
}

/// The line of output for a line of input.
fn answer(plan: &Plan, line: &Line) -> Answer {
    let line = match line {
        Ok(line) if line.trim().is_empty() => return Answer::plain(String::new()),
        Ok(line) => line,
        Err((told, refusal)) => return refused(plan, without_note(told), refusal),
    };
    let input = without_note(line);
    match found::search(plan, input) {
        Ok(found) if plan.json => Answer::plain(found.json(input, plan)),
        Ok(found) => Answer::plain(found.text(input, plan)),
        Err(refusal) => refused(plan, input, &refusal),
    }
}

impl Answer {
    const fn plain(text: String) -> Self {
        Self { text, is_refusal: false }
    }
}

/// A line without what follows a tab.
fn without_note(line: &str) -> &str {
    line.split('\t').next().unwrap_or_default().trim()
}

/// The line of output for a line that was refused.
fn refused(plan: &Plan, input: &str, refusal: &Refusal) -> Answer {
    let text = if plan.json {
        let (code, text) = (refusal.code.word(), &refusal.text);
        json!({ "input": input, "error": { "code": code, "text": text } }).to_string()
    } else {
        format!("{input}\terror {refusal}")
    };
    Answer { text, is_refusal: true }
}
