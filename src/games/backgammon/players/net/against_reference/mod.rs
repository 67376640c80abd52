//! The search of `net` against a reference: every roll, every play and every cube action, played on
//! the game itself.

mod cube_decisions;
mod lookahead;
mod player_reports;
mod plays;
#[path = "../../../../../../tests/support/quick_or_all.rs"]
mod quick_or_all;
mod random_positions;
mod reference_expectiminimax;
