//! How a game reads, writes and draws its moves and positions, and why it refuses them.

use std::fmt;

use super::dice::DiceError;
use super::position::{Position, Turn};
use crate::base::Outcome;
use crate::board::drawing_style::Style;
use crate::board::rows_notation::RowsError;
use crate::board::signs::SideSigns;

/// How a game reads and writes its moves and positions.
pub trait Notation: Position {
    /// Reads one **legal** move from the front of a word; returns it and the rest of the word.
    ///
    /// A word may hold several moves without blanks (`4453`, `h8h9`); the caller plays the
    /// first one and reads on.
    ///
    /// The caller (`HostedGame`) checks before each move of a word that the game is not over: after
    /// the end any result is right, but a panic is not. Whether there are dice is checked here.
    ///
    /// # Errors
    /// [`MoveError::Unreadable`] if the text is not a move of this game,
    /// [`MoveError::Illegal`] if it is a move that is not legal here,
    /// [`MoveError::NeedDice`] if it may be legal once there are dice.
    fn read_move<'a>(&self, text: &'a str) -> Result<(Self::Move, &'a str), MoveError>;

    /// Writes a legal move of this position as [`Self::read_move`] reads it.
    fn write_move(&self, m: Self::Move, out: &mut String);

    /// A legal move of this position as text, as [`Self::write_move`] writes it.
    fn move_text(&self, m: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(m, &mut text);
        text
    }

    /// Reads a whole position; `self` is the variant's start position.
    ///
    /// The new position keeps the settings of `self` (win length, rule, stakes) unless the text
    /// has others.
    ///
    /// # Errors
    /// [`PositionError`] with the defect, if the text is not a position that can be played.
    fn read_position(&self, text: &str) -> Result<Self, PositionError>;

    /// Writes the position on one line as [`Self::read_position`] reads it.
    fn write_position(&self, out: &mut String);

    /// Draws the board for people, some lines of text, each ended by a newline.
    fn draw(&self, style: Style, out: &mut String);

    /// How the game has ended by this position, in the words of the game: `four in line`, `gammon`.
    ///
    /// `None` while it goes on.
    fn ending(&self) -> Option<String> {
        match self.turn() {
            Turn::Over(Outcome::Draw) => Some("drawn".to_owned()),
            Turn::Over(_) => Some("won".to_owned()),
            Turn::Decide(_) | Turn::Roll(_) => None,
        }
    }
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not a move of this game; what was expected instead.
    Unreadable(&'static str),
    /// A move that is not allowed in this position, and why.
    Illegal(&'static str),
    /// A move that needs dice, and the position has none.
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

/// Why a position was refused.
///
/// Written out it is the defect in plain words for people: one line of lower-case English without a
/// full stop, as in `expected 6 rows, not 5`. It quotes the part of the position that is wrong. It
/// follows the code of a reply, and programs must not depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The rows of a board cannot be read.
    Rows(RowsError),
    /// The dice cannot be laid.
    Dice(DiceError),
    /// A text has another number of parts than its form, as in `a FIBS board has 52 fields, not 3`.
    Count {
        /// The text, with an article: `a FIBS board`.
        whole: &'static str,
        /// Its parts: `fields`.
        parts: &'static str,
        /// How many it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A part of the text has a value that it cannot have, as in `the turn is 1 or -1, not 0`.
    Value {
        /// The values that are possible, as a clause: `the turn is 1 or -1`.
        expected: String,
        /// The value that was found, quoted if it is a word.
        found: String,
    },
    /// A part of the text is no number, letter or word of its form: which, and where.
    Unreadable(String),
    /// The text can be read, but the position cannot arise, or cannot be played on: why.
    Impossible(String),
}

impl PositionError {
    /// [`Self::Value`] of what can be there and what is there.
    pub fn value(expected: impl Into<String>, found: impl fmt::Display) -> Self {
        Self::Value { expected: expected.into(), found: found.to_string() }
    }

    /// [`Self::Unreadable`] with this defect.
    pub fn unreadable(defect: impl Into<String>) -> Self {
        Self::Unreadable(defect.into())
    }

    /// [`Self::Impossible`] with this reason.
    pub fn impossible(reason: impl Into<String>) -> Self {
        Self::Impossible(reason.into())
    }
}

impl From<RowsError> for PositionError {
    fn from(error: RowsError) -> Self {
        Self::Rows(error)
    }
}

impl From<DiceError> for PositionError {
    fn from(error: DiceError) -> Self {
        Self::Dice(error)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows(error) => error.fmt(f),
            Self::Dice(error) => error.fmt(f),
            Self::Count { whole, parts, expected, found } => {
                write!(f, "{whole} has {expected} {parts}, not {found}")
            }
            Self::Value { expected, found } => write!(f, "{expected}, not {found}"),
            Self::Unreadable(text) | Self::Impossible(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for PositionError {}

/// Writes whose turn it is, or how the game has ended: `x to move`.
///
/// The sides have the signs of a drawing.
pub fn write_turn(turn: Turn, signs: &SideSigns, style: Style, out: &mut String) {
    let (side, words) = match turn {
        Turn::Over(Outcome::Draw) => return out.push_str("drawn"),
        Turn::Over(Outcome::Win { side, .. }) => (side, " has won"),
        Turn::Decide(side) | Turn::Roll(side) => (side, " to move"),
    };
    out.push_str(signs.of(style, side));
    out.push_str(words);
}
