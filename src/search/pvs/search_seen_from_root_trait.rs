//! What the iterations need of a search: the value of a move of the root, and proofs that take
//! turns with it.

use super::params::Aspiration;
use super::root_moves::Candidates;
use crate::search::player::alpha_beta_window::Window;
use crate::search::threads::Worker;
use crate::search::tt::PackedMove;

/// A search as seen from its root.
///
/// `'a` is the lifetime of its table and limits.
pub trait RootSearch<'a> {
    /// A move in 16 bits.
    type Packed: PackedMove + 'static;
    /// A move of the rules.
    type Move: From<Self::Packed>;

    /// The limits and the table of this thread.
    fn worker(&self) -> &Worker<'a, Self::Packed>;

    /// The limits and the table of this thread, to be changed.
    fn worker_mut(&mut self) -> &mut Worker<'a, Self::Packed>;

    /// The windows around the last value.
    fn aspiration(&self) -> Aspiration;

    /// The value of a move of the root, for the side to move, at a depth and after `tried` others;
    /// `None` if the search must end.
    fn search_move(
        &mut self,
        m: Self::Packed,
        window: Window,
        depth: i32,
        tried: usize,
    ) -> Option<i32>;

    /// The principal variation after the move that was searched last.
    fn pv(&self) -> &[Self::Packed];

    /// Looks for a win before the search; returns true if no search is needed.
    ///
    /// The best move is at the front then.
    fn prove_before_search(&mut self, candidates: &mut Candidates<Self::Packed>) -> bool;

    /// Looks for a win between two moves by a proof search; if there is one, it moves to the front.
    ///
    /// Returns true if there is, and then the search ends.
    fn prove_between_moves(&mut self, _candidates: &mut Candidates<Self::Packed>) -> bool {
        false
    }

    /// Tries after a complete iteration to prove more about the best move; returns whether it did.
    fn prove_after_iteration(
        &mut self,
        candidates: &mut Candidates<Self::Packed>,
        depth: i32,
    ) -> bool;

    /// Whether no move that is left out may be better than a candidate that loses.
    fn lists_all_defences(&self) -> bool {
        true
    }

    /// Why only one of several moves is a candidate, where only one is, in words for people.
    fn why_only(&self, _only: Self::Packed) -> Option<&'static str> {
        None
    }

    /// Reasons for a move besides its value, in words for people.
    fn explain(&self, _best: Self::Packed) -> Vec<String> {
        Vec::new()
    }
}
