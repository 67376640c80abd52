//! The players of the "Sticks 'n' Barrels Algorithm Design Document", each as it describes them.
//!
//! `classic` is "The Existing Algorithm" of late 2006, `boards` is "An Alternate Strategy";
//! `search`, the default player, is the engine's own.

pub mod board_comparison;
pub mod classic;
pub mod search;

pub use board_comparison::BoardsPlayer;
pub use classic::ClassicPlayer;
pub use search::SearchPlayer;
