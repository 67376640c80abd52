//! Floor 3: what a game is, as traits: position, moves, dice, notation; game records; perft.

#[cfg(test)]
pub(crate) mod conformance;
pub mod perft;
pub mod position_notation_dice_and_record;

pub use position_notation_dice_and_record::{
    Chance, Deterministic, Dice, DiceError, Evaluate, MatchStanding, MoveError, Notation, Position,
    PositionError, Record, Turn, write_turn,
};
