//! The inputs of the networks: raw counts of checkers, and expert features of a position.

mod contact_features;
pub mod features_by_class;
mod race_features;
pub(crate) mod raw_inputs;
mod shots;
pub(crate) mod side_view;
