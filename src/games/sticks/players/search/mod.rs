//! The player `search`: the selective search ([`crate::search::pvs`]) on the
//! [search board](crate::games::sticks::search_board).
//!
//! Of the pieces of a kind on the board it shifts only those whose lifting costs least (move
//! selection). The quiescence search looks for fours that cannot be blocked. At the root the
//! [prover](crate::games::sticks::prover) takes turns with the search: it proves wins and their
//! length.

mod candidate_moves;
mod explanation;
mod params;
#[cfg(feature = "internals")]
mod reference_cases;
mod root;
mod root_proofs;
mod search_game;
mod threat_search;

pub use search_game::SticksGame;

use crate::search::pvs::PvsPlayer;

/// The player `search`.
pub type SearchPlayer = PvsPlayer<SticksGame>;
