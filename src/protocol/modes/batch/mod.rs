//! One position a line in, one answer a line out, in the same order, on any number of threads.

mod move_loss_and_blunder_marks;
mod next_input_line;
mod ordered_pipeline;
mod search_one_position;
mod settings;

use std::io::{self, BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use serde_json::json;

pub use settings::{BatchSettings, OutputForm};

use next_input_line::InputLine;
use ordered_pipeline::{LineAnswer, OrderedPipeline};

use crate::host::GameHost;
use crate::protocol::grammar::command::Go;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::output::to_stdout;
use crate::protocol::io::reader::cannot_read;
use crate::search::Options;
use crate::search::player::options::MAX_THREADS;

/// Answers every line of stdin on stdout in its order; returns whether any was refused.
///
/// Each answer is written as soon as those before it are.
///
/// # Errors
/// If the game has no such player, or stdin cannot be read or stdout written; a bad line is answered
/// with its error.
pub fn run(settings: &BatchSettings) -> io::Result<bool> {
    settings.setup.refuse_log_file().map_err(io::Error::other)?;
    let game = settings.setup.open_game().map_err(io::Error::other)?;
    let options = settings.setup.engine_options(&game.players()).map_err(io::Error::other)?;
    let chosen = options.player(settings.setup.entry.name).map(str::to_owned);
    let go = Go { player: settings.go.player.clone().or(chosen), ..settings.go.clone() };
    let settings = &BatchSettings { go, ..settings.clone() };
    if let Some(name) = settings.go.player.as_deref() {
        game.check_player(name).map_err(Refusal::from).map_err(io::Error::other)?;
    }
    let jobs = settings.jobs.clamp(1, MAX_THREADS as usize);
    let input = BufReader::new(io::stdin());
    let output = Arc::new(to_stdout());
    let pipeline = Arc::new(OrderedPipeline::new(input, &output, jobs as u64));
    // Not joined: once the output is closed, one may wait for input that never comes.
    let start = |_: &usize| {
        let (settings, pipeline) = (settings.clone(), Arc::clone(&pipeline));
        let options = options.values().clone();
        thread::Builder::new().spawn(move || work(&settings, &options, &pipeline)).is_ok()
    };
    let started = (0..jobs).take_while(start).count();
    if started == 0 {
        return Err(io::Error::other("no thread can be started"));
    }
    if started < jobs {
        log::warn!("no more threads can be started: {started} jobs at the same time");
        (started..jobs).for_each(|_| pipeline.worker_done());
    }
    let any_refused = pipeline.write_answers().map_err(|error| cannot_read(&error))?;
    output.finish().map(|()| any_refused)
}

/// Worker thread: answers lines until the input ends.
fn work(settings: &BatchSettings, options: &Options, pipeline: &OrderedPipeline<impl Read>) {
    let mut game = None;
    while let Some((number, line)) = pipeline.next_line() {
        let answered =
            catch_unwind(AssertUnwindSafe(|| answer(settings, options, &mut game, &line)));
        let failed = || {
            let input = line.as_deref().unwrap_or_else(|(input, _)| input);
            refused(settings, input, &Refusal::new(Code::Internal, "the search has failed"))
        };
        pipeline.put_answer(number, answered.unwrap_or_else(|_| failed()));
    }
    pipeline.worker_done();
}

/// The line of output for a line of input.
fn answer(
    settings: &BatchSettings,
    options: &Options,
    game: &mut Option<Box<dyn GameHost>>,
    line: &InputLine,
) -> LineAnswer {
    let line = match line {
        Ok(line) if line.trim().is_empty() => return LineAnswer::plain(String::new()),
        Ok(line) if line.trim_start().starts_with('#') => return LineAnswer::plain(line.clone()),
        Ok(line) => line,
        Err((printable, refusal)) => return refused(settings, without_note(printable), refusal),
    };
    let mut fields = line.split('\t').map(str::trim);
    let input = fields.next().unwrap_or_default();
    let played = fields.next().filter(|text| !text.is_empty());
    let played = played.filter(|_| settings.form == OutputForm::JsonWithJudgement);
    match search_one_position::search_line(settings, options, game, input, played) {
        Ok(found) if settings.form == OutputForm::Text => {
            LineAnswer::plain(found.text(input, settings))
        }
        Ok(found) => LineAnswer::plain(found.json(input, settings)),
        Err(refusal) => refused(settings, input, &refusal),
    }
}

impl LineAnswer {
    const fn plain(text: String) -> Self {
        Self { text, is_refusal: false }
    }
}

/// A line without what follows a tab.
fn without_note(line: &str) -> &str {
    line.split('\t').next().unwrap_or_default().trim()
}

/// The line of output for a line that was refused.
fn refused(settings: &BatchSettings, input: &str, refusal: &Refusal) -> LineAnswer {
    let text = if settings.form == OutputForm::Text {
        format!("{input}\terror {refusal}")
    } else {
        let (code, text) = (refusal.code.word(), refusal.short_text());
        json!({ "input": input, "error": { "code": code, "text": text } }).to_string()
    };
    LineAnswer { text, is_refusal: true }
}
