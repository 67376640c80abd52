//! Floor 5: a game in progress as an object-safe trait, text in and text out.
//!
//! The protocol uses [`GameHost`] and [`GameKind`] only; [`HostedGame`] implements [`GameHost`] for
//! every game.

mod built_players;
mod dice_function_table;
mod dice_stream;
pub mod error;
pub mod exact_scorer_trait;
pub mod game_description;
pub mod game_host_trait;
pub mod game_kind;
pub mod grid;
pub mod hosted_game;
mod perft_job;
pub mod picture;
pub mod player_entry;
mod prepared_search;
mod read_and_play_moves;
mod search_reports;
pub mod solved_tables;
mod turn_and_ending_in_words;
pub mod variant;

pub use error::{HostError, SolvedTableError};
pub use exact_scorer_trait::ExactScorer;
pub use game_description::{BoardLayout, Description, Symmetry};
pub use game_host_trait::{
    ExplainJob, ExplainedMove, GameHost, PerftJob, PlayerInfo, SearchAnswer, SearchJob,
    SearchReport, SearchRequest, Start,
};
pub use game_kind::{Bench, FileFormat, GameKind, HarnessBoardFormat, OtherNames, Spelling};
pub use grid::{CellAccess, CellLine, count_lines};
pub use hosted_game::HostedGame;
pub use picture::{
    ClickChoices, ClickOrders, MoveClicks, PictureView, RemainingClicks, Scene, capitalised,
    one_click,
};
pub use player_entry::PlayerEntry;
pub use solved_tables::{SolvedTables, TableSolving, TableVerifying};
pub use variant::{VariantError, VariantFacts, VariantWords};
