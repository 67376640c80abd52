//! What a player is: the trait, its limits, options and reports, and what all players share.

pub mod alpha_beta_window;
pub mod common_options;
pub mod deepening;
pub mod level;
pub mod limits;
pub mod move_judgements;
pub mod opening_book;
pub mod options;
pub mod player_trait;
pub mod random_player;
pub mod score_encoding;
pub mod search_control;
pub mod search_reports;
pub mod stop_signal;
pub mod stopwatch;
pub mod time_management;
