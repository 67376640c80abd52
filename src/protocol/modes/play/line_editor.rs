//! Lines of the prompt: edited and completed on a terminal, read as they are elsewhere.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::protocol::grammar::command::BYTE_ORDER_MARK;
use crate::protocol::io::output::is_stdout_terminal;
use crate::protocol::io::reader::{LONGEST_LINE, cannot_read};

/// Where lines come from.
pub(super) enum LineEditor {
    /// A terminal.
    Terminal(Box<Editor<WordCompleter, MemHistory>>),
    /// A pipe or a file.
    Plain,
}

impl LineEditor {
    /// Reads from stdin.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(super) fn new() -> io::Result<Self> {
        if !(io::stdin().is_terminal() && is_stdout_terminal()) {
            return Ok(Self::Plain);
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let editor = Editor::with_history(config, MemHistory::new());
        Ok(Self::Terminal(Box::new(editor.map_err(fault)?)))
    }

    /// The next line; `None` at the end of the input, or after an interrupt. The words are those
    /// that may be completed.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(super) fn read(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Option<String>> {
        let Self::Terminal(editor) = self else {
            return read_plain().map_err(|error| cannot_read(&error));
        };
        editor.set_helper(Some(WordCompleter(words)));
        match editor.readline(prompt) {
            Ok(line) => {
                editor.add_history_entry(&line).map_err(fault)?;
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(fault(error)),
        }
    }
}

fn fault(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// A line of a pipe or a file, without a byte order mark; of one that is too long only the beginning
/// is kept.
fn read_plain() -> io::Result<Option<String>> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    let limit = LONGEST_LINE as u64;
    if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    let line = String::from_utf8_lossy(&line);
    Ok(Some(line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line).to_owned()))
}

/// The words that may be typed, for completion.
pub(super) struct WordCompleter(Vec<String>);

impl Completer for WordCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..position).unwrap_or(line);
        let start = begun.rfind([' ', '\t']).map_or(0, |blank| blank + 1);
        let begun = begun.get(start..).unwrap_or_default();
        let fitting = self.0.iter().filter(|word| word.starts_with(begun));
        Ok((start, fitting.cloned().collect()))
    }
}

impl Hinter for WordCompleter {
    type Hint = String;
}

impl Highlighter for WordCompleter {}

impl Validator for WordCompleter {}

impl Helper for WordCompleter {}
