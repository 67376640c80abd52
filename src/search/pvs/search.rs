//! The recursion: principal variation search (Marsland and Campbell 1982), fail-soft.

use std::ops::ControlFlow::Break;

use super::game_trait::{Defence, Entry, Forced, GameThread, PvsGame, PvsSearch};
use super::ordering;
use super::techniques::Technique;
use crate::base::Side;
use crate::search::Bound;
use crate::search::player::alpha_beta_window::Window;
use crate::search::player::score_encoding;
use crate::search::threads::Worker;
use crate::search::threads::worker::{NodeResult, update_pv};
use crate::search::tt::PackedMove;

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub struct NodeContext {
    /// Plies left to the horizon; 0 or less at it.
    pub depth: i32,
    /// Plies from the root, from 0.
    pub ply: usize,
    /// The [`PvsGame::history_slot`] of the previous move.
    pub previous: usize,
}

/// A node before its moves are searched.
pub(super) struct Node<G: PvsGame> {
    /// The depth to search, the ply, and the previous move.
    pub(super) at: NodeContext,
    /// The alpha-beta window, for the side to act.
    pub(super) window: Window,
    /// The side to act.
    pub(super) side: Side,
    /// The static evaluation for the side to act, in the units of the game's evaluation.
    pub(super) static_eval: i32,
    /// The static evaluation, or a better one from the table, in the same unit and view.
    pub(super) pruning_eval: i32,
    /// The move of the transposition table, or [`PackedMove::NONE`].
    pub(super) table_move: G::Move,
    /// Whether the static evaluation is better than two plies before.
    pub(super) is_improving: bool,
    /// The moves are the replies to a threat to win at once.
    pub(super) is_forced: bool,
    /// The moves are those that may meet a slower threat.
    pub(super) defence: Option<Defence<G::Defences>>,
    /// A move that is left out, for the value of the others (singular extension).
    pub(super) excluded: G::Move,
    /// Plies by which the table's move is searched more deeply, 0 or more.
    pub(super) extension: i32,
}

impl<G: PvsGame> Node<G> {
    /// Whether every move that is not listed loses.
    pub(super) const fn is_defending(&self) -> bool {
        self.is_forced || self.defence.is_some()
    }
}

impl<'a, G: PvsGame> PvsSearch<'a, G> {
    /// A search from a position.
    pub fn new(game: G, worker: Worker<'a, G::Move>, thread: &'a mut GameThread<G>) -> Self {
        Self { game, worker, thread, excluded: G::Move::NONE }
    }

    /// Whether a technique is in use.
    #[inline]
    pub(super) const fn uses(&self, technique: Technique) -> bool {
        self.thread.params.on.has(technique)
    }

    /// The value of the position after a move, **for the side that makes it**.
    ///
    /// It is one of [`score_encoding`], in which wins and losses count plies from the root.
    /// `window` is for the same side, and `at` is the node before the move. `None` if the search
    /// must end.
    pub fn search_after(&mut self, m: G::Move, window: Window, at: NodeContext) -> Option<i32> {
        let key_after = self.game.key_after(m);
        if let Some(key) = key_after {
            self.worker.table.prefetch(key);
        }
        if !self.worker.count_node() {
            return None;
        }
        let previous = self.game.history_slot(m);
        let undo = self.game.play(m);
        if key_after.is_none() {
            self.worker.table.prefetch(self.game.key());
        }
        let below = NodeContext { depth: at.depth - 1, ply: at.ply + 1, previous };
        let value = self.search(window.negated(), below);
        self.game.undo(undo);
        value.map(|value| -value)
    }

    /// The value of this position, **for its side to act**.
    ///
    /// It is one of [`score_encoding`], in which wins and losses count plies from the root;
    /// `window` is for the same side. `None` if the search must end.
    pub fn search(&mut self, window: Window, at: NodeContext) -> Option<i32> {
        self.thread.pv[at.ply].clear();
        self.worker.seldepth = self.worker.seldepth.max(at.ply);
        if let Some(value) = self.game.terminal_value(at.ply) {
            return Some(value);
        }
        if at.ply >= self.thread.params.max_ply {
            return Some(self.game.static_eval());
        }
        if self.uses(Technique::ForcedReplies) {
            let start = self.thread.moves.len();
            match self.game.forced_replies(at.ply, &mut self.thread.moves) {
                Forced::No => {}
                Forced::Value(value) => return Some(value),
                Forced::Only(m) => return self.search_only_reply(m, window, at),
                Forced::Listed => return self.search_forced_replies(start, window, at),
            }
        }
        if !self.uses(Technique::MateDistancePruning) {
            return self.search_node(window, at);
        }
        // Mate-distance pruning: neither side can end the game sooner than this.
        let soonest = self.thread.params.mate_distance;
        let alpha = window.alpha.max(score_encoding::loss(at.ply + soonest.loss));
        let beta = window.beta.min(score_encoding::win(at.ply + soonest.win));
        if alpha >= beta { Some(alpha) } else { self.search_node(Window { alpha, beta }, at) }
    }

