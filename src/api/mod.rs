//! Layer 8: what users of the crate call; its items are at the root of the crate.

mod game;
mod game_info;
mod search;
mod session;
mod solution;

pub use game::{Evaluation, Game};
pub use game_info::{GameInfo, games};
pub use search::{Answer, Search};
pub use session::Session;
pub use solution::Solution;
