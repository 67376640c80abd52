//! The recursion below the root: one node, one reply, one verdict.

use super::order::{MoveIndex, Order};
use crate::base::rng::mix;
use crate::base::{Outcome, Score, Side};
use crate::game::{Evaluate, Position, Record, Turn};
use crate::search::player::control::SearchControl;
use crate::search::player::report::Bound;
use crate::search::tt;
use crate::search::tt::{PackedMove as _, TranspositionTable};

/// The table of this search. Values are those of [`Score`], counted from their position.
pub(super) type Table = TranspositionTable<MoveIndex>;

/// An entry of that table.
type Entry = tt::Entry<MoveIndex>;

/// The depth of an entry that no deeper search can change.
const PROVED: u8 = u8::MAX;

/// What is kept from search to search only to save allocations.
pub(super) struct Memory<M> {
    order: Order<M>,
    plies: Vec<Ply<M>>,
    path: Vec<u64>,
}

/// The buffers of one ply.
struct Ply<M> {
    moves: Vec<M>,
    ranked: Vec<(i64, u16)>,
    /// The best line from here, if this ply is on an open window.
    line: Vec<M>,
}

impl<M: Copy + Eq> Memory<M> {
    /// Empty; the buffers grow with the first search.
    pub(super) fn new() -> Self {
        Self { order: Order::new(), plies: Vec::new(), path: Vec::new() }
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct Here {
    /// Plies left to the horizon, at least 1.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: u16,
    /// The side to act.
    pub(super) side: Side,
}

/// The values of interest at a node, for its side to act: above `alpha`, below `beta`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// What the side to act has elsewhere already.
    pub(super) alpha: Score,
    /// What the other side will not let it have more of.
    pub(super) beta: Score,
}

impl Window {
    /// All values.
    pub(super) fn whole() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// The null-window just above alpha.
    fn scout(self) -> Self {
        Self { beta: Score::from_value(self.alpha.value() + 1), ..self }
    }

    /// Whether a value fits strictly between alpha and beta.
    fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    /// The same window as the next side to act sees it.
    fn seen_by(self, same_side: bool) -> Self {
        if same_side { self } else { Self { alpha: -self.beta, beta: -self.alpha } }
    }
}

/// The value found for a node. Wins and losses count plies from the **root**.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// For the side to act.
    pub(super) score: Score,
    /// Whether every line that the value rests on ended before the horizon.
    pub(super) proved: bool,
    /// The least ply of a position on the path that a line below came back to.
    ///
    /// The value holds only on paths through it.
    anchor: u16,
}

impl Verdict {
    /// No position below repeats one on the path.
    const FREE: u16 = u16::MAX;

    const fn new(score: Score, proved: bool) -> Self {
        Self { score, proved, anchor: Self::FREE }
    }

    /// The same as the side of the node above sees it.
    fn seen_by(self, same_side: bool) -> Self {
        if same_side { self } else { Self { score: -self.score, ..self } }
    }
}

/// Puts the verdicts of the replies together to that of their node.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    best: Verdict,
    /// Every reply is proved or decided; `best.proved` says that every one is proved.
    settled: bool,
}

impl Sum {
    /// No reply yet: as bad as can be.
    pub(super) const fn new() -> Self {
        Self {
            best: Verdict::new(Score::from_value(-Score::INFINITE.value()), true),
            settled: true,
        }
    }

    /// Adds a reply; says whether it is better than all before it.
    pub(super) fn add(&mut self, reply: Verdict) -> bool {
        self.settled &= reply.proved || reply.score.plies_to_end().is_some();
        self.best.proved &= reply.proved;
        self.best.anchor = self.best.anchor.min(reply.anchor);
        let better = reply.score > self.best.score;
        if better {
            self.best.score = reply.score;
        }
        better
    }

    /// The verdict when all replies have been added.
    ///
    /// A lost reply cannot be what makes a draw, so a draw is proved even where the length of
    /// such a loss is not.
    pub(super) fn verdict(self) -> Verdict {
        let undecided = self.best.score.plies_to_end().is_none();
        Verdict { proved: self.best.proved || undecided && self.settled, ..self.best }
    }
}

/// A search in progress.
pub(super) struct Tree<'a, P: Position> {
    /// Where the search stands now.
    pub(super) position: P,
    /// The nodes so far, and when to end.
    pub(super) control: SearchControl<'a>,
    table: &'a Table,
    /// Mixed into every key: another one for each search where values depend on the path.
    salt: u64,
    memory: &'a mut Memory<P::Move>,
    /// Where in `memory.path` the root is; before it lie the keys of the game.
    rooted: usize,
    /// Plies of the longest line of this iteration.
    pub(super) seldepth: u16,
}

