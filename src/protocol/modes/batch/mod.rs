//! One position a line in, one answer a line out, in the same order, on any number of threads.

mod line;
mod ordered_pipeline;
mod result;

use std::io::{self, BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use serde_json::json;

use line::Line;
use ordered_pipeline::{Answer, Belt};

use super::super::grammar::reply::{Code, Refusal};
use super::super::io::writer::Output;
use crate::host::{GameHost, GameKind};
use crate::search::{Clock, Limits, Options};

/// What to do with each line.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub kind: &'static GameKind,
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
    fn is_limited(&self) -> bool {
        self.movetime.or(self.nodes).is_some() || self.depth.is_some() || self.clock.is_some()
    }

    /// Whether the game's solver is to answer, however long it takes: it is asked for nothing
    /// but scores, without limits.
    fn is_solved(&self, table: &dyn GameHost) -> bool {
        let solver = table.solver();
        let is_asked = self.player.is_none() || self.player.as_deref() == solver;
        self.score_only && !self.is_limited() && solver.is_some() && is_asked
    }

    fn limits(&self, options: &Options) -> Limits {
        let limited = self.is_limited();
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

/// Answers every line of the input in its order; says whether any was refused.
///
/// Each answer leaves as soon as those before it have.
///
/// # Errors
/// Only if the input cannot be read; a bad line is answered with its error.
pub fn run(
    plan: &Plan,
    input: BufReader<impl Read + Send + 'static>,
    output: &Arc<Output>,
) -> io::Result<bool> {
    let jobs = plan.jobs.clamp(1, 1_024);
    let belt = Arc::new(Belt::new(input, output, jobs as u64));
    // Not joined: when nobody reads our output one may wait for input that never comes.
    for _ in 0..jobs {
        let (plan, belt) = (plan.clone(), Arc::clone(&belt));
        thread::spawn(move || work(&plan, &belt));
    }
    belt.see_off()
}

/// Thread: answers lines until there are none.
fn work(plan: &Plan, belt: &Belt<impl Read>) {
    let mut table = None;
    while let Some((number, line)) = belt.take() {
        let answered = catch_unwind(AssertUnwindSafe(|| answer(plan, &mut table, &line)));
        let failed = || {
            let input = line.as_deref().unwrap_or_else(|(input, _)| input);
            refused(plan, input, &Refusal::new(Code::Internal, "the search has failed"))
        };
        belt.put(number, answered.unwrap_or_else(|_| failed()));
    }
    belt.leave();
}

/// The line of output for a line of input.
fn answer(plan: &Plan, table: &mut Option<Box<dyn GameHost>>, line: &Line) -> Answer {
    let line = match line {
        Ok(line) if line.trim().is_empty() => return Answer::plain(String::new()),
        Ok(line) => line,
        Err((told, refusal)) => return refused(plan, without_note(told), refusal),
    };
    let input = without_note(line);
    match result::search(plan, table, input) {
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
