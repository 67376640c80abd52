//! A line of the native protocol: an optional tag, then a command.

use super::command::{BLANKS, Command};
use super::commands::{self, Urgency};
use super::reply::{Code, Refusal};

/// A parsed line of the native protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The tag of its replies.
    pub tag: Option<String>,
    /// What it asks for: nothing, if the line is blank or a comment, or why it is refused.
    pub command: Result<Option<Command>, Refusal>,
    /// When it takes effect; a line that is refused waits for its turn.
    pub urgency: Urgency,
}

impl Line {
    /// Parses a line without its ending.
    pub fn parse(text: &str) -> Self {
        let parsed = split_tag(text).map(|(tag, rest)| (tag, commands::parse_with_urgency(rest)));
        let (tag, parsed) = match parsed {
            Ok((tag, parsed)) => (tag.map(str::to_owned), parsed),
            Err(refusal) => (None, Err(refusal)),
        };
        let urgency = match &parsed {
            Ok(Some((_, urgency))) => *urgency,
            _ => Urgency::Queued,
        };
        Self { tag, command: parsed.map(|parsed| parsed.map(|(command, _)| command)), urgency }
    }
}

/// Splits `@tag ` off the front of a line.
///
/// # Errors
/// [`Code::BadSyntax`] for a malformed tag.
pub fn split_tag(line: &str) -> Result<(Option<&str>, &str), Refusal> {
    let line = line.trim_start_matches(BLANKS);
    let Some(tagged) = line.strip_prefix('@') else { return Ok((None, line)) };
    let end = tagged.find(BLANKS).unwrap_or(tagged.len());
    let (tag, rest) = tagged.split_at(end);
    let is_tag_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if tag.is_empty() || tag.len() > 32 || !tag.chars().all(is_tag_letter) {
        let text = format!("a tag is 1 to 32 letters, digits, '-' and '_', not '{tag}'");
        return Err(Refusal::new(Code::BadSyntax, text));
    }
    Ok((Some(tag), rest.trim_start_matches(BLANKS)))
}
