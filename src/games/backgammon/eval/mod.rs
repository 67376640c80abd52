//! Small neural networks that judge a position: contact, crashed, race, and a screen for plays.
//!
//! Tesauro, "Temporal Difference Learning and TD-Gammon" (1995), and what GNU Backgammon made of
//! it: raw counts of checkers beside expert features, hidden units, five probabilities out. A
//! second layer of a few units (as in Nasu's NNUE, 2018) is worth more than many in the first.
//! The side that is **about to roll** is the mover, as in
//! [`Board`](super::board::Board); everything is said for it.
//!
//! ```text
//! board ─ class ─┬─ 2 sides × 26 places: a row of weights for (side, place, count) ─┐
//!                └─ 64 expert features × weights ────────────────────────────────────┤
//!                                   5 × sigmoid ─ 16 or 32 × sigmoid ─ 64 … 192 × sigmoid
//! ```
//!
//! A fourth network without the features, the screen, picks the plays that are judged in full.
//! Tables know the bear-off of both sides, and in races the gammons of a side that bears off
//! against one with up to three checkers outside. Hypergammon has networks of its own.
//!
//! The sums of each side are kept apart, so that the replies to one roll share those of the
//! side that did not move. They and the features are summed up in whole numbers; additions of
//! fractions stand in one order whatever the processor. So every machine gives the same bits.

pub mod bearoff;
mod evaluator;
pub mod inputs;
mod network;
mod one_ply;
mod position_class;
mod probabilities;
mod race_gammons;

pub use evaluator::{Evaluator, finished};
pub use inputs::expert_features::EXPERTS;
pub use inputs::raw_inputs::{RAW, SIDE, of_place};
pub use network::simd_lanes::sigmoid;
pub use network::weights::Weights;
pub use network::weights_file::FileError;
pub use network::{Nets, Network};
pub use one_ply::Ply;
pub use position_class::Class;
pub use probabilities::Probabilities;
