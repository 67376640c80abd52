//! What a player is: the trait, its limits, options and reports, and what all players share.

pub mod alpha_beta_window;
pub mod limits_and_time_management;
pub mod move_judgements;
pub mod opening_book;
pub mod options;
pub mod player_trait;
pub mod random_player;
pub mod score_encoding;
pub mod search_control_deepening_and_level;
pub mod search_reports;