    /// Searches the only reply to a threat; threat and reply count as one ply of depth.
    ///
    /// The value is for the side that replies.
    fn search_only_reply(&mut self, m: G::Move, window: Window, at: NodeContext) -> Option<i32> {
        let value = self.search_after(m, window, NodeContext { depth: at.depth + 1, ..at })?;
        update_pv(&mut self.thread.pv, at.ply, m);
        Some(value)
    }

    /// Searches the listed replies to a threat; threat and reply count as one ply of depth.
    ///
    /// The value is for the side that replies.
    fn search_forced_replies(
        &mut self,
        start: usize,
        window: Window,
        at: NodeContext,
    ) -> Option<i32> {
        let entry = self.worker.table.probe(self.game.key());
        if let Some(entry) = entry
            && let Some(value) = self.table_cutoff(entry, window, at)
        {
            self.thread.moves.truncate(start);
            return Some(value);
        }
        self.thread.evals[at.ply] = self.thread.evals[at.ply.saturating_sub(2)];
        let node = Node {
            at: NodeContext { depth: at.depth + 1, ..at },
            window,
            side: self.game.side(),
            static_eval: 0,
            pruning_eval: 0,
            table_move: entry.map_or(G::Move::NONE, |entry| entry.best),
            is_improving: true,
            is_forced: true,
            defence: None,
            excluded: G::Move::NONE,
            extension: 0,
        };
        ordering::put_first(&mut self.thread.moves[start..], node.table_move);
        self.try_moves(&node, start)
    }

    /// The value of a table entry for the side to act, if it causes a cutoff in a null window.
    fn table_cutoff(&self, entry: Entry<G>, window: Window, at: NodeContext) -> Option<i32> {
        if !self.uses(Technique::TableCutoffs)
            || window.is_open()
            || i32::from(entry.depth) < at.depth
        {
            return None;
        }
        entry.cutoff(window, at.ply).filter(|value| self.game.is_table_value_valid(*value, at.ply))
    }

    /// The value, for the side to act, of a node where neither side wins at once.
    pub(super) fn search_node(&mut self, window: Window, mut at: NodeContext) -> Option<i32> {
        let excluded = std::mem::replace(&mut self.excluded, G::Move::NONE);
        let entry = self.worker.table.probe(self.game.key());
        if let Some(entry) = entry
            && excluded == G::Move::NONE
            && let Some(value) = self.table_cutoff(entry, window, at)
        {
            return Some(value);
        }
        let static_eval =
            entry.map_or_else(|| self.game.static_eval(), |entry| i32::from(entry.static_eval));
        if at.depth <= 0 {
            return self.quiescence(window, at, static_eval);
        }
        self.thread.evals[at.ply] = static_eval;
        if self.uses(Technique::InternalIterativeReductions)
            && at.depth >= self.thread.params.internal_iterative_depth
            && entry.is_none_or(|entry| entry.best == G::Move::NONE)
            && excluded == G::Move::NONE
        {
            at.depth -= 1;
        }
        let defence =
            if self.uses(Technique::Defences) { G::defence(self, at.depth).ok()? } else { None };
        let mut node = Node {
            at,
            window,
            side: self.game.side(),
            static_eval,
            pruning_eval: entry.map_or(static_eval, |entry| self.pruning_eval(entry, at.ply)),
            table_move: entry.map_or(G::Move::NONE, |entry| entry.best),
            is_improving: at.ply < 2 || static_eval > self.thread.evals[at.ply - 2],
            is_forced: false,
            defence,
            excluded,
            extension: 0,
        };
        if excluded == G::Move::NONE {
            if let Break(value) = self.prune(&node)? {
                return Some(value);
            }
            if self.uses(Technique::SingularExtensions)
                && let Some(entry) = entry
                && let Break(value) = self.singular_extension(&mut node, entry)?
            {
                return Some(value);
            }
        }
        let start = self.list_moves(&node);
        self.try_moves(&node, start)
    }

    /// Quiescence search: at the horizon, a win by threats or the static evaluation.
    ///
    /// Value and static evaluation are for the side to act.
    pub(super) fn quiescence(
        &mut self,
        window: Window,
        at: NodeContext,
        static_eval: i32,
    ) -> Option<i32> {
        let (mut value, mut is_win) = (static_eval, false);
        if self.uses(Technique::Quiescence) && value < window.beta {
            let plies = G::win_by_threats(self)?;
            is_win = plies > 0;
            if is_win {
                value = score_encoding::win(at.ply + plies);
            }
        }
        let bound = if is_win || value >= window.beta { Bound::Lower } else { Bound::Upper };
        let result = NodeResult { value, bound, static_eval, best: G::Move::NONE };
        self.worker.store(self.game.key(), 0, at.ply, result);
        Some(value)
    }

    /// The evaluation of a node by which it is pruned, for the side to act: the value of its table
    /// entry, where that bounds the static evaluation and is no decided game.
    fn pruning_eval(&self, entry: Entry<G>, ply: usize) -> i32 {
        let static_eval = i32::from(entry.static_eval);
        let value = score_encoding::from_table(entry.value, ply);
        let is_nearer = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value > static_eval,
            Bound::Upper => value < static_eval,
        };
        let is_used = self.uses(Technique::TableEvaluations)
            && is_nearer
            && !score_encoding::is_decided(value);
        if is_used { value } else { static_eval }
    }
}
