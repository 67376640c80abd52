//! What must hold in every game: the host's and the traits' contracts, leaf counts, patterns, pictures.
#![cfg(test)]

mod conformance;
mod patterns;
mod perft;
mod pictures;
