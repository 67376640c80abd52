//! The writer of replies, which adds the tag of the line or translates the reply to the dialect of the client.

use std::sync::Arc;

use super::output::Output;
use crate::protocol::dialects::{Dialect, DialectName, translator};
use crate::protocol::grammar::command::Command;
use crate::protocol::grammar::refusal::Refusal;
use crate::protocol::grammar::reply::Reply;

/// Writes replies: with the line's tag, or translated to a foreign dialect.
pub(in crate::protocol) struct ReplyWriter {
    output: Arc<Output>,
    /// The tag of the line that is being executed.
    tag: Option<String>,
    translation: Option<Translation>,
    /// The seed for what a foreign dialect leaves to chance.
    seed: u64,
}

/// A foreign dialect in use.
struct Translation {
    dialect: Box<dyn Dialect>,
    /// Commands that follow from replies and have not been executed yet.
    following: Vec<Command>,
}

impl ReplyWriter {
    /// Replies in the native dialect, until a line of another one comes.
    pub(in crate::protocol) const fn new(output: Arc<Output>, seed: u64) -> Self {
        Self { output, tag: None, translation: None, seed }
    }

    /// The next line is executed: its tag, and its dialect.
    pub(in crate::protocol) fn begin_line(&mut self, tag: Option<String>, dialect: DialectName) {
        self.tag = tag;
        if self.translation.is_none() {
            let translation = |dialect| Translation { dialect, following: Vec::new() };
            self.translation = translator(dialect, self.seed).map(translation);
        }
    }

    /// The commands that a line of the foreign dialect stands for.
    ///
    /// # Errors
    /// What the dialect refuses.
    pub(in crate::protocol) fn translate(&mut self, line: &str) -> Result<Vec<Command>, Refusal> {
        let Some(translation) = &mut self.translation else { return Ok(Vec::new()) };
        let mut out = Vec::new();
        let commands = translation.dialect.read_line(line, &mut out);
        self.write_lines(&out);
        commands
    }

    /// Takes the commands that follow from the replies so far, the first one first.
    pub(in crate::protocol) fn take_following(&mut self) -> Vec<Command> {
        let translation = self.translation.as_mut();
        translation.map_or_else(Vec::new, |translation| std::mem::take(&mut translation.following))
    }

    /// Writes one reply.
    pub(in crate::protocol) fn write(&mut self, reply: &Reply) {
        let Some(translation) = &mut self.translation else {
            return self.output.write_reply(self.tag.as_deref(), reply);
        };
        let mut out = Vec::new();
        translation.following.extend(translation.dialect.write_reply(reply, &mut out));
        self.write_lines(&out);
    }

    fn write_lines(&self, lines: &[String]) {
        for line in lines {
            self.output.write_line(line);
        }
    }

    /// Writes `ok`, which a tagged line without another reply gets; a foreign dialect always gets it.
    pub(in crate::protocol) fn write_ok(&mut self) {
        if self.tag.is_some() || self.translation.is_some() {
            self.write(&Reply::Ok);
        }
    }

    /// Adds the conversation from now on to the end of this file; `None` for no file.
    ///
    /// # Errors
    /// As the log refuses it.
    pub(in crate::protocol) fn open_log_file(&self, path: Option<&str>) -> Result<(), Refusal> {
        self.output.log().open(path)
    }

    /// Writes out what waits.
    pub(in crate::protocol) fn flush(&self) {
        self.output.flush();
    }

    /// Whether the other side reads no more.
    pub(in crate::protocol) fn is_closed(&self) -> bool {
        self.output.is_closed()
    }
}
