//! Floor 1: what every game shares: sides, outcomes, scores, seeded random numbers, hints at
//! misspelt names, checksums, limits of memory, intrinsics.
//!
//! Nothing here knows a board, a move or a game.

pub mod bits;
pub mod checksum;
pub mod intrinsics;
pub mod name_hints;
pub mod numbers_in_text;
pub mod rng;
pub mod score;
pub mod side_and_outcome;

pub use numbers_in_text::number_with_noun;
pub use rng::SplitMix64;
pub use score::Score;
pub use side_and_outcome::{Outcome, Side};
