//! What a game adds at the root of the selective search: its first moves, and its proof searches.

use std::time::Duration;

use super::game_trait::{PvsGame, PvsSearch};
use super::root_moves::Candidates;
use super::techniques::Techniques;
use crate::game::{Position, Record};

/// A game at the root, where proof searches may take turns with the search.
pub trait RootGame: PvsGame {
    /// The position of the game's rules, whose moves can be packed and unpacked.
    type Position: Position<Move: From<Self::Move> + Into<Self::Move> + Sync, Undo: Sync> + Sync;

    /// The current position of a record, with these techniques in use; prepares the proof search
    /// for a search of this time.
    fn new(
        record: &Record<Self::Position>,
        techniques: Techniques,
        proof_search: &mut Self::ProofSearch,
        time: Option<Duration>,
    ) -> Self;

    /// MiB of the proof search of each thread, of the option `Hash`; the transposition table has the
    /// rest.
    fn proof_mebibytes(_hash: u64, _threads: u64) -> u64 {
        0
    }

    /// The proof search of a thread, with tables of this many MiB.
    fn proof_search(mebibytes: u64) -> Self::ProofSearch;

    /// Forgets what the proof search found in earlier searches; its memory is kept.
    fn forget(proof_search: &mut Self::ProofSearch);

    /// The moves of the root, at least this many of those allowed, the best first.
    fn root_moves(&mut self, allowed: &[Self::Move], least: usize) -> Vec<Self::Move>;

    /// Whether a move wins at once.
    fn wins_at_once(&self, m: Self::Move) -> bool;

    /// Looks for a win before the search; if there is one, it moves to the front.
    ///
    /// Returns true if no search is needed.
    fn prove_before_search(
        _search: &mut PvsSearch<'_, Self>,
        _candidates: &mut Candidates<Self::Move>,
    ) -> bool {
        false
    }

    /// Looks for a win between two moves of the root; if there is one, it moves to the front.
    ///
    /// Returns true if there is, and then the search ends.
    fn prove_between_moves(
        _search: &mut PvsSearch<'_, Self>,
        _candidates: &mut Candidates<Self::Move>,
    ) -> bool {
        false
    }

    /// Tries after an iteration to prove more about the best move; returns whether it did.
    fn prove_after_iteration(
        _search: &mut PvsSearch<'_, Self>,
        _candidates: &mut Candidates<Self::Move>,
        _depth: i32,
    ) -> bool {
        false
    }

    /// Whether the moves that [`Self::root_moves`] left out are no better than one that loses.
    fn lists_all_defences(&self) -> bool {
        true
    }

    /// Why [`Self::root_moves`] returned only one of several moves, where it did, in words for
    /// people.
    fn why_only(&self, _only: Self::Move) -> Option<&'static str> {
        None
    }

    /// Reasons for a move besides its value, in words for people.
    fn explain(&self, _best: Self::Move) -> Vec<String> {
        Vec::new()
    }
}
