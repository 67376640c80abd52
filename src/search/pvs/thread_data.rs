//! What a thread of the selective search keeps.

use super::game::Game;
use super::ordering::{Ordering, Scored};

/// What a thread keeps from search to search, and the buffers of a search.
pub struct ThreadData<G: Game> {
    pub(super) ordering: Ordering<G::Move>,
    /// The moves of all plies in progress, one after the other.
    pub(super) moves: Vec<Scored<G::Move>>,
    /// By ply: the principal variation from there.
    pub(super) pv: Vec<Vec<G::Move>>,
    /// By ply: the static evaluation.
    pub(super) evals: Vec<i32>,
    /// The proof search of the game.
    pub proof_search: G::ProofSearch,
}

impl<G: Game> ThreadData<G> {
    /// Nothing learned.
    pub fn new(proof_search: G::ProofSearch) -> Self {
        let plies = G::PARAMS.max_ply + 2;
        Self {
            ordering: Ordering::new(G::PARAMS.max_ply),
            moves: Vec::with_capacity(4_096),
            pv: vec![Vec::new(); plies],
            evals: vec![0; plies],
            proof_search,
        }
    }

    /// Forgets everything but the proof search.
    pub(super) fn clear(&mut self) {
        self.ordering = Ordering::new(G::PARAMS.max_ply);
        self.evals.fill(0);
    }

    /// Prepares for another search.
    pub(super) fn begin_search(&mut self) {
        self.ordering.begin_search();
        self.moves.clear();
    }
}
