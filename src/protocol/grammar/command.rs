//! A line of the native dialect as a value that owns its meaning.

use super::commands;
use super::reply::{Code, Refusal};
use crate::search::{Clock, Rollout};

/// Some words of a line, kept with one blank between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(String);

impl Words {
    /// The words of a text.
    pub fn new(text: &str) -> Self {
        let mut words = String::with_capacity(text.len());
        for word in text.split_ascii_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        Self(words)
    }

    /// All words, one blank between them.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Word after word.
    pub fn to_vec(&self) -> Vec<&str> {
        self.0.split_ascii_whitespace().collect()
    }
}

/// One command, read but not yet held against a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant is the command of its name, see protocol.md")]
pub enum Command {
    Ugi,
    IsReady,
    Games,
    Players,
    Help(Option<String>),
    /// The game's name and the words behind it; `None` for the same game again.
    NewGame(Option<(String, Words)>),
    /// The position's text, `None` for the start position, and the moves from there.
    Position(Option<String>, Words),
    Move(Words),
    Undo(u64),
    History,
    Dice(u8, u8),
    Roll,
    Legal,
    Go(Go),
    Stop,
    Quit,
    Show,
    Fen,
    Query(Query),
    Eval,
    Find(String),
    Playable,
    Perft {
        depth: u32,
        divide: bool,
    },
    Bench(Option<String>),
    SetOption {
        name: String,
        value: Option<String>,
    },
}

/// A day in milliseconds; a longer time counts as none.
const LONGEST_WAIT: u64 = 86_400_000;

/// What `go` was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The player's name.
    pub player: Option<String>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// The clocks of both sides, in milliseconds.
    pub clock: Option<Clock>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Games to play out instead of a search alone.
    pub rollout: Option<Rollout>,
    /// Hold the answer until stopped.
    pub infinite: bool,
    /// The only moves to consider; empty for all.
    pub moves: Words,
}

impl Go {
    /// Whether this search ends only when it is told to, within a day.
    pub fn is_endless(&self) -> bool {
        let waits = self.movetime.is_some_and(|ms| ms > LONGEST_WAIT);
        self.infinite
            || waits
                && self.clock.is_none()
                && self.depth.is_none()
                && self.nodes.is_none()
                && self.rollout.is_none()
    }

    /// Whether anything ends this search by itself.
    pub const fn is_limited(&self) -> bool {
        self.movetime.is_some()
            || self.clock.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.rollout.is_some()
            || self.infinite
    }
}

/// A question of `query`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant is the question of its name, see protocol.md")]
pub enum Query {
    FirstTurn,
    GameOver,
    Result,
    Points,
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

/// What separates words.
pub(crate) const BLANKS: [char; 2] = [' ', '\t'];

/// Reads a line without its tag; `None` for a blank line or a comment.
///
/// # Errors
/// A [`Refusal`] naming the defect and the offending word.
///
/// # Examples
/// ```
/// use parlour::protocol::grammar::command::{Command, read};
/// assert_eq!(read("undo 2"), Ok(Some(Command::Undo(2))));
/// assert_eq!(read("# a comment"), Ok(None));
/// assert!(read("undo two").is_err());
/// ```
pub fn read(line: &str) -> Result<Option<Command>, Refusal> {
    let line = line.trim_matches(BLANKS);
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = line.split_once(BLANKS).unwrap_or((line, ""));
    let Some(row) = commands::find(word) else { return Err(unknown_command(word)) };
    (row.parse)(rest.trim_start_matches(BLANKS)).map(Some)
}

/// The refusal of a word that is no command, with a hint where one is near.
pub(crate) fn unknown_command(word: &str) -> Refusal {
    let hint = commands::nearest(word)
        .map_or_else(|| "try 'help'".to_owned(), |near| format!("did you mean '{near}'?"));
    Refusal::new(Code::UnknownCommand, format!("'{word}' is no command; {hint}"))
}
