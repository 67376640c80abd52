//! What a game provides to the selective search, and what the search passes to the game: itself, and
//! the list that takes the moves of a node.

use super::ordering::{HISTORY_SLOTS, MoveOrdering, OrderingContext, Scored, TABLE_MOVE_SCORE};
use super::params::Params;
use super::techniques::Technique;
use super::thread_state::ThreadState;
use crate::base::Side;
use crate::search::threads::Worker;
use crate::search::tt;
use crate::search::tt::PackedMove;

/// The replies to a threat to win at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced<M> {
    /// There is no such threat.
    No,
    /// No reply is needed, or none helps: the value of the node, **for the side to act**.
    ///
    /// It is one of [`score_encoding`](crate::search::player::score_encoding).
    Value(i32),
    /// Only this move.
    Only(M),
    /// The moves that were added to the list, each with its ordering score; all others lose in two
    /// plies.
    Listed,
}

/// How forcing a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveClass {
    /// Where it is futile it is pruned.
    Quiet,
    /// It makes a threat: it is never futile, and reduced a ply less.
    Threat,
    /// The other side must reply to it: it is never futile, and in a defence reduced only if it delays
    /// the threat.
    Forcing,
}

/// The moves that may meet a threat of the other side.
#[derive(Clone, Copy, Debug)]
pub struct Defence<D> {
    /// Every other move loses in this many plies from the node, at least 2.
    pub plies: usize,
    /// The moves.
    pub moves: D,
}

/// The search must end: a limit is reached, or the stop flag is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended;

/// The position that the search plays its moves on.
///
/// Values are those of [`crate::search::player::score_encoding`], **for the side to act**; plies count from the
/// root.
pub trait PvsGame: Sized {
    /// A move in 16 bits.
    type Move: PackedMove + Send + 'static;
    /// The data that [`Self::undo`] needs.
    type Undo;
    /// The moves of a [`Defence`]; `()` where there is none.
    type Defences: Copy;
    /// The proof search of a thread, kept from search to search; `()` where there is none.
    type ProofSearch: Send;

    /// The techniques in use, and their numbers.
    ///
    /// A search reads from [`ThreadState::params`] what a tuner can change.
    const PARAMS: Params;

    /// The side to act.
    fn side(&self) -> Side;

    /// The key of the position for the transposition table.
    fn key(&self) -> u64;

    /// The static evaluation **for the side to act**, of a position where neither side wins at once.
    ///
    /// −[`MAX_EVAL`] to [`MAX_EVAL`], in the game's units ([`Evaluate::UNIT`] to a point).
    ///
    /// [`Evaluate::UNIT`]: crate::game::Evaluate::UNIT
    /// [`MAX_EVAL`]: crate::search::player::score_encoding::MAX_EVAL
    fn static_eval(&mut self) -> i32;

    /// The value if the game is over, or if its end can be seen without a search.
    ///
    /// **For the side to act**: a [`win`] or [`loss`] that counts plies from the root, or 0 for a
    /// draw. `ply` is the number of plies from the root to the node.
    ///
    /// [`loss`]: crate::search::player::score_encoding::loss
    /// [`win`]: crate::search::player::score_encoding::win
    fn terminal_value(&self, ply: usize) -> Option<i32>;

    /// The replies to a threat of the other side to win at once.
    ///
    /// `ply` is the number of plies from the root to the node; scores are those of
    /// [`MoveList::add`].
    fn forced_replies(&self, ply: usize, moves: &mut Vec<Scored<Self::Move>>)
    -> Forced<Self::Move>;

