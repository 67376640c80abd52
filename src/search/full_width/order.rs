//! Which moves to try first: the table's move, the game's own guess, killers, history.

use crate::base::Side;
use crate::game::Evaluate;
use crate::search::tt::PackedMove;

/// A move's place in the list of legal moves.
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

/// Slots of the history; [`Evaluate::slot`] is folded into them.
const SLOTS: usize = 1_024;
/// History values stay below this, so that they order moves only among equals.
const HISTORY_LIMIT: u32 = 1 << 20;

/// What a search has learned about the order of moves.
///
/// Moves are ranked by, one after the other: being the table's best move; the game's promise;
/// being a killer (one that refuted a sibling at this ply); history (how often the like of it
/// refuted anything, weighted by depth squared); the order in which the game lists them.
pub(super) struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Box<[[u32; SLOTS]; 2]>,
}

impl<M: Copy + Eq> Order<M> {
    /// Nothing learned; [`Self::reset`] must come before the first ply.
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), history: Box::new([[0; SLOTS]; 2]) }
    }

    /// Forgets everything; `plies` is the deepest ply that will be asked about.
    pub(super) fn reset(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies + 1, [None; 2]);
        self.history.fill([0; SLOTS]);
    }

    /// Ranks the legal moves of a position: places in `moves`, best first, into `ranked`.
    pub(super) fn rank<P: Evaluate<Move = M>>(
        &self,
        position: &P,
        (ply, side): (u16, Side),
        table_move: MoveIndex,
        moves: &[M],
        ranked: &mut Vec<(i64, u16)>,
    ) {
        let killers = self.killers.get(usize::from(ply)).copied().unwrap_or_default();
        let history = &self.history[side.index()];
        ranked.clear();
        ranked.extend(moves.iter().zip(0..u16::MAX).map(|(&m, index)| {
            let killer = i64::from(killers.contains(&Some(m)));
            let merit = i64::from(history[position.slot(m) % SLOTS]);
            let rank = i64::from(position.promise(m)) << 24 | killer << 22 | merit;
            (if index == table_move.0 { i64::MIN } else { -rank }, index)
        }));
        ranked.sort_unstable();
    }

    /// Remembers that a move refuted the one before it, `depth` plies above the horizon.
    pub(super) fn reward<P: Evaluate<Move = M>>(
        &mut self,
        position: &P,
        m: M,
        (ply, side): (u16, Side),
        depth: u32,
    ) {
        if let Some([first, second]) = self.killers.get_mut(usize::from(ply))
            && *first != Some(m)
        {
            (*first, *second) = (Some(m), *first);
        }
        let history = &mut self.history[side.index()];
        let merit = &mut history[position.slot(m) % SLOTS];
        *merit = merit.saturating_add(depth * depth);
        if *merit >= HISTORY_LIMIT {
            for merit in history.iter_mut() {
                *merit /= 2;
            }
        }
    }
}
