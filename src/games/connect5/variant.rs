//! The variants of `newgame`: the size of the board and the rule.

use super::rules::{Board, Rule};
use crate::host::{VariantError, VariantWords};

/// The empty board of a variant: `[size n] [width n] [height n] [rule name]`.
pub(super) fn start(words: &mut VariantWords<'_>) -> Result<Board, VariantError> {
    let (mut width, mut height, mut rule) = (15, 15, Rule::Freestyle);
    while let Some(key) = words.next_key() {
        match key {
            "size" => {
                width = words.number(key, 5..=22)?;
                height = width;
            }
            "width" => width = words.number(key, 5..=22)?,
            "height" => height = words.number(key, 5..=22)?,
            "rule" => rule = read_rule(words.word(key)?)?,
            other => return Err(VariantError::UnknownKey(other.to_owned())),
        }
    }
    Board::with(width as usize, height as usize, rule)
        .map_err(|error| VariantError::BadValue(error.to_string()))
}

fn read_rule(name: &str) -> Result<Rule, VariantError> {
    Rule::named(name).ok_or_else(|| {
        let names = Rule::NAMES.map(|(name, _)| name).join(", ");
        VariantError::BadValue(format!("'rule' is one of {names}, not '{name}'"))
    })
}
