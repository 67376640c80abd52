//! The state of a thread of the selective search: move ordering, buffers by ply, its proof search.

use super::ordering::{MoveOrdering, Scored};
use super::params::Params;
use crate::search::tt::PackedMove;

/// The state that a thread keeps from search to search; `T` is the proof search of the game.
pub struct ThreadState<M, T> {
    /// The statistics by which moves are ordered: killers, countermoves and history.
    pub(super) ordering: MoveOrdering<M>,
    /// The moves of all plies in progress, one after the other.
    pub(super) moves: Vec<Scored<M>>,
    /// By ply: the principal variation from there.
    pub(super) pv: Vec<Vec<M>>,
    /// By ply: the static evaluation for the side to act there, in the units of the game.
    pub(super) evals: Vec<i32>,
    /// The techniques and their numbers.
    pub params: Params,
    /// The proof search of the game.
    pub proof_search: T,
}

/// Moves of all plies in progress for which memory is taken at once. Set by hand.
const MOVES_RESERVED: usize = 4_096;

impl<M: PackedMove, T> ThreadState<M, T> {
    /// Nothing learned.
    pub fn new(params: Params, proof_search: T) -> Self {
        let plies = params.max_ply + 2;
        Self {
            ordering: MoveOrdering::new(params.max_ply),
            moves: Vec::with_capacity(MOVES_RESERVED),
            pv: vec![Vec::new(); plies],
            evals: vec![0; plies],
            params,
            proof_search,
        }
    }

    /// Forgets everything but the proof search.
    pub(super) fn clear(&mut self) {
        self.ordering.clear();
        self.evals.fill(0);
    }

    /// Prepares for another search.
    pub(super) fn begin_search(&mut self) {
        self.ordering.begin_search();
        self.moves.clear();
    }
}
