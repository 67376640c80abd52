//! The interface between a foreign dialect and the session.

use crate::protocol::grammar::command::Command;
use crate::protocol::grammar::refusal::Refusal;
use crate::protocol::grammar::reply::Reply;

/// Translates a foreign dialect during a dialogue.
pub trait Dialect: Send {
    /// Turns a line into commands; lines that can be answered at once go to `out`.
    ///
    /// # Errors
    /// A [`Refusal`] naming the defect, which [`Self::write_reply`] will be given.
    fn read_line(&mut self, line: &str, out: &mut Vec<String>) -> Result<Vec<Command>, Refusal>;

    /// Writes a reply in the dialect's own lines, and returns the commands that follow from it.
    fn write_reply(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command>;
}
