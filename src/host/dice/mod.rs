//! Games with dice: what such a game can do, and the dice that a referee does not roll.

pub(super) mod dice_function_table;
pub(super) mod dice_stream;
