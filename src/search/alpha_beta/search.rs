//! The recursion: principal variation search below the root, one node after the other.

use super::ordering::{KillersAndHistory, MoveIndex, OrderedMoves};
use crate::base::hash::mix;
use crate::base::{Outcome, Score, Side};
use crate::game::{Evaluate, Position, Record, Turn};
use crate::search::player::search_control::SearchControl;
use crate::search::player::search_reports::Bound;
use crate::search::threads::worker::update_pv;
use crate::search::tt;
use crate::search::tt::{PackedMove as _, TranspositionTable};

/// The deepest iteration, in plies: more than any search reaches. Set by hand.
pub(super) const MAX_DEPTH: u32 = 240;

/// The transposition table of this search. Values are those of [`Score`]; plies count from the node.
pub(super) type IndexTable = TranspositionTable<MoveIndex>;

/// An entry of that table.
type Entry = tt::Entry<MoveIndex>;

/// The depth of an entry whose value is proved, so that no deeper search can change it.
const PROVED_DEPTH: u8 = u8::MAX;
/// The greatest depth of all other entries.
const MAX_ENTRY_DEPTH: u32 = PROVED_DEPTH as u32 - 1;

/// The buffers of a search by ply; kept from search to search only to save allocations.
pub(super) struct SearchStack<M> {
    ordering: KillersAndHistory<M>,
    /// By ply: the moves of the node.
    lists: Vec<OrderedMoves<M>>,
    /// By ply: the principal variation from there, if the ply has an open window.
    pv: Vec<Vec<M>>,
    /// The keys of the positions of the game, and then of those from the root to the node.
    path: Vec<u64>,
}

impl<M: Copy + Eq> SearchStack<M> {
    /// Empty; the buffers grow with the first search.
    pub(super) fn new() -> Self {
        Self {
            ordering: KillersAndHistory::new(),
            lists: Vec::new(),
            pv: Vec::new(),
            path: Vec::new(),
        }
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct AlphaBetaNode {
    /// Plies left to the horizon, at least 1.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: u16,
    /// The side to act.
    pub(super) side: Side,
}

/// An alpha-beta window of [`Score`]s, for the side to act: those between `alpha` and `beta`.
#[derive(Clone, Copy)]
pub(super) struct ScoreWindow {
    /// The side to act has at least this value by another move.
    pub(super) alpha: Score,
    /// The other side has a move before this node that allows no more than this value.
    pub(super) beta: Score,
}

impl ScoreWindow {
    /// All values.
    pub(super) fn whole() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// The null window just above alpha.
    fn null_window(self) -> Self {
        Self { beta: Score::from_value(self.alpha.value() + 1), ..self }
    }

    /// Whether a value fits between alpha and beta: it is not a null window.
    fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    /// This window for the side to act after a move, which may be the same side.
    fn seen_by(self, is_same_side: bool) -> Self {
        if is_same_side { self } else { Self { alpha: -self.beta, beta: -self.alpha } }
    }
}

/// The value found for a node. Wins and losses count plies from the **root**.
#[derive(Clone, Copy)]
pub(super) struct NodeValue {
    /// For the side to act.
    pub(super) score: Score,
    /// Whether every line that the value rests on ended before the horizon.
    pub(super) is_proved: bool,
    /// The least ply of a position on the path that a line below repeated.
    ///
    /// The value holds only on paths through that position (the graph history interaction problem).
    repeated_ply: u16,
}

impl NodeValue {
    /// No position below repeats one on the path.
    const NO_REPETITION: u16 = u16::MAX;

    const fn new(score: Score, is_proved: bool) -> Self {
        Self { score, is_proved, repeated_ply: Self::NO_REPETITION }
    }

    /// This value for the side that acts at the node above, which may be the same side.
    fn seen_by(self, is_same_side: bool) -> Self {
        if is_same_side { self } else { Self { score: -self.score, ..self } }
    }
}

/// The value of a node as the maximum over its moves, one added after the other.
#[derive(Clone, Copy)]
pub(super) struct MaxOfMoves {
    /// The greatest score; proved if every move so far is.
    best: NodeValue,
    /// Whether every move so far is proved, or is a win or a loss.
    all_decided: bool,
}

impl MaxOfMoves {
    /// No move yet: less than every score.
    pub(super) const fn new() -> Self {
        Self {
            best: NodeValue::new(Score::from_value(-Score::INFINITE.value()), true),
            all_decided: true,
        }
    }

    /// Adds the value of a move; returns whether it is better than all before it.
    pub(super) fn add(&mut self, value: NodeValue) -> bool {
        self.all_decided &= value.is_proved || value.score.plies_to_end().is_some();
        self.best.is_proved &= value.is_proved;
        self.best.repeated_ply = self.best.repeated_ply.min(value.repeated_ply);
        let is_better = value.score > self.best.score;
        if is_better {
            self.best.score = value.score;
        }
        is_better
    }

    /// The value of the node when all moves have been added.
    ///
    /// A draw is proved even if the lengths of the losses by other moves are not, since no such
    /// move can be the one that draws.
    pub(super) fn value(self) -> NodeValue {
        let is_undecided = self.best.score.plies_to_end().is_none();
        NodeValue {
            is_proved: self.best.is_proved || is_undecided && self.all_decided,
            ..self.best
        }
    }
}

/// A search in progress.
pub(super) struct AlphaBetaSearch<'a, P: Position> {
    /// The position of the current node.
    pub(super) position: P,
    /// The nodes so far, and the limits.
    pub(super) control: SearchControl<'a>,
    table: &'a IndexTable,
    /// Mixed into every key: another number for each search if values depend on the path.
    salt: u64,
    stack: &'a mut SearchStack<P::Move>,
    /// The index of the root in `stack.path`; before it are the keys of the game.
    root_index: usize,
    /// The deepest ply of this iteration.
    pub(super) seldepth: u16,
}

impl<'a, P: Evaluate> AlphaBetaSearch<'a, P> {
    /// A search of the current position of `game`.
    pub(super) fn new(
        game: &Record<P>,
        control: SearchControl<'a>,
        table: &'a IndexTable,
        salt: u64,
        stack: &'a mut SearchStack<P::Move>,
    ) -> Self {
        let plies = MAX_DEPTH as usize + 2;
        stack.ordering.reset(plies);
        stack.lists.resize_with(plies, OrderedMoves::new);
        stack.pv.resize_with(plies, Vec::new);
        stack.path.clear();
        if P::REPETITION.is_some() {
            stack.path.extend(game.keys());
            stack.path.push(game.position().key());
        }
        let position = game.position().clone();
        Self { position, control, table, salt, stack, root_index: game.len(), seldepth: 0 }
    }

