//! What a game with dice can do, as a table of functions: the host is one type for all games, and
//! not every game has dice.

use std::fmt::Write as _;

use crate::game::{Dice, DiceError, Notation, Position, Turn};

/// The methods of [`Dice`] as functions, for a game whose type is not known to have dice.
///
/// [`super::HostedGame`] is one type for all games, and Rust cannot ask there whether the game
/// implements [`Dice`]; so a game with dice leaves these functions with it. A trait object in their
/// place would be longer: [`Dice`] returns positions and moves by value, so an object needs a second
/// trait with the same six methods, and an implementation that forwards each of them.
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
