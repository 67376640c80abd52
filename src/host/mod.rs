//! Floor 5: a game in progress behind an object-safe door, text in and text out.
//!
//! The protocol sees [`Table`] and [`Kind`] only; [`Seat`] implements the one for every game.

pub mod dice_stream;
pub mod error;
pub mod grid_view;
pub mod kind;
mod moves;
pub mod players;
pub mod seat;
pub mod variant;

pub use error::Fault;
pub use grid_view::GridView;
pub use kind::{
    Answer, Bench, Entry, Harness, Kind, PerftJob, Report, Request, Scorer, SearchJob,
    SolvedTables, Solving, Start, Table, Verifying,
};
pub use seat::Seat;
pub use variant::{VariantError, VariantWords};
