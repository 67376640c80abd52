//! What must hold in every game: the host's and the traits' contracts, leaf counts, patterns, pictures.
#![cfg(test)]

#[path = "../support/on_all_cores.rs"]
mod on_all_cores;
#[path = "../support/perft_file.rs"]
mod perft_file;
#[path = "../support/quick_or_all.rs"]
mod quick_or_all;

mod conformance;
mod find_pattern_against_naive_search;
mod perft;
mod pictures;
