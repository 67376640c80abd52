//! Layer 1: what every game shares: sides, outcomes, scores, seeded random numbers, hints at
//! misspelt names, checksums, locks, memory for tables, SIMD.
//!
//! Nothing here knows a board, a move or a game.

pub mod bits;
pub mod hash;
pub mod intrinsics;
pub mod locks;
pub mod name_hints;
pub mod outcome;
pub mod random_numbers;
pub mod score;
pub mod side;
pub mod whole_numbers;
pub mod wording;

pub use outcome::Outcome;
pub use random_numbers::SplitMix64;
pub use score::Score;
pub use side::Side;
pub use wording::{capitalised, number_with_noun};