impl<'a, P: Evaluate> Tree<'a, P> {
    /// A search below the position that stands in `game`, knowing the keys played so far.
    pub(super) fn new(
        game: &Record<P>,
        control: SearchControl<'a>,
        (table, salt): (&'a Table, u64),
        memory: &'a mut Memory<P::Move>,
    ) -> Self {
        let plies = super::MAX_DEPTH as usize + 2;
        memory.order.reset(plies);
        memory.plies.resize_with(plies, || Ply {
            moves: Vec::new(),
            ranked: Vec::new(),
            line: Vec::new(),
        });
        memory.path.clear();
        if P::REPETITION.is_some() {
            memory.path.extend(game.keys());
            memory.path.push(game.position().key());
        }
        let position = game.position().clone();
        Self { position, control, table, salt, memory, rooted: game.len(), seldepth: 0 }
    }

    /// How full the table is, per mille.
    pub(super) fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// The best line that follows the move of the root searched last.
    pub(super) fn line(&self) -> &[P::Move] {
        &self.memory.plies[1].line
    }

    /// The value of one move here, for the side that makes it; `None` if the search must end.
    ///
    /// With `scout` a null-window is tried first.
    pub(super) fn reply(
        &mut self,
        m: P::Move,
        here: Here,
        window: Window,
        scout: bool,
    ) -> Option<Verdict> {
        if !self.control.count_node() {
            return None;
        }
        let undo = self.position.play(m);
        let verdict = self.judge(here, window, scout);
        self.position.undo(undo);
        verdict
    }

    /// The value of the position after a move made at `here`.
    fn judge(&mut self, here: Here, window: Window, scout: bool) -> Option<Verdict> {
        let ply = here.ply + 1;
        self.seldepth = self.seldepth.max(ply);
        self.memory.plies[usize::from(ply)].line.clear();
        let side = match self.position.turn() {
            Turn::Over(outcome) => return Some(Verdict::new(ended(outcome, here.side, ply), true)),
            Turn::Decide(side) | Turn::Roll(side) => side,
        };
        if let Some(drawn) = self.repetition(ply) {
            return Some(drawn);
        }
        let same = side == here.side;
        if here.depth <= 1 {
            let score = Score::centi(self.position.evaluate());
            return Some(Verdict::new(score, false).seen_by(same));
        }
        let next = Here { depth: here.depth - 1, ply, side };
        let length = self.memory.path.len();
        if P::REPETITION.is_some() {
            self.memory.path.push(self.position.key());
        }
        let verdict = self.variation(next, window, scout, same);
        self.memory.path.truncate(length);
        verdict
    }

    /// Searches the position after a move, first by null-window if that is asked.
    fn variation(
        &mut self,
        next: Here,
        window: Window,
        scout: bool,
        same: bool,
    ) -> Option<Verdict> {
        if scout && window.is_open() {
            let verdict = self.node(next, window.scout().seen_by(same))?.seen_by(same);
            if verdict.score <= window.alpha || verdict.score >= window.beta {
                return Some(verdict);
            }
        }
        Some(self.node(next, window.seen_by(same))?.seen_by(same))
    }

    /// The value of the position for its side to act, fail-soft.
    fn node(&mut self, here: Here, window: Window) -> Option<Verdict> {
        let soonest = Score::win_in(i32::from(here.ply) + 1);
        if soonest <= window.alpha {
            return Some(Verdict::new(soonest, true));
        }
        let key = mix(self.position.table_key() ^ self.salt);
        let known = self.table.probe(key);
        if !window.is_open()
            && let Some(verdict) = known.and_then(|known| cutoff(known, here, window))
        {
            return Some(verdict);
        }
        let count = self.list(here, known.map_or(MoveIndex::NONE, |known| known.best));
        if count == 0 {
            return Some(Verdict::new(Score::centi(self.position.evaluate()), false));
        }
        let (verdict, best) = self.replies(here, window, count)?;
        if verdict.anchor >= here.ply {
            self.table.store(key, record(verdict, best, here, window));
        }
        Some(verdict)
    }

    /// Tries the moves of a node in their order; the verdict and the best move's place.
    fn replies(
        &mut self,
        here: Here,
        window: Window,
        count: usize,
    ) -> Option<(Verdict, MoveIndex)> {
        let mut sum = Sum::new();
        let mut best = MoveIndex::NONE;
        for turn in 0..count {
            let buffers = &self.memory.plies[usize::from(here.ply)];
            let (_, index) = buffers.ranked[turn];
            let m = buffers.moves[usize::from(index)];
            let alpha = window.alpha.max(sum.best.score);
            let reply = self.reply(m, here, Window { alpha, ..window }, turn > 0)?;
            if !sum.add(reply) {
                continue;
            }
            best = MoveIndex(index);
            if reply.score >= window.beta {
                self.memory.order.reward(&self.position, m, (here.ply, here.side), here.depth);
                return Some((reply, best));
            }
            if reply.score > alpha && window.is_open() {
                self.lengthen(here.ply, m);
            }
        }
        Some((sum.verdict(), best))
    }

    /// Lists and ranks the legal moves; says how many there are.
    fn list(&mut self, here: Here, table_move: MoveIndex) -> usize {
        let Ply { moves, ranked, .. } = &mut self.memory.plies[usize::from(here.ply)];
        moves.clear();
        self.position.moves(moves);
        let place = (here.ply, here.side);
        self.memory.order.rank(&self.position, place, table_move, moves, ranked);
        ranked.len()
    }

    /// Sets the best line of a ply: this move, then the best line of the next ply.
    fn lengthen(&mut self, ply: u16, m: P::Move) {
        let (upper, lower) = self.memory.plies.split_at_mut(usize::from(ply) + 1);
        if let ([.., here], [next, ..]) = (upper, lower) {
            here.line.clear();
            here.line.push(m);
            here.line.extend_from_slice(&next.line);
        }
    }

    /// A draw, if the position has been on the path before or too often in the game.
    fn repetition(&self, ply: u16) -> Option<Verdict> {
        let limit = P::REPETITION?;
        let key = self.position.key();
        let (played, searched) = self.memory.path.split_at(self.rooted);
        if played.iter().filter(|k| **k == key).count() + 1 >= limit {
            return Some(Verdict::new(Score::ZERO, false));
        }
        debug_assert_eq!(searched.len(), usize::from(ply), "the path leads from the root to here");
        let anchor = searched.iter().rposition(|k| *k == key)?;
        Some(Verdict { score: Score::ZERO, proved: false, anchor: anchor as u16 })
    }
}

/// The value of a finished game at this ply for `side`.
pub(super) fn ended(outcome: Outcome, side: Side, ply: u16) -> Score {
    match outcome.winner() {
        Some(winner) if winner == side => Score::win_in(i32::from(ply)),
        Some(_) => Score::loss_in(i32::from(ply)),
        None => Score::ZERO,
    }
}

/// A score that counts plies from `from` plies further down, or up if negative.
fn shift(score: Score, from: i32) -> Score {
    match score.plies_to_end() {
        None => score,
        Some(plies) if score > Score::ZERO => Score::win_in(plies + from),
        Some(plies) => Score::loss_in(-plies + from),
    }
}

/// The table's verdict on a node, if it decides the null window.
///
/// A proved win or loss holds at any depth; an estimate only if it was searched deeply enough.
fn cutoff(known: Entry, here: Here, window: Window) -> Option<Verdict> {
    let score = shift(Score::from_value(i32::from(known.value)), i32::from(here.ply));
    let deep = u32::from(known.depth) >= here.depth;
    let decided = score.plies_to_end().is_some();
    let is_floor = known.bound != Bound::Upper && (deep || decided && score > Score::ZERO);
    let is_ceiling = known.bound != Bound::Lower && (deep || decided && score < Score::ZERO);
    let settles = is_floor && score >= window.beta || is_ceiling && score <= window.alpha;
    settles.then(|| Verdict::new(score, known.depth == PROVED))
}

/// What to store of a node.
fn record(verdict: Verdict, best: MoveIndex, here: Here, window: Window) -> Entry {
    let bound = if verdict.score >= window.beta {
        Bound::Lower
    } else if verdict.score <= window.alpha {
        Bound::Upper
    } else {
        Bound::Exact
    };
    let depth = if verdict.proved { PROVED } else { here.depth.min(254) as u8 };
    let value = shift(verdict.score, -i32::from(here.ply)).value() as i16;
    Entry { value, static_eval: 0, best, depth, bound }
}
