//! The inputs of the networks: features of a position, as numbers.

pub mod expert_features;
mod race_features;
pub(crate) mod raw_inputs;
mod shots;
pub(crate) mod view;
