//! Connect Four, or Captain's Mistress: four in line on a rack of channels.

mod evaluate;
mod notation;
mod rules;

pub use rules::Rack;
