//! What a game with dice can do, as a table of functions, since the host is one type for all games;
//! and streams of dice rolls for referees that do not roll dice.

use std::fmt::Write as _;

use crate::base::SplitMix64;
use crate::game::{Dice, DiceError, Notation, Position, Turn};

/// The methods of [`Dice`] as functions, for a game whose type is not known to have dice.
///
/// [`crate::host::HostedGame`] is one type for all games, and Rust cannot ask there whether the game
/// implements [`Dice`]; so a game with dice leaves these functions with it. A trait object in their
/// place would be longer: [`Dice`] returns positions and moves by value, so an object needs a second
/// trait with the same methods, and an implementation that forwards each of them.
pub(super) struct DiceFunctionTable<P: Position> {
    /// [`Dice::dice`].
    pub(super) dice: fn(&P) -> Option<(u8, u8)>,
    /// [`Dice::lay_dice`].
    pub(super) lay_dice: fn(&mut P, u8, u8) -> Result<(), DiceError>,
    /// [`Dice::implied_move`].
    pub(super) implied_move: fn(&P) -> Option<P::Move>,
    /// [`Dice::dice_decide_who_begins`].
    pub(super) decide_first: fn(&P) -> bool,
    /// [`Dice::is_opening`].
    pub(super) is_opening: fn(&P) -> bool,
    /// [`Dice::with_each_roll`].
    with_each_roll: fn(&P) -> Vec<P>,
    /// [`Dice::perft`].
    pub(super) perft: PerftFunction<P>,
}

/// A leaf count with its arguments position, depth and stop.
type PerftFunction<P> = fn(&P, u32, &dyn Fn() -> bool) -> Option<u64>;

impl<P: Dice> DiceFunctionTable<P> {
    /// The methods of the game.
    pub(super) const OF_GAME: &'static Self = &Self {
        dice: P::dice,
        lay_dice: P::lay_dice,
        implied_move: P::implied_move,
        decide_first: P::dice_decide_who_begins,
        is_opening: P::is_opening,
        with_each_roll: P::with_each_roll,
        perft: P::perft,
    };
}

impl<P: Notation> DiceFunctionTable<P> {
    /// Writes the dice of the position, `31:`, as move lists have them; nothing without dice.
    pub(super) fn write_dice(&self, position: &P, out: &mut String) {
        if let Some((a, b)) = (self.dice)(position) {
            let _ = write!(out, "{a}{b}:");
        }
    }

    /// Counts the leaves of `depth` plays; `report` gets those below each first play and its dice.
    ///
    /// `None` if `stop` returned true before the end.
    pub(super) fn divide(
        &self,
        position: &P,
        depth: u32,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&str, u64),
    ) -> Option<u64> {
        let Some(rest) = depth.checked_sub(1) else { return Some(1) };
        let (mut moves, mut text, mut leaves) = (Vec::new(), String::new(), 0);
        for mut rolled in (self.with_each_roll)(position) {
            moves.clear();
            rolled.moves(&mut moves);
            for &m in &moves {
                text.clear();
                self.write_dice(&rolled, &mut text);
                rolled.write_move(m, &mut text);
                let undo = rolled.play(m);
                let is_over = matches!(rolled.turn(), Turn::Over(_));
                let below =
                    if is_over { u64::from(rest == 0) } else { (self.perft)(&rolled, rest, stop)? };
                rolled.undo(undo);
                report(&text, below);
                leaves += below;
            }
        }
        Some(leaves)
    }
}

/// A stream of dice: the rolls `next`, `next + 1`, … of `seed`, the same for every engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DiceStream {
    /// The seed of the stream, any number.
    pub(super) seed: u64,
    /// The number of the next roll, 0 for the first.
    pub(super) next: u64,
}

impl DiceStream {
    /// Splits the text of a position into the position and `seed <n> [rolls <k>]` at its end.
    ///
    /// `None` if it has these words without the numbers.
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
    pub(super) const fn roll(&mut self, unequal: bool) -> (u8, u8) {
        let dice = SplitMix64::at(self.seed, self.next).dice(unequal);
        self.next = self.next.wrapping_add(1);
        dice
    }
}

#[cfg(test)]
mod tests {
    use super::DiceStream;

    #[test]
    fn stream_words_come_off_the_end() {
        let split = |text| DiceStream::split(text).map(|(front, stream)| (front, stream.is_some()));
        let stream = Some(DiceStream { seed: 42, next: 3 });
        assert_eq!(
            DiceStream::split("startpos seed 42 rolls 3"),
            Some(("startpos".into(), stream))
        );
        assert_eq!(split("startpos"), Some(("startpos".into(), false)));
        assert_eq!(split("startpos seedling seed 4"), Some(("startpos seedling".into(), true)));
        assert_eq!(DiceStream::split("startpos seed x"), None);
        assert_eq!(DiceStream::split("startpos seed 1 rolls"), None);
    }
}
