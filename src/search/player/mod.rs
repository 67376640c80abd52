//! What a player is: the trait, its limits, options and reports, and what all players share.

pub mod level_seed_and_multipv;
pub mod limits;
pub mod opening_book;
pub mod options;
pub mod player_trait;
pub mod random_player;
pub mod report;
pub mod score_encoding;
pub mod search_control;
pub mod window;
