//! The variants of `newgame`: the size of the board, how many in line win, and the rule.

use super::board::line_bitboards::{MAX_SIZE, USUAL_SIZE, WIN_LENGTH};
use super::board::mnk_board::{MAX_WIN, MIN_SIZE, MIN_WIN};
use super::threat_map::make_tables;
use super::{Board, MnkBoard, MnkRules, Rule};
use crate::game::PositionError;
use crate::host::{VariantError, VariantWords};

/// The empty board of a variant.
pub(super) enum EmptyBoard {
    /// Five in line.
    Five(Box<Board>),
    /// Any other length.
    Other(MnkBoard),
}

/// The variant of `[size n] [width n] [height n] [win n] [rule name]`.
pub(super) fn read_variant(words: &mut VariantWords<'_>) -> Result<EmptyBoard, VariantError> {
    let (mut width, mut height) = (u32::from(USUAL_SIZE), u32::from(USUAL_SIZE));
    let (mut win, mut rule) = (WIN_LENGTH as u32, Rule::Freestyle);
    let sizes = MIN_SIZE as u32..=MAX_SIZE as u32;
    while let Some(key) = words.next_key() {
        match key {
            "size" => {
                width = words.number(key, sizes.clone())?;
                height = width;
            }
            "width" => width = words.number(key, sizes.clone())?,
            "height" => height = words.number(key, sizes.clone())?,
            "win" => win = words.number(key, MIN_WIN as u32..=MAX_WIN as u32)?,
            "rule" => rule = read_rule(words.word(key)?)?,
            other => return Err(VariantError::UnknownKey(other.to_owned())),
        }
    }
    let (width, height, win_length) = (width as usize, height as usize, win as usize);
    let board = match (win_length, rule) {
        (WIN_LENGTH, _) => Board::with(width, height, rule)
            .map(|board| EmptyBoard::Five(Box::new(board)))
            .map_err(|error| {
                PositionError::impossible(format!(
                    "{error}; on others 'win' is given, and is not 5"
                ))
            }),
        (_, Rule::Renju) => {
            let defect = format!("renju is played with 'win' 5, not {win}");
            return Err(VariantError::BadValue(defect));
        }
        (_, Rule::Freestyle | Rule::Standard) => {
            let is_exact = rule == Rule::Standard;
            MnkBoard::with(MnkRules { width, height, win_length, is_exact }).map(EmptyBoard::Other)
        }
    };
    if rule != Rule::Freestyle && matches!(board, Ok(EmptyBoard::Five(_))) {
        // Not in the time of the first search. Those of freestyle take no time.
        make_tables(rule);
    }
    board.map_err(|error| VariantError::BadValue(error.to_string()))
}

fn read_rule(name: &str) -> Result<Rule, VariantError> {
    Rule::named(name).ok_or_else(|| {
        let names = Rule::NAMES.map(|(name, _)| name).join(", ");
        VariantError::BadValue(format!("'rule' is one of {names}, not '{name}'"))
    })
}
