//! Floor 3: what a game is, as traits: position, moves, dice, notation; game records; perft.

pub mod chance_and_dice_traits;
#[cfg(test)]
pub(crate) mod conformance;
pub mod notation;
pub mod perft;
pub mod position_and_record;

pub use chance_and_dice_traits::{Chance, Dice, DiceError};
pub use notation::{MoveError, Notation, PositionError, write_turn};
pub use position_and_record::{Deterministic, Evaluate, MatchStanding, Position, Record, Turn};
