//! Floor 1: what every game shares: sides, outcomes, scores, seeded random numbers, hints at
//! misspelt names, checksums, memory for tables, SIMD.
//!
//! Nothing here knows a board, a move or a game.

pub mod bits_hashes_and_random_numbers;
pub mod intrinsics;
pub mod name_hints;
pub mod side_outcome_and_score;
pub mod whole_numbers_plurals_and_capitals;

pub use bits_hashes_and_random_numbers::SplitMix64;
pub use side_outcome_and_score::{Outcome, Score, Side};
pub use whole_numbers_plurals_and_capitals::{capitalised, number_with_noun};
