//! Proofs that a side wins within some moves of its own, or that it does not.

mod and_or_search;
mod distance_bound;
mod proof_table;

pub use and_or_search::{MAX_MOVES, OutOfBudget, ProofBudget, Prover};
