//! The inputs of the networks: raw counts of checkers, and expert features of a position by its
//! class: those of contact, or those of a race.

pub(crate) mod board_seen_by_side_shots_and_escapes;
mod contact_features;
mod position_class_and_network_inputs;
mod race_features;

pub use position_class_and_network_inputs::{
    EXPERT_FEATURES, PositionClass, RAW_INPUTS, RAW_INPUTS_OF_SIDE, features, place_inputs,
};
pub(crate) use position_class_and_network_inputs::{feature_count, features_from};
