//! Dialects: other protocols, translated to commands and from replies.
//!
//! The native dialect needs no translation. A foreign one turns each of its lines into commands
//! and each reply into lines of its own; it knows words, not the rules of a game.

mod dialect_trait;
mod gnubg_external;
mod piskvork;
mod ubgi;

pub use dialect_trait::Dialect;
#[cfg(feature = "cli")]
pub(crate) use gnubg_external::GAME as EXTERNAL_GAME;

use super::grammar::command_table::{NativeLine, Urgency};

/// A protocol that the engine understands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DialectName {
    /// Our own, a superset of UGI.
    #[default]
    Native,
    /// Gomocup's, for Connect 5.
    Piskvork,
    /// The Universal Backgammon Interface, drafts 0.01 and 0.1.
    Ubgi,
    /// The lines that GNU Backgammon sends to an `external` player.
    External,
}

impl DialectName {
    /// All dialects, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Native, Self::Piskvork, Self::Ubgi, Self::External];

    /// The dialect of this name, as `--dialect` has it.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.word() == name)
    }

    /// Its name, as `--dialect` has it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Piskvork => "piskvork",
            Self::Ubgi => "ubgi",
            Self::External => "external",
        }
    }

    /// The game of a dialect that has one alone.
    #[cfg(feature = "cli")]
    pub(crate) const fn game(self) -> Option<&'static str> {
        match self {
            Self::Native => None,
            Self::Piskvork => Some(piskvork::GAME),
            Self::Ubgi => Some(ubgi::GAME),
            Self::External => Some(EXTERNAL_GAME),
        }
    }

    /// The dialect that the name of the running program chooses: managers of Gomocup want
    /// `pbrain-` at its beginning.
    #[cfg(feature = "cli")]
    pub(crate) fn of_program_name() -> Option<Self> {
        let path = std::env::args_os().next().map(std::path::PathBuf::from)?;
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        name.starts_with("pbrain-").then_some(Self::Piskvork)
    }

    /// The dialect of a dialogue that begins with this line.
    pub fn of_first_line(line: &str) -> Self {
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        match word.to_ascii_uppercase().as_str() {
            "START" | "RECTSTART" | "ABOUT" | "INFO" => Self::Piskvork,
            upper if upper.starts_with("YX") => Self::Piskvork,
            _ if word == "ubgi" => Self::Ubgi,
            _ => Self::Native,
        }
    }

    /// When a line of this dialect takes effect.
    pub(super) fn urgency(self, line: &str) -> Urgency {
        match self {
            Self::Native => NativeLine::parse(line).urgency,
            Self::Piskvork => piskvork::urgency(line),
            Self::Ubgi => ubgi::urgency(line),
            Self::External => gnubg_external::urgency(line),
        }
    }
}

/// The translator of a foreign dialect; `None` for the native one.
///
/// It draws from `seed` what its protocol leaves to chance.
pub fn translator(dialect: DialectName, seed: u64) -> Option<Box<dyn Dialect>> {
    match dialect {
        DialectName::Native => None,
        DialectName::Piskvork => Some(Box::new(piskvork::Piskvork::new(seed))),
        DialectName::Ubgi => Some(Box::new(ubgi::Ubgi::default())),
        DialectName::External => Some(Box::new(gnubg_external::External::default())),
    }
}
