//! Floor 1: what every game shares: sides, outcomes, scores, seeded random numbers, hints at
//! misspelt names, limits of memory, intrinsics.
//!
//! Nothing here knows a board, a move or a game.

pub mod bits;
mod counted;
pub mod intrinsics;
pub mod memory_limits;
pub mod name_hints;
pub mod outcome;
pub mod read_number;
pub mod rng;
pub mod score;
pub mod side;

pub use counted::counted;
pub use outcome::Outcome;
pub use rng::SplitMix64;
pub use score::{Equity, Score};
pub use side::Side;
