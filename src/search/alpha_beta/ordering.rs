//! Move ordering: the table's move, the game's own score, killers (Akl and Newborn 1977), history
//! (Schaeffer 1983).

use crate::base::Side;
use crate::game::Evaluate;
use crate::search::tt::PackedMove;

/// A move's index in the list of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveIndex(pub(super) u16);

impl PackedMove for MoveIndex {
    const NONE: Self = Self(u16::MAX);

    fn bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

/// A move's index in the list of legal moves, and where it comes in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RankedMove {
    /// The move with the least key is tried first: the negative of its rank ([`KILLER_SHIFT`] has the
    /// bits), or `i64::MIN` for the table's move.
    sort_key: i64,
    /// The index of the move in the list of legal moves, below `u16::MAX`.
    index: u16,
}

/// The legal moves of one node, and the order in which they are tried.
pub(super) struct OrderedMoves<M> {
    /// As the game lists them.
    pub(super) moves: Vec<M>,
    /// Their order, the first to be tried in front.
    ranked: Vec<RankedMove>,
}

impl<M: Copy> OrderedMoves<M> {
    /// Without a move.
    pub(super) const fn new() -> Self {
        Self { moves: Vec::new(), ranked: Vec::new() }
    }

    /// How many moves are ranked.
    pub(super) const fn len(&self) -> usize {
        self.ranked.len()
    }

    /// The move that is tried after `tried` others, and its index in the list of legal moves.
    pub(super) fn nth(&self, tried: usize) -> (M, MoveIndex) {
        let index = self.ranked[tried].index;
        (self.moves[usize::from(index)], MoveIndex(index))
    }
}

/// Entries of the history table for each side; [`Evaluate::history_slot`] is taken modulo this. Set
/// by hand; no measurement is recorded.
const HISTORY_SLOTS: usize = 1_024;
/// History values are halved when one reaches this; it fits in the bits below the killers. Set by
/// hand; no measurement is recorded.
const HISTORY_LIMIT: u32 = 1 << 20;
/// The bit of the rank of a move that a killer has; the greatest rank is tried first.
///
/// ```text
/// bits 63 … 24   the game's ordering score, signed
/// bit  23        0
/// bit  22        1 for a killer
/// bits 21, 20    0
/// bits 19 … 0    history, below 2²⁰
/// ```
const KILLER_SHIFT: u32 = 22;
/// The lowest bit of the game's ordering score in the rank; the score is signed.
const SCORE_SHIFT: u32 = 24;

/// The statistics that a search collects for the order of moves.
///
/// Moves are ranked by, one after the other: being the table's move; the game's ordering score;
/// being a killer (a move that refuted a sibling at this ply); history (how often a move of the
/// same slot refuted anything, weighted by depth squared); the order in which the game lists them.
pub(super) struct KillersAndHistory<M> {
    /// By ply from the root: the two moves that last refuted a sibling there, the newer one first.
    killers: Vec<[Option<M>; 2]>,
    /// By [`Side::index`] and slot: the squares of the depths, in plies, at which a move of the
    /// slot refuted the previous one, summed up; below [`HISTORY_LIMIT`].
    history: Box<[[u32; HISTORY_SLOTS]; 2]>,
}

impl<M: Copy + Eq> KillersAndHistory<M> {
    /// Nothing learned; [`Self::reset`] must be called before the first search.
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), history: Box::new([[0; HISTORY_SLOTS]; 2]) }
    }

    /// Forgets everything; `plies` is the deepest ply of the search.
    pub(super) fn reset(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies + 1, [None; 2]);
        self.history.fill([0; HISTORY_SLOTS]);
    }

    /// Ranks the legal moves of a position, where `side` is to act, `ply` plies from the root.
    pub(super) fn rank<P: Evaluate<Move = M>>(
        &self,
        position: &P,
        ply: u16,
        side: Side,
        table_move: MoveIndex,
        list: &mut OrderedMoves<M>,
    ) {
        let killers = self.killers.get(usize::from(ply)).copied().unwrap_or_default();
        let history = &self.history[side.index()];
        list.ranked.clear();
        list.ranked.extend(list.moves.iter().zip(0..u16::MAX).map(|(&m, index)| {
            let killer = i64::from(killers.contains(&Some(m)));
            let history = i64::from(history[position.history_slot(m) % HISTORY_SLOTS]);
            let score = i64::from(position.ordering_score(m));
            let rank = score << SCORE_SHIFT | killer << KILLER_SHIFT | history;
            RankedMove { sort_key: if index == table_move.0 { i64::MIN } else { -rank }, index }
        }));
        list.ranked.sort_unstable();
    }

    /// Learns that a move refuted the previous one, `depth` plies above the horizon.
    pub(super) fn reward<P: Evaluate<Move = M>>(
        &mut self,
        position: &P,
        m: M,
        ply: u16,
        side: Side,
        depth: u32,
    ) {
        if let Some([first, second]) = self.killers.get_mut(usize::from(ply))
            && *first != Some(m)
        {
            (*first, *second) = (Some(m), *first);
        }
        let history = &mut self.history[side.index()];
        let value = &mut history[position.history_slot(m) % HISTORY_SLOTS];
        *value = value.saturating_add(depth * depth);
        if *value >= HISTORY_LIMIT {
            for value in history.iter_mut() {
                *value /= 2;
            }
        }
    }
}
