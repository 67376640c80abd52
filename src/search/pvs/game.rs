//! What a game brings to the selective search.

use std::time::Duration;

use super::candidates::Candidates;
use super::ordering::{MoveList, Scored};
use super::params::Params;
use super::search::Search;
use crate::base::Side;
use crate::game::{Position, Record};
use crate::search::tt::PackedMove;

/// What replies there are to a threat to win at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced<M> {
    /// There is no such threat.
    No,
    /// No reply is needed, or none helps: the value of the node.
    Value(i32),
    /// This move alone.
    Only(M),
    /// The moves that were added to the list, each with a score; all others lose in two plies.
    Listed,
}

/// How forcing a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveClass {
    /// It may be pruned and reduced.
    Quiet,
    /// It makes a threat: it is not pruned, and reduced a ply less.
    Threat,
    /// It must be answered: it is neither pruned nor reduced.
    Forcing,
}

/// The moves that may meet a threat of the other side.
#[derive(Clone, Copy, Debug)]
pub struct Defence<D> {
    /// Every other move loses in this many plies.
    pub plies: usize,
    /// The moves.
    pub moves: D,
}

/// The search must end: a limit is reached, or it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended;

/// A position as the search plays on it.
///
/// Values are those of [`crate::search::player::value`], **for the side to act**; plies count from the
/// root.
pub trait Game: Sized {
    /// A move in 16 bits.
    type Move: PackedMove + Send + 'static;
    /// What [`Self::undo`] needs.
    type Undo;
    /// The moves of a [`Defence`]; `()` where there is none.
    type Defences: Copy;
    /// A proof search, which each thread keeps from search to search; `()` where there is none.
    type ProofSearch: Send;

    /// The techniques and their numbers.
    const PARAMS: Params;

    /// The side to act.
    fn side(&self) -> Side;

    /// The key of the position for the transposition table.
    fn key(&self) -> u64;

    /// The static evaluation, of a position where neither side wins at once.
    fn static_eval(&self) -> i32;

    /// The value where the game is over, or its end is plain to see.
    fn terminal_value(&self, ply: usize) -> Option<i32>;

    /// The replies to a threat of the other side to win at once.
    fn forced_replies(&self, ply: usize, moves: &mut Vec<Scored<Self::Move>>)
    -> Forced<Self::Move>;

    /// Lists the moves of a node, those of a defence if there is one.
    fn list_moves(&mut self, defence: Option<&Self::Defences>, list: &mut MoveList<'_, Self>);

    /// A number below [`super::SLOTS`] for moves that are alike (their target cell, say).
    fn slot(&self, m: Self::Move) -> usize;

    /// Plays a move, which does not win.
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Passes the turn.
    fn pass(&mut self) -> Self::Undo;

    /// Takes back the last move or pass.
    fn undo(&mut self, undo: Self::Undo);

    /// Plies to the end of a win by threats of the side to act, 0 if none is found.
    ///
    /// `None` if the search must end.
    fn win_by_threats(search: &mut Search<'_, Self>) -> Option<usize>;

    /// The moves that may meet a threat of the other side which is not one to win at once.
    ///
    /// # Errors
    /// [`Ended`] if the search must end.
    fn defence(
        _search: &mut Search<'_, Self>,
        _depth: i32,
    ) -> Result<Option<Defence<Self::Defences>>, Ended> {
        Ok(None)
    }

    /// The key after a move, if it costs much less than to play it.
    #[inline]
    fn key_after(&self, _m: Self::Move) -> Option<u64> {
        None
    }

    /// Whether a listed move is legal.
    #[inline]
    fn is_legal(&self, _m: Self::Move) -> bool {
        true
    }

    /// How forcing a move is.
    #[inline]
    fn class(&self, _m: Self::Move) -> MoveClass {
        MoveClass::Quiet
    }

    /// Whether a value of the transposition table holds here.
    #[inline]
    fn holds(&self, _value: i32, _ply: usize) -> bool {
        true
    }

    /// Whether losing by every move of a whole list is a proof.
    #[inline]
    fn can_prove_losses(&self) -> bool {
        true
    }

    /// The value where no listed move is legal.
    fn value_without_moves(&self) -> i32 {
        self.static_eval()
    }
}

/// A game at the root, and the proof searches that take turns with the search there.
pub trait RootGame: Game {
    /// The position of the game's rules, whose moves can be packed and unpacked.
    type Position: Position<Move: From<Self::Move> + Into<Self::Move> + Sync, Undo: Sync> + Sync;

    /// The position that stands in a record; the proof search is prepared for a search of this time.
    fn new(
        record: &Record<Self::Position>,
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

    /// Looks before the search for a win, which comes to the front; says whether to search at all.
    fn settle(_search: &mut Search<'_, Self>, _candidates: &mut Candidates<Self::Move>) -> bool {
        false
    }

    /// Looks between two moves for a win, which comes to the front; if there is one the search
    /// ends.
    fn prove_between(
        _search: &mut Search<'_, Self>,
        _candidates: &mut Candidates<Self::Move>,
    ) -> bool {
        false
    }

    /// Tries after an iteration to prove more of the best move; says whether it did.
    fn prove(
        _search: &mut Search<'_, Self>,
        _candidates: &mut Candidates<Self::Move>,
        _depth: i32,
    ) -> bool {
        false
    }

    /// Whether no move that [`Self::root_moves`] left out can be better than one that loses.
    fn is_whole(&self) -> bool {
        true
    }

    /// What speaks for a move besides its value, in words.
    fn explain(&self, _best: Self::Move) -> Vec<String> {
        Vec::new()
    }
}
