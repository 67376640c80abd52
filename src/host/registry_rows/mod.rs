//! The rows of the registry: a game with its variants, options and formats of files.

pub mod game_description;
pub mod game_entry;
pub mod solved_tables;

pub use game_description::{BoardLayout, Description, Symmetry};
pub use game_entry::{Bench, FileFormat, GameEntry, HarnessBoardFormat, OtherNames, Spelling};
pub use solved_tables::{SolvedTables, TableSolving, TableVerifying};
