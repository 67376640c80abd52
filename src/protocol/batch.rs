//! One position a line in, one answer a line out, in the same order, on any number of threads.

use std::io::{self, BufRead, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::input::LONGEST_LINE;
use super::output::Output;
use super::reply::{Code, Refusal, hundredths, rating_text, rounded};
use super::session::open_table;
use crate::base::Score;
use crate::game::Turn;
use crate::search::{Bound, Limits, Options, Rating};
use crate::table::{Kind, Request, Start, Table};
use serde_json::Value;

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
    /// The player to ask; `None` for the default.
    pub player: Option<String>,
    /// Scores as stones left instead of plies.
    pub stones_left: bool,
    /// Leave the move out.
    pub score_only: bool,
    /// Answer in JSON.
    pub json: bool,
}

/// Lines that wait for a free thread or for their turn to be written, a thread.
const WAITING: usize = 16;

/// A line to be answered, and where its answer goes.
type Task = (Line, SyncSender<String>);

/// Answers every line of the input, in its order, each as soon as those before it are written.
///
/// # Errors
/// Only if the input cannot be read; a bad line is answered with its error.
pub fn run(plan: &Plan, input: impl BufRead + Send + 'static, output: &Output) -> io::Result<()> {
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
    while let Some(answer) = next(&announced, output) {
        output.line(&answer);
        if output.is_closed() {
            return Ok(());
        }
    }
    output.flush();
    reader.join().unwrap_or(Ok(()))
}

/// Thread: announces each line's answer in order, then hands the line out.
fn read(
    mut input: impl BufRead,
    give: &SyncSender<Task>,
    announce: &SyncSender<Receiver<String>>,
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
            let input = line.as_deref().unwrap_or_default();
            refused(plan, input, &Refusal::new(Code::Internal, "the search has failed"))
        };
        // Nobody listens any more when our output is closed.
        drop(tell.send(answered.unwrap_or_else(|_| failed())));
    }
}

/// The next answer in order; what was written before is sent on its way first, if we must wait.
fn next(announced: &Receiver<Receiver<String>>, output: &Output) -> Option<String> {
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

/// A line of input, or why it is none.
type Line = Result<String, Refusal>;

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
    if bytes.len() > LONGEST_LINE {
        let text = format!("a line holds at most {LONGEST_LINE} bytes");
        return Ok(Some(Err(Refusal::new(Code::LineTooLong, text))));
    }
    let text = String::from_utf8(bytes).ok().filter(|line| {
        let good = |c: char| !c.is_control() || c == '\t';
        line.chars().all(good)
    });
    let bad = || Refusal::new(Code::BadEncoding, "the line is not plain UTF-8 text");
    Ok(Some(text.ok_or_else(bad)))
}

/// The line of output for a line of input.
fn answer(plan: &Plan, line: &Line) -> String {
    let line = match line {
        Ok(line) if line.trim().is_empty() => return String::new(),
        Ok(line) => line,
        Err(refusal) => return refused(plan, "", refusal),
    };
    let input = line.split('\t').next().unwrap_or_default().trim();
    match search(plan, input) {
        Ok(found) if plan.json => found.json(input, plan),
        Ok(found) => found.text(input, plan),
        Err(refusal) => refused(plan, input, &refusal),
    }
}

/// The line of output for a line that was refused.
fn refused(plan: &Plan, input: &str, refusal: &Refusal) -> String {
    if !plan.json {
        return format!("{input}\terror {refusal}");
    }
    serde_json::json!({
        "input": input,
        "error": { "code": refusal.code.word(), "text": refusal.text },
    })
    .to_string()
}

/// What a search found.
struct Found {
    best: String,
    nodes: u64,
    rating: Option<Rating>,
    bound: Bound,
    exact: bool,
    pv: String,
    /// Cells that were empty before the search, where the game has cells.
    empty: Option<u32>,
}

/// Searches one line at a table of its own, so that no line depends on another.
fn search(plan: &Plan, input: &str) -> Result<Found, Refusal> {
    let mut table = open_table(plan.kind, &[])?;
    set_position(table.as_mut(), input)?;
    let mut found = Found {
        best: "none".to_owned(),
        nodes: 0,
        rating: None,
        bound: Bound::Exact,
        exact: false,
        pv: String::new(),
        empty: table.empty_cells(),
    };
    if let Turn::Over(outcome) = table.turn() {
        // The side to move has lost already, or nobody has.
        let score = outcome.winner().map_or(Score::ZERO, |_| Score::loss_in(0));
        found.rating = Some(Rating::Score(score));
        found.exact = true;
        return Ok(found);
    }
    let options = Options::default();
    let limits = plan.limits(&options);
    let request = Request { player: plan.player.as_deref(), limits, moves: &[], options: &options };
    let job = table.search(&request)?;
    let mut last = None;
    let answer = job(&AtomicBool::new(false), &mut |report| last = Some(report));
    found.best = answer.best;
    found.nodes = answer.nodes;
    if let Some(report) = last {
        found.rating = Some(report.rating);
        found.bound = report.bound;
        found.exact = report.exact;
        found.pv = report.pv;
    }
    Ok(found)
}

