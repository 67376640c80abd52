//! Move ordering: the table's move, then the game's own score together with killers (Akl and
//! Newborn 1977), countermoves (Uiterwijk 1992) and history (Schaeffer 1983).

use super::game::Game;
use super::params::Technique;
use crate::base::Side;
use crate::search::tt::PackedMove;

/// A move with its score: the greatest is tried first.
pub type Scored<M> = (i32, M);

/// Numbers of [`Game::slot`]: the moves that are alike share one.
pub const SLOTS: usize = 1_024;
/// The slot of a null move, which no move has.
pub(super) const NULL_SLOT: usize = SLOTS - 1;
/// History values stay between this and its negative.
const HISTORY_LIMIT: i32 = 8_192;
/// The score of the table's move.
const TABLE_MOVE: i32 = 1 << 20;

/// What one thread has learned about the order of moves.
pub(super) struct Ordering<M> {
    /// By ply: the two moves that last refuted a sibling there.
    killers: Vec<[M; 2]>,
    /// By side and the slot of the previous move: what last refuted it.
    countermoves: Box<[[M; SLOTS]; 2]>,
    /// By side and slot: how often the move was good, less how often it was not.
    history: Box<[[i16; SLOTS]; 2]>,
}

impl<M: PackedMove> Ordering<M> {
    /// Nothing learned, for plies up to this one.
    pub(super) fn new(max_ply: usize) -> Self {
        Self {
            killers: vec![[M::NONE; 2]; max_ply + 2],
            countermoves: Box::new([[M::NONE; SLOTS]; 2]),
            history: Box::new([[0; SLOTS]; 2]),
        }
    }

    /// Prepares for another search: the killers and half of the history are forgotten.
    pub(super) fn begin_search(&mut self) {
        self.killers.fill([M::NONE; 2]);
        self.history.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    /// The history of a slot, −8,192 to 8,192.
    #[inline]
    pub(super) fn history(&self, side: Side, slot: usize) -> i32 {
        i32::from(self.history[side.index()][slot % SLOTS])
    }

    /// Notes a move that refuted the previous one as killer and countermove.
    #[inline]
    pub(super) fn note(&mut self, (ply, side, previous): (usize, Side, usize), best: M) {
        let [first, second] = &mut self.killers[ply];
        if *first != best {
            (*first, *second) = (best, *first);
        }
        self.countermoves[side.index()][previous % SLOTS] = best;
    }

    /// Moves the history of a slot by a bonus, less the nearer it is to its limit (the gravity
    /// formula).
    #[inline]
    pub(super) fn reward(&mut self, side: Side, slot: usize, bonus: i32) {
        let value = &mut self.history[side.index()][slot % SLOTS];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// The bonus of a move that refuted the previous one at a depth.
pub(super) const fn history_bonus(depth: i32) -> i32 {
    let bonus = depth * depth * 8;
    if bonus < 1_024 { bonus } else { 1_024 }
}

/// Takes the moves of one node from the game and scores them.
pub struct MoveList<'a, G: Game> {
    moves: &'a mut Vec<Scored<G::Move>>,
    best: G::Move,
    killers: [G::Move; 2],
    countermove: G::Move,
    history: &'a [i16; SLOTS],
}

impl<'a, G: Game> MoveList<'a, G> {
    /// A list at the end of `moves`, for a side at a ply after a move of the slot `previous`.
    #[inline]
    pub(super) fn new(
        moves: &'a mut Vec<Scored<G::Move>>,
        ordering: &'a Ordering<G::Move>,
        best: G::Move,
        (ply, side, previous): (usize, Side, usize),
    ) -> Self {
        let on = G::PARAMS.on;
        let none = G::Move::NONE;
        let countermove = ordering.countermoves[side.index()][previous % SLOTS];
        Self {
            moves,
            best,
            killers: if on.has(Technique::Killers) { ordering.killers[ply] } else { [none; 2] },
            countermove: if on.has(Technique::Countermoves) { countermove } else { none },
            history: &ordering.history[side.index()],
        }
    }

    /// Adds a move with its [`Game::slot`] and the score that the game gives it.
    #[inline]
    pub fn add(&mut self, m: G::Move, slot: usize, score: i32) {
        let weights = const { G::PARAMS.ordering };
        let score = if m == self.best {
            TABLE_MOVE
        } else {
            let killer = i32::from(self.killers.contains(&m));
            let countermove = i32::from(self.countermove == m);
            let history = if G::PARAMS.on.has(Technique::History) {
                i32::from(self.history[slot % SLOTS]) / weights.history_divisor
            } else {
                0
            };
            score + history + weights.killer * killer + weights.countermove * countermove
        };
        self.moves.push((score, m));
    }
}

/// Gives the table's move, if it is in a list, the score that puts it first.
pub(super) fn put_first<M: PackedMove>(moves: &mut [Scored<M>], table_move: M) {
    if table_move == M::NONE {
        return;
    }
    if let Some((score, _)) = moves.iter_mut().find(|(_, m)| *m == table_move) {
        *score = TABLE_MOVE;
    }
}

/// Brings the move of the greatest score to the front; of equals the one listed first.
#[inline]
pub(super) fn pick_best<M: Copy>(moves: &mut [Scored<M>]) {
    let most = moves.iter().map(|(score, _)| *score).max();
    if let Some(at) = moves.iter().position(|(score, _)| Some(*score) == most) {
        moves.swap(0, at);
    }
}
