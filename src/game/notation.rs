//! Moves and positions as text, and a drawing for people.

use std::fmt;

use super::{Position, Turn};
use crate::base::{Outcome, Side};
use crate::board::drawing_style::{SideSigns, Style};
use crate::board::rows_notation::RowsError;

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

    /// The score of the match that this game is part of, and what this game adds to it.
    ///
    /// `None` if it is not part of a match.
    fn match_standing(&self) -> Option<MatchStanding> {
        None
    }

    /// The start position of the next game of the same variant.
    ///
    /// In a match, the score after this finished game goes with it.
    #[must_use]
    fn next_game(&self, start: &Self) -> Self {
        start.clone()
    }
}

/// The score of a match and who has won it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchStanding {
    /// The points of First and Second, or the games they have won.
    pub points: [u32; 2],
    /// The side that has won the match, if it is over.
    pub winner: Option<Side>,
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
/// The text is the defect in plain words for people: one line of lower-case English without a full
/// stop, as in `expected 6 rows, not 5`. It quotes the part of the position that is wrong. It
/// follows the code of a reply, and programs must not depend on it.
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

/// Writes whose turn it is, or how the game has ended, with the signs of a drawing: `x to move`.
pub fn write_turn(turn: Turn, signs: &SideSigns, style: Style, out: &mut String) {
    let (side, words) = match turn {
        Turn::Over(Outcome::Draw) => return out.push_str("drawn"),
        Turn::Over(Outcome::Win { side, .. }) => (side, " has won"),
        Turn::Decide(side) | Turn::Roll(side) => (side, " to move"),
    };
    out.push_str(signs.of(style, side));
    out.push_str(words);
}
