//! `search`: the strongest player, a search of its own for this game.
//!
//! Principal variation search (Marsland and Campbell 1982) with iterative deepening, aspiration
//! and a shared table, on the board of [`field`](crate::games::sticks::field). Wins at hand are
//! taken and threats answered without costing depth; late moves are searched less deeply or left
//! out; at the leaves wins by threats in a row are searched to their end. A win is told as
//! proved only where it rests on moves against which every defence was tried.

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
