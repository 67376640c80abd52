//! Moves and positions as text, and a drawing for people.

use std::fmt;

use super::Position;
use crate::board::render::Style;
use crate::board::rows::RowsError;

/// How a game writes itself down.
pub trait Notation: Position {
    /// Reads one **legal** move from the front of a word; returns it and what is left.
    ///
    /// A word may hold several moves without blanks (`4453`, `h8h9`); the caller plays the
    /// first one and reads on.
    ///
    /// The caller (`Seat`) sees to it that the game goes on, before each move of a word: of a
    /// finished game any answer will do, but no panic. Whether there are dice is looked at here.
    ///
    /// # Errors
    /// [`MoveError::Unreadable`] if the text names no move of this game,
    /// [`MoveError::Illegal`] if it does, but not one that is allowed here,
    /// [`MoveError::NeedDice`] if it could be allowed, once there are dice.
    fn read_move<'a>(&self, text: &'a str) -> Result<(Self::Move, &'a str), MoveError>;

    /// Writes a legal move of this position, so that [`Self::read_move`] gives it back.
    fn write_move(&self, m: Self::Move, out: &mut String);

    /// Reads a whole position; `self` is the variant's start position.
    ///
    /// Its settings (win length, rule, stakes) the new one keeps unless the text itself says
    /// otherwise.
    ///
    /// # Errors
    /// [`PositionError`] naming the defect, if the text is not a position that can be played.
    fn read_position(&self, text: &str) -> Result<Self, PositionError>;

    /// Writes the position on one line, so that [`Self::read_position`] gives it back.
    fn write_position(&self, out: &mut String);

    /// Draws the board for people, some lines of text, each ended by a newline.
    fn draw(&self, style: Style, out: &mut String);

    /// The start of the next game: the same variant again.
    ///
    /// A finished game of a match carries its score on.
    #[must_use]
    fn next_game(&self, start: &Self) -> Self {
        start.clone()
    }
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not a move of this game; what was expected instead.
    Unreadable(&'static str),
    /// A move that is not allowed in this position, and why.
    Illegal(&'static str),
    /// A move that is made with dice, and none lie here.
    NeedDice,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(expected) => write!(f, "not a move: expected {expected}"),
            Self::Illegal(reason) => f.write_str(reason),
            Self::NeedDice => f.write_str("the dice come first"),
        }
    }
}

impl std::error::Error for MoveError {}

/// Why a position was refused: the defect in words, lower case, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError(pub String);

impl PositionError {
    /// An error with this defect.
    pub fn new(defect: impl Into<String>) -> Self {
        Self(defect.into())
    }
}

impl From<RowsError> for PositionError {
    fn from(error: RowsError) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PositionError {}
