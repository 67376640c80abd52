//! Layer 5: a game in progress as an object-safe trait, text in and text out.
//!
//! The protocol uses [`GameHost`] and [`GameEntry`] only; [`HostedGame`] implements [`GameHost`] for
//! every game.

mod dice;
pub mod error;
pub mod game_host_trait;
pub mod grid;
pub mod hosted_game;
pub mod picture;
mod read_moves;
pub mod registry_rows;
mod searches;
mod turn_and_ending_in_words;
mod variant_words;

pub use error::{COMMANDS_FOR_DICE, HostError, SolvedTableError};
pub use game_host_trait::{
    ExplainJob, ExplainedMove, GameHost, PerftJob, PlayerInfo, SearchAnswer, SearchJob,
    SearchReport, SearchRequest, Start, VariantFacts,
};
pub use grid::{CellAccess, CellLine, count_lines};
pub use hosted_game::HostedGame;
pub use picture::{
    ClickChoices, ClickOrders, MoveClicks, PictureView, RemainingClicks, Scene, one_click,
};
pub use read_moves::split_dice;
pub use registry_rows::{
    Bench, BoardLayout, Description, FileFormat, GameEntry, HarnessBoardFormat, OtherNames,
    SolvedTables, Spelling, Symmetry, TableSolving, TableVerifying,
};
pub use searches::exact_scorer_trait::ExactScorer;
pub use searches::players_and_their_searches::PlayerEntry;
pub use variant_words::{VariantError, VariantWords, no_keys};
