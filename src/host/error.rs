//! Why a table refused what it was asked, in kinds that the protocol gives codes to.

use std::fmt;

use crate::game::{DiceError, MoveError, PositionError};

/// A refusal of the table; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostError {
    /// A move that cannot be played here: the word, and why.
    IllegalMove(String, String),
    /// A move after the end of the game.
    GameOver,
    /// The question needs dice on the table first.
    NeedDice,
    /// A position that cannot be played: the defect.
    BadPosition(String),
    /// A value outside its range.
    BadValue(String),
    /// Words that fit no form of the command.
    BadSyntax(String),
    /// Something this game does not have, or not now.
    Unsupported(String),
    /// No player of this name in this game: the name.
    UnknownPlayer(String),
}

impl HostError {
    /// The refusal of the move `word`.
    pub fn of_move(word: &str, error: &MoveError) -> Self {
        match error {
            MoveError::NeedDice => Self::NeedDice,
            error => Self::IllegalMove(word.to_owned(), error.to_string()),
        }
    }
}

impl From<PositionError> for HostError {
    fn from(error: PositionError) -> Self {
        Self::BadPosition(error.0)
    }
}

impl From<DiceError> for HostError {
    fn from(error: DiceError) -> Self {
        match error {
            DiceError::Value(_) => Self::BadValue(error.to_string()),
            DiceError::Unwanted => Self::Unsupported(error.to_string()),
        }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(word, reason) => write!(f, "'{word}': {reason}"),
            Self::GameOver => f.write_str("the game is over"),
            Self::NeedDice => f.write_str("dice must be given first: dice <a> <b>, or roll"),
            Self::BadPosition(text)
            | Self::BadValue(text)
            | Self::BadSyntax(text)
            | Self::Unsupported(text) => f.write_str(text),
            Self::UnknownPlayer(name) => write!(f, "no player '{name}' in this game"),
        }
    }
}

impl std::error::Error for HostError {}
