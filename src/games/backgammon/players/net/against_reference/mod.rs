//! The search of `net` against a reference: every roll, every play and every cube action, played on
//! the game itself.

mod ask_player;
mod cube_decisions;
mod lookahead;
mod plays;
#[path = "../../../../../../tests/support/quick_or_all.rs"]
mod quick_or_all;
mod random_positions;
mod reference_expectiminimax;
