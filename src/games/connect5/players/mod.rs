//! The players: `threat`, and those of `connect5-readme.txt`: version 1.0, version 2.0, and the
//! plan for version 3.0.

#[cfg(test)]
mod ask_player_for_tests;
mod forced_player;
mod lookahead;
mod slices_player;
mod threat;

pub use forced_player::ForcedPlayer;
pub use lookahead::LookaheadPlayer;
pub use slices_player::SlicesPlayer;
pub use threat::{ThreatGame, ThreatPlayer};
