//! The words of `newgame`: keys with their values, which choose a variant of a game.

use std::fmt;
use std::ops::RangeInclusive;

use crate::base::whole_numbers::read_whole_number;

/// Why a variant was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantError {
    /// No such key in this game: the key.
    UnknownKey(String),
    /// The words end before the value of this key.
    MissingValue(String),
    /// The value of a key is not a number.
    BadNumber {
        /// The key.
        key: String,
        /// The word in place of the number.
        word: String,
    },
    /// A value that the key does not take: the defect in words.
    BadValue(String),
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey(key) => write!(f, "no key '{key}' in this game"),
            Self::MissingValue(key) => write!(f, "'{key}' needs a value"),
            Self::BadNumber { key, word } => write!(f, "'{key}' needs a number, not '{word}'"),
            Self::BadValue(defect) => f.write_str(defect),
        }
    }
}

impl std::error::Error for VariantError {}

/// Reads the keys and values of `newgame` in their order.
///
/// # Examples
/// ```
/// use parlour::host::VariantWords;
/// let mut words = VariantWords::new(&["width", "8", "crawford", "off"]);
/// assert_eq!(words.next_key(), Some("width"));
/// assert_eq!(words.number("width", 6..=8), Ok(8));
/// assert_eq!(words.next_key(), Some("crawford"));
/// assert_eq!(words.on_or_off("crawford"), Ok(false));
/// assert_eq!(words.next_key(), None);
/// ```
#[derive(Clone, Debug)]
pub struct VariantWords<'a> {
    words: std::slice::Iter<'a, &'a str>,
}

impl<'a> VariantWords<'a> {
    /// Starts at the first word.
    pub fn new(words: &'a [&'a str]) -> Self {
        Self { words: words.iter() }
    }

    /// The next word as a key; `None` at the end.
    pub fn next_key(&mut self) -> Option<&'a str> {
        self.words.next().copied()
    }

    /// The value of `key`, any word.
    ///
    /// # Errors
    /// [`VariantError::MissingValue`] at the end of the words.
    pub fn word(&mut self, key: &str) -> Result<&'a str, VariantError> {
        self.words.next().copied().ok_or_else(|| VariantError::MissingValue(key.to_owned()))
    }

    /// The value of `key`, a whole number within `range`.
    ///
    /// # Errors
    /// Any but [`VariantError::UnknownKey`].
    pub fn number(&mut self, key: &str, range: RangeInclusive<u32>) -> Result<u32, VariantError> {
        let word = self.word(key)?;
        let value = read_whole_number(word).ok_or_else(|| VariantError::BadNumber {
            key: key.to_owned(),
            word: word.to_owned(),
        })?;
        u32::try_from(value).ok().filter(|v| range.contains(v)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            VariantError::BadValue(format!("'{key}' takes {least} to {most}, not {word}"))
        })
    }

    /// The value of `key`, `on` or `off`.
    ///
    /// # Errors
    /// [`VariantError::MissingValue`], or [`VariantError::BadValue`] for any other word.
    pub fn on_or_off(&mut self, key: &str) -> Result<bool, VariantError> {
        match self.word(key)? {
            "on" => Ok(true),
            "off" => Ok(false),
            other => Err(VariantError::BadValue(format!("'{key}' is on or off, not '{other}'"))),
        }
    }
}

/// Refuses every key, for games without variants.
///
/// # Errors
/// [`VariantError::UnknownKey`] if there is any word.
pub fn no_keys(words: &mut VariantWords<'_>) -> Result<(), VariantError> {
    words.next_key().map_or(Ok(()), |key| Err(VariantError::UnknownKey(key.to_owned())))
}
