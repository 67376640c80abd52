//! Layer 3: what a game is, as traits: position, moves, dice, notation; game records; perft.

#[cfg(test)]
pub(crate) mod conformance;
pub mod dice;
pub mod notation;
pub mod perft;
pub mod position;
pub mod record;

pub use dice::{Chance, Dice, DiceError};
pub use notation::{MoveError, Notation, PositionError, write_turn};
pub use position::{Deterministic, Evaluate, MatchStanding, Position, Turn};
pub use record::Record;
