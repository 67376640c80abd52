//! Floor 1: what every game shares: sides, outcomes, scores, seeded random numbers, hints at
//! misspelt names, checksums, memory for tables, SIMD.
//!
//! Nothing here knows a board, a move or a game.

pub mod bits_hashes_and_random_numbers;
pub mod intrinsics;
pub mod name_hints;
pub mod numbers_and_words_in_text;
pub mod side_outcome_and_score;

pub use bits_hashes_and_random_numbers::SplitMix64;
pub use numbers_and_words_in_text::{capitalised, number_with_noun};
pub use side_outcome_and_score::{Outcome, Score, Side};
