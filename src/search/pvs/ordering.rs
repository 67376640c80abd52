//! Move ordering: the table's move, then the game's own score together with killers (Akl and
//! Newborn 1977), countermoves (Uiterwijk 1992), history (Schaeffer 1983) and the history of
//! pairs of moves, called continuation history.

use crate::base::Side;
use crate::search::tt::PackedMove;

/// A move with its score: the greatest is tried first.
pub type Scored<M> = (i32, M);

/// Entries of the history table for each side.
///
/// The index is [`PvsGame::history_slot`](super::PvsGame::history_slot). Set by hand; no measurement is
/// recorded.
pub const HISTORY_SLOTS: usize = 1_024;
/// The slot of a null move, which no move has.
pub(super) const NULL_SLOT: usize = HISTORY_SLOTS - 1;
/// History values, in history points, stay between this and its negative. Set by hand; no
/// measurement is recorded.
const HISTORY_LIMIT: i32 = 8_192;
/// The ordering score of the table's move, above every other.
pub(super) const TABLE_MOVE_SCORE: i32 = 1 << 20;

/// Entries of the history of pairs for each side. Pairs share an entry now and then, so that the
/// table stays in the cache. Set by hand.
const PAIR_HISTORY_SIZE: usize = 1 << 15;
/// From the entries of one previous move to those of the next. Set by hand.
const PAIRS_STEP: usize = 977;

/// Where a node is, as far as the order of its moves depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderingContext {
    /// Plies from the root, from 0.
    pub(super) ply: usize,
    /// The side to act.
    pub(super) side: Side,
    /// The slot of the previous move, below [`HISTORY_SLOTS`].
    pub(super) previous: usize,
}

/// The statistics that one thread collects for the order of moves.
pub(super) struct MoveOrdering<M> {
    /// By ply: the two moves that last refuted a sibling there.
    pub(super) killers: Vec<[M; 2]>,
    /// By side and the slot of the previous move: the move that last refuted it.
    pub(super) countermoves: Box<[[M; HISTORY_SLOTS]; 2]>,
    /// By side and slot: how often the move was good, less how often it was not.
    ///
    /// In history points, ±[`HISTORY_LIMIT`] at most.
    pub(super) history: Box<[[i16; HISTORY_SLOTS]; 2]>,
    /// By [`pair`]: the same for a move after another.
    continuations: Vec<i16>,
}

impl<M: PackedMove> MoveOrdering<M> {
    /// Nothing learned, for plies up to this one.
    pub(super) fn new(max_ply: usize) -> Self {
        Self {
            killers: vec![[M::NONE; 2]; max_ply + 2],
            countermoves: Box::new([[M::NONE; HISTORY_SLOTS]; 2]),
            history: Box::new([[0; HISTORY_SLOTS]; 2]),
            continuations: vec![0; 2 * PAIR_HISTORY_SIZE],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([M::NONE; 2]);
        self.countermoves.fill([M::NONE; HISTORY_SLOTS]);
        self.history.fill([0; HISTORY_SLOTS]);
        self.continuations.fill(0);
    }

    /// Prepares for another search: clears the killers and halves the history.
    pub(super) fn begin_search(&mut self) {
        self.killers.fill([M::NONE; 2]);
        self.history.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// The history of a slot of a side, −8,192 to 8,192 history points.
    #[inline]
    pub(super) fn history(&self, side: Side, slot: usize) -> i32 {
        i32::from(self.history[side.index()][slot % HISTORY_SLOTS])
    }

    /// The history of a slot of a side after another slot, −8,192 to 8,192 history points.
    #[inline]
    pub(super) fn continuation(&self, side: Side, previous: usize, slot: usize) -> i32 {
        i32::from(self.continuations[pair(side, previous, slot)])
    }

    /// Makes a move that refuted the previous one the first killer and the countermove.
    #[inline]
    pub(super) fn set_killer_and_countermove(&mut self, context: OrderingContext, best: M) {
        let OrderingContext { ply, side, previous } = context;
        let [first, second] = &mut self.killers[ply];
        if *first != best {
            (*first, *second) = (best, *first);
        }
        self.countermoves[side.index()][previous % HISTORY_SLOTS] = best;
    }

    /// Adds a bonus to the history of a slot, and to that of the slot after the previous one.
    #[inline]
    pub(super) fn update_history(&mut self, context: OrderingContext, slot: usize, bonus: i32) {
        let OrderingContext { side, previous, .. } = context;
        add_bonus(&mut self.history[side.index()][slot % HISTORY_SLOTS], bonus);
        add_bonus(&mut self.continuations[pair(side, previous, slot)], bonus);
    }
}

/// The entry of a slot of a side after another in the history of pairs.
#[inline]
const fn pair(side: Side, previous: usize, slot: usize) -> usize {
    side.index() * PAIR_HISTORY_SIZE + (previous * PAIRS_STEP + slot) % PAIR_HISTORY_SIZE
}

/// Adds a bonus to a history, less the nearer it is to its limit (the gravity formula).
#[inline]
fn add_bonus(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// History points of a bonus for each 1 of the square of the depth in plies. Set by hand.
const BONUS_FACTOR: i32 = 8;
/// The largest bonus in history points, an eighth of [`HISTORY_LIMIT`]. Set by hand.
const MAX_BONUS: i32 = 1_024;

/// The history bonus of a move that refuted the previous one at a depth in plies.
///
/// In history points, 0 to [`MAX_BONUS`].
pub(super) const fn history_bonus(depth: i32) -> i32 {
    let bonus = depth * depth * BONUS_FACTOR;
    if bonus < MAX_BONUS { bonus } else { MAX_BONUS }
}

/// Gives the table's move, if it is in a list, the score that puts it first.
pub(super) fn put_first<M: PackedMove>(moves: &mut [Scored<M>], table_move: M) {
    if table_move == M::NONE {
        return;
    }
    if let Some((score, _)) = moves.iter_mut().find(|(_, m)| *m == table_move) {
        *score = TABLE_MOVE_SCORE;
    }
}

/// Moves the move of the greatest score to the front; of equals the one listed first.
#[inline]
pub(super) fn pick_best<M: Copy>(moves: &mut [Scored<M>]) {
    let most = moves.iter().map(|(score, _)| *score).max();
    if let Some(at) = moves.iter().position(|(score, _)| Some(*score) == most) {
        moves.swap(0, at);
    }
}
