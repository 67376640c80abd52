//! The capability of games with dice: laying them, rolling them, and streams that roll by
//! themselves for referees that know no dice.

use std::fmt::Write as _;

use crate::base::SplitMix64;
use crate::game::{Dice, DiceError, Notation, Position, Turn};

/// A count of plays: `(position, depth, stop)`; `None` if stopped.
pub(super) type PlaysBelow<P> = fn(&P, u32, &dyn Fn() -> bool) -> Option<u64>;

/// How a game takes dice: its [`Dice`] implementation as plain functions.
pub(super) struct DiceRules<P: Position> {
    /// The dice that lie on the table.
    pub(super) dice: fn(&P) -> Option<(u8, u8)>,
    /// Lays dice, or replaces those that lie there.
    pub(super) lay: fn(&mut P, u8, u8) -> Result<(), DiceError>,
    /// The decision that giving dice implies.
    pub(super) implied_move: fn(&P) -> Option<P::Move>,
    /// Whether no double can be rolled.
    pub(super) is_opening: fn(&P) -> bool,
    /// The position with each distinct roll in turn.
    pub(super) each_roll: fn(&P) -> Vec<P>,
    /// The leaves of the tree of distinct plays.
    pub(super) perft: PlaysBelow<P>,
}

impl<P: Position> DiceRules<P> {
    /// The same functions once more, for another thread.
    pub(super) const fn copied(&self) -> Self {
        Self { ..*self }
    }

    /// Writes `31:` where dice lie, as move lists have them.
    pub(super) fn write_dice(&self, position: &P, out: &mut String) {
        if let Some((a, b)) = (self.dice)(position) {
            let _ = write!(out, "{a}{b}:");
        }
    }
}

impl<P: Dice> DiceRules<P> {
    /// The dice of a game that has some.
    pub(super) fn of_game() -> Self {
        Self {
            dice: P::dice,
            lay: P::lay_dice,
            implied_move: P::implied_move,
            is_opening: P::is_opening,
            each_roll: P::with_each_roll,
            perft: P::perft,
        }
    }
}

/// Leaves of the plays of `depth` levels, told apart by dice and first play.
pub(super) fn divide_plays<P: Notation>(
    rules: &DiceRules<P>,
    position: &P,
    depth: u32,
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(&str, u64),
) -> Option<u64> {
    let Some(rest) = depth.checked_sub(1) else { return Some(1) };
    let (mut moves, mut text, mut leaves) = (Vec::new(), String::new(), 0);
    for mut rolled in (rules.each_roll)(position) {
        moves.clear();
        rolled.moves(&mut moves);
        for &m in &moves {
            text.clear();
            rules.write_dice(&rolled, &mut text);
            rolled.write_move(m, &mut text);
            let undo = rolled.play(m);
            let is_over = matches!(rolled.turn(), Turn::Over(_));
            let below =
                if is_over { u64::from(rest == 0) } else { (rules.perft)(&rolled, rest, stop)? };
            rolled.undo(undo);
            tell(&text, below);
            leaves += below;
        }
    }
    Some(leaves)
}

/// A stream of dice: roll `next`, `next + 1`, … of `seed`, the same for every engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stream {
    pub(super) seed: u64,
    pub(super) next: u64,
}

impl Stream {
    /// Takes `seed <n> [rolls <k>]` off the end of a position's text, if it stands there.
    ///
    /// `None` if such words stand there, but not with numbers behind them.
    pub(super) fn split(text: &str) -> Option<(String, Option<Self>)> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let Some(at) = words.iter().position(|w| *w == "seed") else {
            return Some((text.to_owned(), None));
        };
        let stream = match words.get(at + 1..)? {
            [seed] => Self { seed: seed.parse().ok()?, next: 0 },
            [seed, "rolls", next] => Self { seed: seed.parse().ok()?, next: next.parse().ok()? },
            _ => return None,
        };
        Some((words.get(..at)?.join(" "), Some(stream)))
    }

    /// Rolls the next dice of the stream; at an opening no double.
    pub(super) const fn roll(&mut self, no_double: bool) -> (u8, u8) {
        let dice = SplitMix64::at(self.seed, self.next).dice(no_double);
        self.next = self.next.wrapping_add(1);
        dice
    }
}

/// Splits `31:8/5,6/5` into the dice and the move; no dice if the word has no such front.
pub(super) fn split_dice(word: &str) -> (Option<(u8, u8)>, &str) {
    match word.as_bytes() {
        [a @ b'1'..=b'6', b @ b'1'..=b'6', b':', ..] => {
            (Some((a - b'0', b - b'0')), word.get(3..).unwrap_or_default())
        }
        _ => (None, word),
    }
}

#[cfg(test)]
mod tests {
    use super::{Stream, split_dice};

    #[test]
    fn stream_words_come_off_the_end() {
        let split = |text| Stream::split(text).map(|(front, stream)| (front, stream.is_some()));
        let stream = Some(Stream { seed: 42, next: 3 });
        assert_eq!(Stream::split("startpos seed 42 rolls 3"), Some(("startpos".into(), stream)));
        assert_eq!(split("startpos"), Some(("startpos".into(), false)));
        assert_eq!(split("startpos seedling seed 4"), Some(("startpos seedling".into(), true)));
        assert_eq!(Stream::split("startpos seed x"), None);
        assert_eq!(Stream::split("startpos seed 1 rolls"), None);
    }

    #[test]
    fn dice_come_off_the_front_of_a_move() {
        assert_eq!(split_dice("31:8/5,6/5"), (Some((3, 1)), "8/5,6/5"));
        assert_eq!(split_dice("71:8/5"), (None, "71:8/5"));
        assert_eq!(split_dice("é1:8/5"), (None, "é1:8/5"));
    }
}
