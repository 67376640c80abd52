//! `AlphaBeta`: the game-independent search for games without dice, the player `generic`.
//!
//! Iterative deepening over principal variation search (Marsland and Campbell 1982), fail-soft,
//! with a transposition table. It is full width: no move is pruned, reduced or extended, so it
//! never plays into a loss within its depth. It is not developed further: better players are
//! measured against it.
//!
//! The sides to act at a node and after its moves are compared at every ply, instead of the
//! negation that negamax always makes, so a side may move twice in a row.
//!
//! `player_and_root_search` begins a search and is the search at the root, `search` the search below
//! it.

mod ordering;
mod player_and_root_search;
mod search;

pub use player_and_root_search::AlphaBeta;
