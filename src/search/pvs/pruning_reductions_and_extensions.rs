//! Pruning, reductions and extensions of the selective search.

use std::ops::ControlFlow::{self, Break, Continue};

use super::game_trait::{Entry, MoveClass, PvsGame, PvsSearch};
use super::ordering::NULL_SLOT;
use super::search::{Node, NodeContext};
use super::techniques::Technique;
use crate::search::Bound;
use crate::search::player::alpha_beta_window::Window;
use crate::search::player::score_encoding;
use crate::search::tt::PackedMove;

/// A node is not pruned if it must meet a threat to win in this many plies or fewer.
/// Set by hand; no measurement is recorded.
const URGENT_THREAT_PLIES: usize = 4;
/// Moves of a defence that are never reduced.
/// Set by hand; no measurement is recorded.
const UNREDUCED_DEFENCES: usize = 3;
/// Moves are not reduced at depths below this, in plies.
/// Set by hand; no measurement is recorded.
const FIRST_REDUCED_DEPTH: i32 = 2;
/// Singular extension: the depth of the search without the table's move is the rest of the depth
/// divided by this. Set by hand; no measurement is recorded.
const SINGULAR_DEPTH_DIVISOR: i32 = 2;

impl<G: PvsGame> PvsSearch<'_, G> {
    /// Tries to prune the node before its moves are searched: `Break` with its value if it can be.
    ///
    /// The value is for the side to act. `None` if the search must end.
    pub(super) fn prune(&mut self, node: &Node<G>) -> Option<ControlFlow<i32>> {
        let is_urgent =
            node.defence.as_ref().is_some_and(|defence| defence.plies <= URGENT_THREAT_PLIES);
        if node.window.is_open() || is_urgent || score_encoding::is_decided(node.window.beta) {
            return Some(Continue(()));
        }
        if self.uses(Technique::ReverseFutilityPruning) && self.is_far_above_beta(node) {
            return Some(Break(node.pruning_eval));
        }
        if self.uses(Technique::Razoring)
            && let Break(value) = self.razor(node)?
        {
            return Some(Break(value));
        }
        if self.uses(Technique::NullMovePruning) {
            self.try_null_move(node)
        } else {
            Some(Continue(()))
        }
    }

    /// Reverse futility pruning, also called static null-move pruning: the evaluation is so far
    /// above beta that the rest of the search is not expected to bring it below.
    fn is_far_above_beta(&self, node: &Node<G>) -> bool {
        let limits = self.thread.params.reverse_futility;
        let depth = node.at.depth;
        let free_plies = limits.free_plies * (1 + i32::from(node.is_improving));
        let plies = (depth - free_plies).max(0);
        depth <= limits.max_depth && node.pruning_eval - limits.margin * plies >= node.window.beta
    }

    /// Razoring (Birmingham and Kent 1977): the evaluation is so far below alpha that only the
    /// quiescence search is made.
    ///
    /// The value is for the side to act. `None` if the search must end.
    fn razor(&mut self, node: &Node<G>) -> Option<ControlFlow<i32>> {
        let Node { at, window, static_eval, pruning_eval, .. } = *node;
        if let Some(margin) = self.thread.params.razoring.get(at.depth.cast_unsigned() as usize)
            && pruning_eval + margin <= window.alpha
        {
            let value = self.quiescence(window, at, static_eval)?;
            if value <= window.alpha {
                return Some(Break(value));
            }
        }
        Some(Continue(()))
    }

    /// Null-move pruning (Donninger 1993): a position that is good enough even if the side to act
    /// passes is left. Never twice in a row.
    fn try_null_move(&mut self, node: &Node<G>) -> Option<ControlFlow<i32>> {
        let Node { at, window, pruning_eval, .. } = *node;
        let limits = self.thread.params.null_move;
        if pruning_eval < window.beta || at.depth < limits.min_depth || at.previous == NULL_SLOT {
            return Some(Continue(()));
        }
        let depth = at.depth - limits.base - at.depth / limits.divisor;
        let below = NodeContext { depth, ply: at.ply + 1, previous: NULL_SLOT };
        let undo = self.game.pass();
        let value = self.search(window.below_beta().negated(), below);
        self.game.undo(undo);
        let value = -value?;
        // A win after a pass is no proof.
        Some(if value >= window.beta {
            Break(value.min(score_encoding::MAX_EVAL))
        } else {
            Continue(())
        })
    }

    /// Singular extension (Anantharaman, Campbell and Hsu 1988): the table's move is searched a
    /// ply more deeply if all others are worse by far.
    ///
    /// Multi-cut: if the other moves are above beta too, the node is pruned with their value.
    pub(super) fn singular_extension(
        &mut self,
        node: &mut Node<G>,
        entry: Entry<G>,
    ) -> Option<ControlFlow<i32>> {
        let Node { at, window, .. } = *node;
        let limits = self.thread.params.singular;
        let value = score_encoding::from_table(entry.value, at.ply);
        if at.depth < limits.min_depth
            || node.table_move == G::Move::NONE
            || entry.bound == Bound::Upper
            || i32::from(entry.depth) < at.depth - limits.entry_depth
            || score_encoding::is_decided(value)
        {
            return Some(Continue(()));
        }
        let beta = value - limits.margin * at.depth;
        self.excluded = node.table_move;
        let shallow = NodeContext { depth: (at.depth - 1) / SINGULAR_DEPTH_DIVISOR, ..at };
        let value = self.search_node(Window { alpha: beta - 1, beta }, shallow)?;
        self.thread.evals[at.ply] = node.static_eval;
        if value < beta {
            node.extension = 1;
        } else if value >= window.beta && !window.is_open() && !score_encoding::is_decided(value) {
            return Some(Break(value));
        }
        Some(Continue(()))
    }

    /// Late move reduction: how many plies less deeply a move is searched first.
    ///
    /// A reply that only delays a threat has a reduction of its own, also if it is among the first moves
    /// of a defence. The first move of all is never reduced.
    #[inline]
    pub(super) fn reduction(
        &self,
        node: &Node<G>,
        m: G::Move,
        class: MoveClass,
        tried: usize,
    ) -> i32 {
        if node.at.depth < FIRST_REDUCED_DEPTH {
            return 0;
        }
        if class == MoveClass::Forcing && node.is_defending() {
            let is_delay = self.uses(Technique::DelayReductions) && self.game.only_delays(m);
            return if is_delay { self.thread.params.reductions.delay } else { 0 };
        }
        let is_defence = node.is_defending() && tried < UNREDUCED_DEFENCES;
        if !self.uses(Technique::LateMoveReductions) || is_defence {
            return 0;
        }
        let mut less = self.thread.params.reductions.plies(node.at.depth, tried);
        if class == MoveClass::Forcing {
            return less;
        }
        less += i32::from(!node.is_improving) - i32::from(node.window.is_open());
        less -= i32::from(class == MoveClass::Threat);
        if self.uses(Technique::History) {
            let history = self.thread.ordering.history(node.side, self.game.history_slot(m));
            less -= history / self.thread.params.reductions.history_per_ply;
        }
        less.max(0)
    }

    /// Late move pruning: whether this move and all after it are left out.
    ///
    /// Also in open windows and in defences, and moves of every class, but never where all moves so far lose.
    #[inline]
    pub(super) fn is_late(&self, node: &Node<G>, best_value: i32, tried: usize) -> bool {
        let limits = self.thread.params.late_moves;
        self.uses(Technique::LateMovePruning)
            && may_prune(node, best_value)
            && tried >= limits.limit(node.at.depth, node.is_improving)
    }

    /// Futility pruning (Schaeffer 1986): whether a quiet move with this score is left out.
    #[inline]
    pub(super) fn is_futile(
        &self,
        node: &Node<G>,
        alpha: i32,
        best_value: i32,
        score: i32,
    ) -> bool {
        let limits = self.thread.params.futility;
        let gain = if limits.adds_score { score } else { 0 };
        let depth = node.at.depth;
        self.uses(Technique::FutilityPruning)
            && may_prune(node, best_value)
            && depth <= limits.max_depth
            && node.pruning_eval + gain + limits.margin * depth <= alpha
    }
}

/// Whether moves of a node may be left out: not while all moves so far lose, nor if they are the replies
/// to a threat to win at once.
#[inline]
const fn may_prune<G: PvsGame>(node: &Node<G>, best_value: i32) -> bool {
    let is_lost = score_encoding::is_decided(best_value) && best_value < 0;
    !is_lost && !node.is_forced
}