    /// How full the table is, per mille.
    pub(super) fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// The principal variation after the move of the root that was searched last.
    pub(super) fn pv(&self) -> &[P::Move] {
        &self.stack.pv[1]
    }

    /// The value of one move of the node, for the side that makes it; `None` if the search must end.
    ///
    /// With `null_window_first` the whole window is searched only if the null window is not
    /// enough.
    pub(super) fn search_move(
        &mut self,
        m: P::Move,
        node: AlphaBetaNode,
        window: ScoreWindow,
        null_window_first: bool,
    ) -> Option<NodeValue> {
        if !self.control.count_node() {
            return None;
        }
        let undo = self.position.play(m);
        let value = self.value_after_move(node, window, null_window_first);
        self.position.undo(undo);
        value
    }

    /// The value of the current position, for the side that moved at `node`, one ply before.
    fn value_after_move(
        &mut self,
        node: AlphaBetaNode,
        window: ScoreWindow,
        null_window_first: bool,
    ) -> Option<NodeValue> {
        let ply = node.ply + 1;
        self.seldepth = self.seldepth.max(ply);
        self.stack.pv[usize::from(ply)].clear();
        let side = match self.position.turn() {
            Turn::Over(outcome) => {
                return Some(NodeValue::new(terminal_score(outcome, node.side, ply), true));
            }
            Turn::Decide(side) | Turn::Roll(side) => side,
        };
        if let Some(drawn) = self.draw_by_repetition(ply) {
            return Some(drawn);
        }
        let is_same_side = side == node.side;
        if node.depth <= 1 {
            let score = Score::centi(self.position.evaluate());
            return Some(NodeValue::new(score, false).seen_by(is_same_side));
        }
        let child = AlphaBetaNode { depth: node.depth - 1, ply, side };
        let length = self.stack.path.len();
        if P::REPETITION.is_some() {
            self.stack.path.push(self.position.key());
        }
        let value = self.search_child(child, window, null_window_first, is_same_side);
        self.stack.path.truncate(length);
        value
    }

    /// Principal variation search of a child: first in a null window, if that is asked for.
    fn search_child(
        &mut self,
        child: AlphaBetaNode,
        window: ScoreWindow,
        null_window_first: bool,
        is_same_side: bool,
    ) -> Option<NodeValue> {
        if null_window_first && window.is_open() {
            let null_window = window.null_window().seen_by(is_same_side);
            let value = self.search_node(child, null_window)?.seen_by(is_same_side);
            if value.score <= window.alpha || value.score >= window.beta {
                return Some(value);
            }
        }
        Some(self.search_node(child, window.seen_by(is_same_side))?.seen_by(is_same_side))
    }

