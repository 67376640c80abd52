//! Floor 5: a game in progress as an object-safe trait, text in and text out.
//!
//! The protocol uses [`GameHost`] and [`GameKind`] only; [`HostedGame`] implements [`GameHost`] for
//! every game.

mod dice_functions;
mod dice_stream;
pub mod error;
pub mod game_host_trait;
pub mod game_kind;
pub mod grid;
pub mod hosted_game;
mod perft_job;
pub mod picture;
mod players_and_searches;
mod read_and_play_moves;
mod turn_and_ending_in_words;
pub mod variant;

pub use error::{HostError, TableError};
pub use game_host_trait::{
    ExplainJob, ExplainedMove, GameHost, PerftJob, PlayerInfo, SearchAnswer, SearchJob,
    SearchReport, SearchRequest, Start,
};
pub use game_kind::{
    Bench, BoardLayout, Description, FileFormat, GameKind, Harness, OtherNames, PlayerEntry,
    Scorer, SolvedTables, Solving, Spelling, Symmetry, Verifying,
};
pub use grid::{CellAccess, CellLine, count_lines};
pub use hosted_game::HostedGame;
pub use picture::{
    ClickChoices, ClickOrders, MoveClicks, PictureView, RemainingClicks, Scene, one_click,
};
pub use variant::{VariantError, VariantFacts, VariantWords};
