//! The commands of the native protocol, as values.

use crate::base::Side;
use crate::search::{Limits, Options};

/// The characters that separate words.
pub(crate) const BLANKS: [char; 2] = [' ', '\t'];

/// Some words of a line, stored with one blank between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens(String);

impl Tokens {
    /// The words of a text; blanks between parentheses are commas, so `(4 1)` is the word `(4,1)`.
    pub fn new(text: &str) -> Self {
        let mut words = String::with_capacity(text.len());
        for word in joined(text).split_ascii_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        Self(words)
    }

    /// All words, with one blank between them.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The words in order.
    pub fn to_vec(&self) -> Vec<&str> {
        self.0.split_ascii_whitespace().collect()
    }
}

/// A text with commas instead of the blanks in each pair of parentheses.
fn joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        let Some((inside, behind)) = after.split_once(')') else { break };
        let parts = inside.split([' ', '\t', ',']).filter(|part| !part.is_empty());
        let parts: Vec<_> = parts.collect();
        joined.push_str(before);
        joined.push('(');
        joined.push_str(&parts.join(","));
        joined.push(')');
        rest = behind;
    }
    joined.push_str(rest);
    joined
}

/// One parsed command, not yet checked against a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "internals",
    expect(missing_docs, reason = "each variant is the command of its name, see protocol.md")
)]
pub enum Command {
    Ugi,
    IsReady,
    Games,
    Players,
    Describe,
    Help(Option<String>),
    /// The game's name and the words after it; `None` for the same game again.
    NewGame(Option<(String, Tokens)>),
    /// The position's text, `None` for the start position, and the moves from there.
    Position(Option<String>, Tokens),
    Move(Tokens),
    Undo(u64),
    History,
    Dice(u8, u8),
    Roll,
    Legal,
    Go(Go),
    Explain(Go),
    Stop,
    Quit,
    Show,
    Fen,
    Query(Query),
    Eval,
    Find(String),
    Playable,
    Opportunities(String),
    Lines(String),
    /// The side at the bottom, and the clicks that were made.
    Svg(Side, Tokens),
    /// The clicks that were made.
    Spots(Tokens),
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

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The player's name.
    pub player: Option<String>,
    /// The limits that are named; the overhead, and whether forced moves are played at once, are not
    /// among them.
    pub limits: Limits,
    /// Report in JSON objects.
    pub json: bool,
    /// The only moves to consider; empty for all.
    pub moves: Tokens,
}

impl Go {
    /// The limits of the search, with the default time of the options where none is named.
    pub fn limits_with(&self, options: &Options) -> Limits {
        let milliseconds = |name| u64::try_from(options.spin(name)).unwrap_or_default();
        let mut limits = self.limits.clone();
        if !limits.is_limited() {
            limits.movetime = Some(milliseconds("MoveTime"));
        }
        Limits { overhead: milliseconds("MoveOverhead"), forced_at_once: true, ..limits }
    }
}

/// The argument of `query`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "internals",
    expect(missing_docs, reason = "each variant is the argument of its name, see protocol.md")
)]
pub enum Query {
    FirstTurn,
    GameOver,
    Result,
    Points,
    Ending,
    Turn,
    Match,
    Stakes,
    Seed,
}

#[cfg(test)]
mod tests {
    use super::Tokens;

    #[test]
    fn parentheses_hold_a_word_together() {
        let words = |text| Tokens::new(text).as_str().to_owned();
        assert_eq!(words("(4 1) h8\t( 5 ,\t2 )"), "(4,1) h8 (5,2)");
        assert_eq!(words("8/5(2) 6/5(2)"), "8/5(2) 6/5(2)");
        assert_eq!(words("(4 1"), "(4 1");
        assert_eq!(words(") (4 1) ("), ") (4,1) (");
        assert_eq!(words("()"), "()");
    }
}
