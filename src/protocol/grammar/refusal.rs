//! Why a line or a call was not carried out: a stable error code, and text for people.

use std::fmt;

use crate::host::{HostError, VariantError};

/// The kind of a defect: a stable word, part of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// No command has this name.
    UnknownCommand,
    /// Words that are not a form of the command.
    BadSyntax,
    /// A word where a number is expected, or a number out of every range.
    BadNumber,
    /// No game has this name.
    UnknownGame,
    /// No player of the game has this name.
    UnknownPlayer,
    /// No option has this name.
    UnknownOption,
    /// A value outside its range, or a file that cannot be used.
    BadValue,
    /// A position that cannot be played.
    BadPosition,
    /// A move that cannot be played here.
    IllegalMove,
    /// The game is over.
    GameOver,
    /// Dice must be given first.
    NeedDice,
    /// Something that this game or this player does not support, or not now.
    Unsupported,
    /// The work was stopped before there was an answer.
    Interrupted,
    /// A line of more bytes than a line may have.
    LineTooLong,
    /// A line that is not UTF-8, or has control characters.
    BadEncoding,
    /// The engine has failed; the game is as it was.
    Internal,
}

impl Code {
    /// Every code, in the order of protocol.md.
    pub const ALL: &[Self] = &[
        Self::UnknownCommand,
        Self::BadSyntax,
        Self::BadNumber,
        Self::UnknownGame,
        Self::UnknownPlayer,
        Self::UnknownOption,
        Self::BadValue,
        Self::BadPosition,
        Self::IllegalMove,
        Self::GameOver,
        Self::NeedDice,
        Self::Unsupported,
        Self::Interrupted,
        Self::LineTooLong,
        Self::BadEncoding,
        Self::Internal,
    ];

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::UnknownCommand => "unknown-command",
            Self::BadSyntax => "bad-syntax",
            Self::BadNumber => "bad-number",
            Self::UnknownGame => "unknown-game",
            Self::UnknownPlayer => "unknown-player",
            Self::UnknownOption => "unknown-option",
            Self::BadValue => "bad-value",
            Self::BadPosition => "bad-position",
            Self::IllegalMove => "illegal-move",
            Self::GameOver => "game-over",
            Self::NeedDice => "need-dice",
            Self::Unsupported => "unsupported",
            Self::Interrupted => "interrupted",
            Self::LineTooLong => "line-too-long",
            Self::BadEncoding => "bad-encoding",
            Self::Internal => "internal",
        }
    }
}

/// Why a line or a call was not executed: a stable code, and free text for people.
///
/// # Examples
/// ```
/// use parlour::{ErrorCode, Game};
///
/// let error = Game::new("conect4").unwrap_err();
/// assert_eq!(error.code, ErrorCode::UnknownGame);
/// println!("{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The kind of the defect.
    pub code: Code,
    /// The defect in words, on one line.
    pub text: String,
}

impl Refusal {
    /// A refusal with this code and text.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}

impl Refusal {
    /// The text as answers have it: at most 300 characters, what follows them is left out.
    pub(crate) fn short_text(&self) -> String {
        shortened(&self.text)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code.word(), self.short_text())
    }
}

impl std::error::Error for Refusal {}

impl From<HostError> for Refusal {
    fn from(fault: HostError) -> Self {
        Self::new(code_of(&fault), fault.to_string())
    }
}

fn code_of(fault: &HostError) -> Code {
    match fault {
        HostError::IllegalMove { .. } => Code::IllegalMove,
        HostError::InMoves { error, .. } => code_of(error),
        HostError::GameOver => Code::GameOver,
        HostError::NeedDice => Code::NeedDice,
        HostError::BadPosition(_) => Code::BadPosition,
        HostError::BadValue(_) => Code::BadValue,
        HostError::BadSyntax(_) => Code::BadSyntax,
        HostError::Unsupported(_) => Code::Unsupported,
        HostError::UnknownPlayer(_) => Code::UnknownPlayer,
    }
}

impl From<VariantError> for Refusal {
    fn from(error: VariantError) -> Self {
        let code = match error {
            VariantError::UnknownKey(_) | VariantError::MissingValue(_) => Code::BadSyntax,
            VariantError::BadNumber { .. } => Code::BadNumber,
            VariantError::BadValue(_) => Code::BadValue,
        };
        Self::new(code, error.to_string())
    }
}

/// The longest text of a refusal, in characters: no client's word is echoed at any length. Set by
/// hand.
const LONGEST_TEXT: usize = 300;

/// A text of at most 300 characters; what follows them is left out.
fn shortened(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(LONGEST_TEXT).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{Code, Refusal};

    #[test]
    fn refusals_do_not_echo_words_at_any_length() {
        let refusal = Refusal::new(Code::BadSyntax, "é".repeat(70_000));
        assert!(refusal.to_string().chars().count() < 400);
    }
}
