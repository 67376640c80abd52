//! Games with dice: the chances of rolls, and dice that a referee gives.

use std::fmt;

use super::position::Position;

/// A position that may wait for dice ([`Turn::Roll`](super::Turn::Roll)).
pub trait Chance: Position {
    /// One distinct outcome of the dice.
    type Roll: Copy + Eq + fmt::Debug + Send;

    /// Appends every distinct roll of this position and its probability; these sum to 1.
    ///
    /// Nothing unless [`Turn::Roll`](super::Turn::Roll).
    fn rolls(&self, out: &mut Vec<(Self::Roll, f32)>);

    /// Gives the position this roll; it must be waiting for dice (checked in debug builds).
    fn apply(&mut self, roll: Self::Roll);
}

/// Two six-sided dice, given by a referee or rolled by the engine.
///
/// Dice are not plies: they change the position without a move.
pub trait Dice: Position {
    /// The dice that the side to decide has rolled; `None` if it has not rolled.
    fn dice(&self) -> Option<(u8, u8)>;

    /// Gives the position the dice `a` and `b`, in place of those that it has.
    ///
    /// # Errors
    /// [`DiceError::Value`] for a die outside 1–6, [`DiceError::Equal`] for equal dice that would have
    /// to decide which side begins, [`DiceError::Unwanted`] where no dice can be
    /// given (a double has been offered, or the game is over).
    fn lay_dice(&mut self, a: u8, b: u8) -> Result<(), DiceError>;

    /// The move that must be played before dice can be given here, if there is one.
    ///
    /// `roll` in games with a doubling cube, where the side to move could double instead.
    fn implied_move(&self) -> Option<Self::Move>;

    /// Whether the next dice decide which side begins: the first die is First's, the second
    /// Second's.
    fn dice_decide_who_begins(&self) -> bool {
        false
    }

    /// Whether a double cannot be rolled here (the opening roll of a game).
    fn is_opening(&self) -> bool;

    /// This position after each distinct roll, as perft counts them.
    ///
    /// Decisions before the roll are left out. A position that has dice keeps them: it comes
    /// back alone.
    fn with_each_roll(&self) -> Vec<Self>;

    /// The leaves of the tree of distinct plays, `depth` plays deep; the game must not be over.
    ///
    /// The first level uses the dice of the position, if it has any; every other level has each
    /// distinct roll once. `None` if `stop` returned true before the end.
    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64>;
}

/// Why dice were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceError {
    /// This number is not on a die, which shows 1 to 6.
    Value(u8),
    /// Equal dice cannot decide which side begins.
    Equal,
    /// No dice can be given here, and why.
    Unwanted(&'static str),
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => write!(f, "a die shows 1 to 6, not {value}"),
            Self::Equal => f.write_str("equal dice do not decide who begins: roll again"),
            Self::Unwanted(reason) => write!(f, "no dice can be given here: {reason}"),
        }
    }
}

impl std::error::Error for DiceError {}
