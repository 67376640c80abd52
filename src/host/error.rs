//! The errors of the host, in kinds to which the protocol gives codes.

use std::fmt;

use crate::base::name_hints;
use crate::game::{DiceError, MoveError, PositionError};

/// The end of the text of [`HostError::NeedDice`], which names the commands that give dice.
pub const COMMANDS_FOR_DICE: &str = ": dice <a> <b>, or roll";

/// Why a game in progress refused a call; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostError {
    /// A move that cannot be played here.
    IllegalMove {
        /// The move as it was given.
        word: String,
        /// Why it cannot be played.
        reason: String,
    },
    /// One of several moves was refused, and so all of them.
    InMoves {
        /// Its number among them, from 1.
        number: usize,
        /// How many there are.
        count: usize,
        /// The move as it was given.
        word: String,
        /// Why it was refused.
        error: Box<Self>,
    },
    /// A move after the end of the game.
    GameOver,
    /// The side to decide must have dice first.
    NeedDice,
    /// A position that cannot be played: the defect, as in [`PositionError`].
    BadPosition(String),
    /// A value outside its range.
    BadValue(String),
    /// Words that are not a form of the command.
    BadSyntax(String),
    /// A call that this game does not support, or not now.
    Unsupported(String),
    /// No player of a name in this game: the name and those there are, in words.
    UnknownPlayer(String),
}

impl HostError {
    /// The error of the move `word`.
    pub fn of_move(word: &str, error: &MoveError) -> Self {
        match error {
            MoveError::NeedDice => Self::NeedDice,
            error => Self::IllegalMove { word: word.to_owned(), reason: error.to_string() },
        }
    }

    /// This error of the move with this number, from 1, of several in one word.
    #[must_use]
    pub fn in_word(self, word: &str, number: u32) -> Self {
        match self {
            Self::IllegalMove { word: rest, reason } => Self::IllegalMove {
                word: word.to_owned(),
                reason: format!("move {number} in it, '{rest}': {reason}"),
            },
            other => other,
        }
    }

    /// No player of this name among those of the game.
    pub fn unknown_player(name: &str, players: &[&str]) -> Self {
        let list = name_hints::names_there_are("players", name, players);
        Self::UnknownPlayer(format!("no player '{name}' in this game{list}"))
    }
}

impl From<PositionError> for HostError {
    fn from(error: PositionError) -> Self {
        Self::BadPosition(error.to_string())
    }
}

impl From<DiceError> for HostError {
    fn from(error: DiceError) -> Self {
        match error {
            DiceError::Value(_) | DiceError::Equal => Self::BadValue(error.to_string()),
            DiceError::Unwanted(_) => Self::Unsupported(error.to_string()),
        }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove { word, reason } => write!(f, "'{word}': {reason}"),
            Self::InMoves { number, count, word, error } => {
                write!(f, "move {number} of {count} ")?;
                match **error {
                    Self::IllegalMove { .. } => write!(f, "{error}"),
                    _ => write!(f, "'{word}': {error}"),
                }
            }
            Self::GameOver => f.write_str("the game is over"),
            Self::NeedDice => write!(f, "dice must be given first{COMMANDS_FOR_DICE}"),
            Self::BadPosition(text)
            | Self::BadValue(text)
            | Self::BadSyntax(text)
            | Self::Unsupported(text)
            | Self::UnknownPlayer(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for HostError {}

/// Why the file of a table of solved positions was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolvedTableError {
    /// The file is not a table, or it is damaged: the defect in words.
    BadFile(String),
    /// A score is wrong: which one, in words.
    WrongScore(String),
}

impl fmt::Display for SolvedTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::BadFile(text) | Self::WrongScore(text)) = self;
        f.write_str(text)
    }
}

impl std::error::Error for SolvedTableError {}
