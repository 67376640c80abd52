//! `search`: the selective search ([`crate::search::pvs`]) on the board of
//! [`field`](crate::games::sticks::search_board).
//!
//! Of the pieces of a kind on the board it lifts those that are missed least. The quiescence
//! search looks for threats that cannot be stopped. At the root the
//! [`prover`](crate::games::sticks::prover) takes turns with the search: it proves wins and how
//! soon they come.

mod fours;
mod game;
mod moves;
mod params;
mod proofs;
mod reason;
mod root;

pub use game::SticksGame;

use crate::search::pvs::PvsPlayer;

/// The player `search`.
pub type Search = PvsPlayer<SticksGame>;
