//! Dialects: other protocols, translated to commands and from replies.
//!
//! The native dialect needs no translation. A foreign one turns each of its lines into commands,
//! and each reply into its own words; it knows no rules, only words.

mod external;
mod piskvork;
mod ubgi;

use super::grammar::command::Command;
use super::grammar::commands::Urgency;
use super::grammar::reply::{Refusal, Reply};

/// A protocol that the engine speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tongue {
    /// Our own, a superset of UGI.
    #[default]
    Native,
    /// Gomocup's, for Connect 5.
    Piskvork,
    /// The Universal Backgammon Interface, drafts 0.01 and 0.1.
    Ubgi,
    /// What GNU Backgammon says to an `external` player.
    External,
}

impl Tongue {
    /// The dialect of this name, as `--dialect` has it.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "native" => Some(Self::Native),
            "piskvork" => Some(Self::Piskvork),
            "ubgi" => Some(Self::Ubgi),
            "external" => Some(Self::External),
            _ => None,
        }
    }

    /// The dialect in which a dialogue begins with this line.
    pub fn of_first_line(line: &str) -> Self {
        match line.split_ascii_whitespace().next().unwrap_or_default() {
            "START" | "RECTSTART" | "ABOUT" | "INFO" => Self::Piskvork,
            "ubgi" => Self::Ubgi,
            _ => Self::Native,
        }
    }

    /// The translator; none for the native dialect.
    pub fn translator(self) -> Option<Box<dyn Dialect>> {
        match self {
            Self::Native => None,
            Self::Piskvork => Some(Box::new(piskvork::Piskvork::default())),
            Self::Ubgi => Some(Box::new(ubgi::Ubgi::default())),
            Self::External => Some(Box::new(external::External::default())),
        }
    }

    /// When a line of this foreign dialect acts.
    pub(super) fn urgency(self, line: &str) -> Urgency {
        match self {
            Self::Piskvork => piskvork::urgency(line),
            Self::External => external::urgency(line),
            Self::Native | Self::Ubgi => {
                ubgi::urgency(line.split_ascii_whitespace().next().unwrap_or_default())
            }
        }
    }
}

/// A foreign dialect in the middle of a dialogue.
pub trait Dialect {
    /// Turns a line into commands; what can be answered at once goes to `out`, a line each.
    ///
    /// # Errors
    /// A [`Refusal`] naming the defect; [`Self::answered`] will put it into words.
    fn read(&mut self, line: &str, out: &mut Vec<String>) -> Result<Vec<Command>, Refusal>;

    /// Puts a reply into words, and says what the engine does next by itself.
    fn answered(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command>;
}