    /// Lists the moves of a node, those of a defence if there is one.
    fn list_moves(&mut self, defence: Option<&Self::Defences>, list: &mut MoveList<'_, Self>);

    /// The index of a move in the history table, below [`HISTORY_SLOTS`]; moves that are alike share one.
    ///
    /// For example the target cell.
    fn history_slot(&self, m: Self::Move) -> usize;

    /// Plays a move; it never wins at once.
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Passes the turn.
    fn pass(&mut self) -> Self::Undo;

    /// Takes back the last move or pass.
    fn undo(&mut self, undo: Self::Undo);

    /// The plies of a win by threats of the side to act, from the node; 0 if none is found.
    ///
    /// This is the quiescence search. `None` if the search must end.
    fn win_by_threats(search: &mut PvsSearch<'_, Self>) -> Option<usize>;

    /// The moves that may meet a threat of the other side which is not one to win at once.
    ///
    /// The depth of the node is in plies.
    ///
    /// # Errors
    /// [`Ended`] if the search must end.
    fn defence(
        _search: &mut PvsSearch<'_, Self>,
        _depth: i32,
    ) -> Result<Option<Defence<Self::Defences>>, Ended> {
        Ok(None)
    }

    /// The key of the position after a move, if that is much cheaper than to play the move.
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

    /// Whether a forcing reply to a threat of the other side delays it and does not meet it.
    #[inline]
    fn only_delays(&self, _m: Self::Move) -> bool {
        false
    }

    /// Whether a value of the transposition table, for the side to act, is valid at this node.
    #[inline]
    fn is_table_value_valid(&self, _value: i32, _ply: usize) -> bool {
        true
    }

    /// Whether the node is proved lost if every move of a complete list loses.
    #[inline]
    fn can_prove_losses(&self) -> bool {
        true
    }

    /// The value, for the side to act, of a node without a legal move on the list.
    fn value_without_moves(&mut self) -> i32 {
        self.static_eval()
    }
}

/// A search in progress on one thread.
pub struct PvsSearch<'a, G: PvsGame> {
    /// The position of the current node.
    pub game: G,
    /// The limits, the table, and the other threads.
    pub worker: Worker<'a, G::Move>,
    /// The buffers and the move ordering of the thread, and its proof search.
    pub thread: &'a mut GameThread<G>,
    /// The move that the next node leaves out (singular extension).
    pub(super) excluded: G::Move,
}

/// The state of a thread of the search of a game.
pub type GameThread<G> = ThreadState<<G as PvsGame>::Move, <G as PvsGame>::ProofSearch>;

/// A table entry of a position of a game.
pub type Entry<G> = tt::Entry<<G as PvsGame>::Move>;

/// Takes the moves of one node from the game and scores them.
pub struct MoveList<'a, G: PvsGame> {
    /// The moves of all plies in progress; those of this node are added at the end.
    moves: &'a mut Vec<Scored<G::Move>>,
    ordering: &'a MoveOrdering<G::Move>,
    params: &'a Params,
    /// The move of the transposition table, or [`PackedMove::NONE`].
    table_move: G::Move,
    /// The move that last refuted the previous one, or [`PackedMove::NONE`].
    countermove: G::Move,
    context: OrderingContext,
}

impl<'a, G: PvsGame> MoveList<'a, G> {
    /// A list at the end of `moves`; `table_move` may be [`PackedMove::NONE`].
    #[inline]
    pub(super) fn new(
        moves: &'a mut Vec<Scored<G::Move>>,
        ordering: &'a MoveOrdering<G::Move>,
        params: &'a Params,
        table_move: G::Move,
        context: OrderingContext,
    ) -> Self {
        let countermove =
            ordering.countermoves[context.side.index()][context.previous % HISTORY_SLOTS];
        Self { moves, ordering, params, table_move, countermove, context }
    }

    /// Whether a technique is in use.
    #[inline]
    pub const fn uses(&self, technique: Technique) -> bool {
        self.params.on.has(technique)
    }

    /// Adds a move with its [`PvsGame::history_slot`] and the score that the game gives it.
    ///
    /// The move of the greatest score is tried first; scores are in the game's own unit, and are no
    /// values.
    #[inline]
    pub fn add(&mut self, m: G::Move, slot: usize, score: i32) {
        let score =
            if m == self.table_move { TABLE_MOVE_SCORE } else { score + self.learned(m, slot) };
        self.moves.push((score, m));
    }

    /// Bonus of killers, countermoves and history to the score of a move, in units of that score.
    #[inline]
    fn learned(&self, m: G::Move, slot: usize) -> i32 {
        let (ordering, weights) = (self.ordering, &self.params.ordering);
        let OrderingContext { ply, side, previous } = self.context;
        let mut sum = 0;
        if self.uses(Technique::Killers) && ordering.killers[ply].contains(&m) {
            sum += weights.killer;
        }
        if self.uses(Technique::Countermoves) && self.countermove == m {
            sum += weights.countermove;
        }
        if self.uses(Technique::History) {
            sum += ordering.history(side, slot) / weights.history_divisor;
        }
        if self.uses(Technique::ContinuationHistory) {
            sum += ordering.continuation(side, previous, slot) / weights.continuation_divisor;
        }
        sum
    }
}
