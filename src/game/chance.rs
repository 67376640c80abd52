//! Games with dice: chance nodes for the search, and dice that can be given by name.

use std::fmt;

use super::Position;

/// A position that may wait for dice ([`super::Turn::Roll`]).
pub trait Chance: Position {
    /// One distinct outcome of the dice.
    type Roll: Copy + Eq + fmt::Debug + Send;

    /// Appends every distinct roll that can come here with its probability; these sum to 1.
    ///
    /// Nothing unless [`super::Turn::Roll`].
    fn rolls(&self, out: &mut Vec<(Self::Roll, f32)>);

    /// Lets the dice fall; the position must be waiting for them (checked in debug builds).
    fn apply(&mut self, roll: Self::Roll);
}

/// Two six-sided dice that a referee may give, or the engine roll.
///
/// Dice are not plies: they change the position without a move.
pub trait Dice: Position {
    /// The dice that lie on the table for the side to decide.
    fn dice(&self) -> Option<(u8, u8)>;

    /// Lays the dice `a` and `b`, or replaces those that lie there.
    ///
    /// # Errors
    /// [`DiceError::Value`] for a die outside 1–6, [`DiceError::Unwanted`] where no dice can be
    /// given (a double has been offered, or the game is over).
    fn lay_dice(&mut self, a: u8, b: u8) -> Result<(), DiceError>;

    /// The move that giving dice implies before they are laid.
    ///
    /// `roll`, where a cube could be turned instead.
    fn implied_move(&self) -> Option<Self::Move>;

    /// Whether a double cannot be rolled here (the opening roll of a game).
    fn is_opening(&self) -> bool;

    /// This position with each distinct roll on the table in turn, as perft counts them.
    ///
    /// Whatever may be decided before the dice is left out. Dice that lie there stay alone.
    fn with_each_roll(&self) -> Vec<Self>;

    /// The leaves of the tree of distinct plays, `depth` plays deep, below a game that goes on.
    ///
    /// Dice that lie on the table are played at the first level; every other level has each
    /// distinct roll once. `None` if `stop` said yes before the end.
    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64>;
}

/// Why dice were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceError {
    /// A die shows 1 to 6; this number is none of them.
    Value(u8),
    /// No dice can be given here.
    Unwanted,
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => write!(f, "a die shows 1 to 6, not {value}"),
            Self::Unwanted => write!(f, "no dice can be given here"),
        }
    }
}

impl std::error::Error for DiceError {}