    /// The value of the current position for its side to act, fail-soft.
    fn search_node(&mut self, node: AlphaBetaNode, window: ScoreWindow) -> Option<NodeValue> {
        // Mate-distance pruning: no win can come sooner than this.
        let soonest = Score::win_in(i32::from(node.ply) + 1);
        if soonest <= window.alpha {
            return Some(NodeValue::new(soonest, true));
        }
        let key = mix(self.position.table_key() ^ self.salt);
        let entry = self.table.probe(key);
        if !window.is_open()
            && let Some(value) = entry.and_then(|entry| table_cutoff(entry, node, window))
        {
            return Some(value);
        }
        let count = self.list_moves(node, entry.map_or(MoveIndex::NONE, |entry| entry.best));
        if count == 0 {
            return Some(NodeValue::new(Score::centi(self.position.evaluate()), false));
        }
        let (value, best) = self.try_moves(node, window, count)?;
        if value.repeated_ply >= node.ply {
            self.table.store(key, new_entry(value, best, node, window));
        }
        Some(value)
    }

    /// Searches the moves of a node in their order; returns its value and the best move.
    fn try_moves(
        &mut self,
        node: AlphaBetaNode,
        window: ScoreWindow,
        count: usize,
    ) -> Option<(NodeValue, MoveIndex)> {
        let mut maximum = MaxOfMoves::new();
        let mut best = MoveIndex::NONE;
        for tried in 0..count {
            let (m, index) = self.stack.lists[usize::from(node.ply)].nth(tried);
            let alpha = window.alpha.max(maximum.best.score);
            let value = self.search_move(m, node, ScoreWindow { alpha, ..window }, tried > 0)?;
            if !maximum.add(value) {
                continue;
            }
            best = index;
            if value.score >= window.beta {
                let AlphaBetaNode { depth, ply, side } = node;
                self.stack.ordering.reward(&self.position, m, ply, side, depth);
                return Some((value, best));
            }
            if value.score > alpha && window.is_open() {
                update_pv(&mut self.stack.pv, usize::from(node.ply), m);
            }
        }
        Some((maximum.value(), best))
    }

    /// Lists and ranks the legal moves; returns how many there are.
    fn list_moves(&mut self, node: AlphaBetaNode, table_move: MoveIndex) -> usize {
        let list = &mut self.stack.lists[usize::from(node.ply)];
        list.moves.clear();
        self.position.moves(&mut list.moves);
        self.stack.ordering.rank(&self.position, node.ply, node.side, table_move, list);
        list.len()
    }

    /// A draw, if the position was on the path before, or occurred too often in the game.
    fn draw_by_repetition(&self, ply: u16) -> Option<NodeValue> {
        let limit = P::REPETITION?;
        let key = self.position.key();
        let (played, searched) = self.stack.path.split_at(self.root_index);
        if played.iter().filter(|k| **k == key).count() + 1 >= limit {
            return Some(NodeValue::new(Score::ZERO, false));
        }
        debug_assert_eq!(searched.len(), usize::from(ply), "the path leads from the root to here");
        let repeated_ply = searched.iter().rposition(|k| *k == key)? as u16;
        Some(NodeValue { score: Score::ZERO, is_proved: false, repeated_ply })
    }
}

/// The value of a finished game at this ply for `side`.
pub(super) fn terminal_score(outcome: Outcome, side: Side, ply: u16) -> Score {
    match outcome.winner() {
        Some(winner) if winner == side => Score::win_in(i32::from(ply)),
        Some(_) => Score::loss_in(i32::from(ply)),
        None => Score::ZERO,
    }
}

/// The score with a win or a loss this many plies later, or sooner if negative.
fn with_plies_added(score: Score, added: i32) -> Score {
    match score.plies_to_end() {
        None => score,
        Some(plies) if score > Score::ZERO => Score::win_in(plies + added),
        Some(plies) => Score::loss_in(-plies + added),
    }
}

/// The value of a table entry, if it causes a cutoff in the null window.
///
/// A proved win or loss holds at any depth; an estimate only if it was searched deeply enough.
fn table_cutoff(entry: Entry, node: AlphaBetaNode, window: ScoreWindow) -> Option<NodeValue> {
    let score = with_plies_added(Score::from_value(i32::from(entry.value)), i32::from(node.ply));
    let is_deep = u32::from(entry.depth) >= node.depth;
    let is_decided = score.plies_to_end().is_some();
    let is_lower = entry.bound != Bound::Upper && (is_deep || is_decided && score > Score::ZERO);
    let is_upper = entry.bound != Bound::Lower && (is_deep || is_decided && score < Score::ZERO);
    let is_cutoff = is_lower && score >= window.beta || is_upper && score <= window.alpha;
    is_cutoff.then(|| NodeValue::new(score, entry.depth == PROVED_DEPTH))
}

/// The table entry of a node.
fn new_entry(value: NodeValue, best: MoveIndex, node: AlphaBetaNode, window: ScoreWindow) -> Entry {
    let bound = if value.score >= window.beta {
        Bound::Lower
    } else if value.score <= window.alpha {
        Bound::Upper
    } else {
        Bound::Exact
    };
    let depth = if value.is_proved { PROVED_DEPTH } else { node.depth.min(MAX_ENTRY_DEPTH) as u8 };
    let value = with_plies_added(value.score, -i32::from(node.ply)).value() as i16;
    Entry { value, static_eval: 0, best, depth, bound }
}