impl Plan {
    fn limits(&self, options: &Options) -> Limits {
        let unlimited = self.movetime.or(self.nodes).is_none() && self.depth.is_none();
        let default_time = u64::try_from(options.spin("MoveTime")).ok();
        Limits {
            movetime: self.movetime.or_else(|| default_time.filter(|_| unlimited)),
            depth: self.depth.map(|plies| plies.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            ..Limits::default()
        }
    }
}

/// `moves …`, a run of digits, or a position in the game's own notation with or without moves.
fn set_position(table: &mut dyn Table, input: &str) -> Result<(), Refusal> {
    let words: Vec<&str> = input.split_ascii_whitespace().collect();
    let is_run = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let result = match words.as_slice() {
        ["moves", moves @ ..] => table.set_position(Start::Standard, moves),
        [run] if is_run(run) => table.set_position(Start::Standard, &[run]),
        _ => {
            let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
            let (fen, moves) = words.split_at(end);
            let moves = moves.get(1..).unwrap_or_default();
            table.set_position(Start::Fen(&fen.join(" ")), moves)
        }
    };
    Ok(result?)
}

impl Found {
    fn text(&self, input: &str, plan: &Plan) -> String {
        let score = self.score(plan);
        if plan.score_only {
            format!("{input}\t{score}")
        } else {
            format!("{input}\t{}\t{score}", self.best)
        }
    }

    /// `mate n`, `cp n`, stones left, or `none` from a player that judges nothing.
    fn score(&self, plan: &Plan) -> String {
        match (self.rating, self.empty) {
            (None, _) => "none".to_owned(),
            (Some(Rating::Score(score)), Some(empty)) if plan.stones_left => {
                stones_left(score, self.exact, empty)
                    .map_or_else(|| rating_text(Rating::Score(score)), |stones| stones.to_string())
            }
            (Some(rating), _) => rating_text(rating),
        }
    }

    fn json(&self, input: &str, plan: &Plan) -> String {
        let mut object = serde_json::Map::new();
        let mut put = |key: &str, value: Value| {
            object.insert(key.to_owned(), value);
        };
        put("input", input.into());
        if !plan.score_only {
            put("move", self.best.as_str().into());
        }
        match self.rating {
            Some(Rating::Score(score)) => {
                match score.plies_to_end() {
                    Some(plies) => put("mate", plies.into()),
                    None => put("cp", score.value().into()),
                }
                let stones = self.empty.and_then(|empty| stones_left(score, self.exact, empty));
                if let Some(stones) = stones.filter(|_| plan.stones_left) {
                    put("stones_left", stones.into());
                }
            }
            Some(Rating::Equity(report)) => {
                put("equity", rounded(report.equity).into());
                put("cp", hundredths(report.equity).into());
            }
            None => {}
        }
        put("bound", self.bound.word().into());
        put("exact", self.exact.into());
        put("nodes", self.nodes.into());
        put("pv", self.pv.split_ascii_whitespace().collect::<Vec<_>>().into());
        Value::Object(object).to_string()
    }
}

/// The field's score of Connect Four: +k if the side to move wins with its k-th last stone, −k
/// if it loses so, 0 for a draw that is `exact`; `None` for an estimate.
fn stones_left(score: Score, exact: bool, empty: u32) -> Option<i64> {
    let cells = i64::from(empty);
    match score.plies_to_end() {
        None => (exact && score == Score::ZERO).then_some(0),
        Some(plies) if score > Score::ZERO => Some((cells + 2 - i64::from(plies)) / 2),
        Some(plies) => Some(-((cells + 2 + i64::from(plies)) / 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::stones_left;
    use crate::base::Score;

    #[test]
    fn stones_left_are_the_solvers_scores() {
        // 42 cells: the first player wins the empty board with the 41st stone.
        assert_eq!(stones_left(Score::win_in(41), true, 42), Some(1));
        assert_eq!(stones_left(Score::loss_in(40), true, 41), Some(-1));
        assert_eq!(stones_left(Score::win_in(1), true, 42 - 6), Some(18));
        assert_eq!(stones_left(Score::ZERO, true, 7), Some(0));
        assert_eq!(stones_left(Score::ZERO, false, 7), None);
        assert_eq!(stones_left(Score::centi(3), false, 7), None);
    }
}
