//! What a player is: the trait, its limits, options and reports, and what all players share.

pub mod automaton;
pub mod common_options;
pub mod iterative_deepening;
pub mod level;
pub mod limits;
pub mod opening_book;
pub mod options;
pub mod random;
pub mod value;
pub mod watch;
pub mod window;
