//! The selective search: principal variation search with every technique under its name.
//!
//! A game provides its moves, its evaluation and its numbers ([`PvsGame`], [`RootGame`]); the search
//! is compiled for each game separately. Which techniques ([`Technique`]) are in use is read when it
//! runs. With every technique switched off it is a full-width search of the game's tree.
//!
//! ```text
//! player    options, table and threads of one player
//!  └ aspiration_window_iterations    iterative deepening, the windows of the root's moves
//!    root_move_search, root_moves    the moves of the root, proofs at the root
//!     └ search, move_loop    the recursion: one node, its moves
//!        ├ pruning_reductions_and_extensions    futility, razoring, null move, singular extension, …
//!        ├ late_move_formulas    how much is reduced and pruned
//!        └ ordering    table move, killers, countermoves, history
//! ```
//!
//! A win that rests on moves against which every defence was tried is proved; all other wins and
//! losses are marked as unproved ([`crate::search::player::score_encoding`]).

pub mod aspiration_window_iterations;
pub mod game_trait;
mod late_move_formulas;
mod move_loop;
mod ordering;
pub mod params;
pub mod player;
mod pruning_reductions_and_extensions;
#[cfg(feature = "internals")]
pub mod reference_for_tests;
mod root_game_trait;
mod root_move_search;
pub mod root_moves;
pub mod search;
pub mod search_seen_from_root_trait;
pub mod techniques;
mod thread_state;

pub use game_trait::{Defence, Ended, Entry, Forced, MoveClass, MoveList, PvsGame, PvsSearch};
pub use ordering::{HISTORY_SLOTS, Scored};
pub use params::{Aspiration, Params};
pub use player::PvsPlayer;
pub use root_game_trait::RootGame;
pub use root_moves::Candidates;
pub use search::NodeContext;
pub use techniques::{Technique, Techniques};
pub use thread_state::ThreadState;
