//! Static evaluation: neural networks, a bear-off database, and tables of gammon and backgammon
//! chances in races.
//!
//! There are networks for contact, crashed and race positions, and a pruning network. Tesauro,
//! "Temporal Difference Learning and TD-Gammon" (1995), and what GNU Backgammon made of it: raw
//! counts of checkers and expert features as inputs, hidden units, five probabilities as outputs.
//! A second layer of a few units (as in Nasu's NNUE, 2018) is worth more than many in the first.
//! The side that is **about to roll** is the mover, as in [`Board`](super::board::Board); all
//! results are from its point of view.
//!
//! ```text
//! board ─ class ─┬─ 2 sides × 26 places: a row of weights for (side, place, count) ─┐
//!                └─ 64 expert features × weights ────────────────────────────────────┤
//!                                   5 × sigmoid ─ 16 or 32 × sigmoid ─ 64 … 256 × sigmoid
//! ```
//!
//! The pruning network has no expert features; it picks the plays that are evaluated in full. The
//! bear-off database evaluates positions in which both sides bear off and neither can win a gammon.
//! In races the gammon chances of a side that bears off against one with up to three checkers outside
//! come from tables, as do the backgammon chances of one against up to six checkers in its home.
//! Hypergammon has networks of its own.
//!
//! The sums of each side are kept apart (accumulators), so that the replies to one roll share
//! those of the side that did not move. They and the features are summed up in whole numbers, and
//! floats are added in one order whatever the processor, so every machine gives the same bits.

pub mod bearoff;
mod evaluator;
pub mod inputs;
mod network;
mod probabilities;
mod race_backgammons;
mod race_gammons;
mod shortlist_of_replies;

pub use evaluator::{Evaluator, points_lost};
pub use inputs::{EXPERT_FEATURES, PositionClass, RAW_INPUTS, RAW_INPUTS_OF_SIDE, place_inputs};
pub use network::layer_arithmetic::sigmoid;
pub use network::weights::{FileError, Weights};
pub use network::{Nets, Network};
pub use probabilities::Probabilities;
pub use race_gammons::build_tables_in_background;
pub use shortlist_of_replies::Shortlist;
