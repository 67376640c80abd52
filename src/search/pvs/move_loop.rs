//! The loop over the moves of a node.

use super::game_trait::{MoveClass, MoveList, PvsGame, PvsSearch};
use super::ordering;
use super::ordering::OrderingContext;
use super::search::{Node, NodeContext};
use super::techniques::Technique;
use crate::search::Bound;
use crate::search::player::alpha_beta_window::Window;
use crate::search::player::score_encoding;
use crate::search::player::score_encoding::INFINITE;
use crate::search::threads::worker::{NodeResult, update_pv};
use crate::search::tt::PackedMove;

/// A move that did not refute the previous one loses the bonus of the one that did, in history
/// points, divided by this. Set by hand; no measurement is recorded.
const PENALTY_DIVISOR: i32 = 2;

impl<G: PvsGame> PvsSearch<'_, G> {
    /// Lists the moves of a node; returns the index of the first.
    pub(super) fn list_moves(&mut self, node: &Node<G>) -> usize {
        let thread = &mut *self.thread;
        let start = thread.moves.len();
        let context = node.ordering_context();
        let (ordering, params) = (&thread.ordering, &thread.params);
        let mut list = MoveList::new(&mut thread.moves, ordering, params, node.table_move, context);
        self.game.list_moves(node.defence.as_ref().map(|defence| &defence.moves), &mut list);
        start
    }

    /// Searches the moves listed from `start` on, and removes them from the list.
    ///
    /// Returns the value for the side to act, and stores the result in the table.
    pub(super) fn try_moves(&mut self, node: &Node<G>, start: usize) -> Option<i32> {
        let found = self.search_list(node, start);
        self.thread.moves.truncate(start);
        let result = found?;
        if node.excluded == G::Move::NONE {
            self.worker.store(self.game.key(), node.at.depth, node.at.ply, result);
        }
        Some(result.value)
    }

    /// Searches the moves listed from `start` on, the one of the greatest score first.
    fn search_list(&mut self, node: &Node<G>, start: usize) -> Option<NodeResult<G::Move>> {
        let Node { at, window, static_eval, .. } = *node;
        let (mut best, mut alpha) = (G::Move::NONE, window.alpha);
        let mut best_value = value_of_unlisted_moves(node);
        let lists_all = !self.uses(Technique::MoveSelection);
        let (mut tried, mut is_whole) = (0, lists_all || node.is_defending());
        let mut index = start;
        while index < self.thread.moves.len() {
            ordering::pick_best(&mut self.thread.moves[index..]);
            let (score, m) = self.thread.moves[index];
            index += 1;
            if m == node.excluded || !self.game.is_legal(m) {
                continue;
            }
            let class = self.game.class(m);
            if tried > 0 {
                if self.is_late(node, best_value, tried) {
                    is_whole = false;
                    break;
                }
                if class == MoveClass::Quiet && self.is_futile(node, alpha, best_value, score) {
                    is_whole = false;
                    index -= 1;
                    self.remove_quiet_moves(index);
                    continue;
                }
            }
            let value = self.search_one_move(node, m, class, tried, Window { alpha, ..window })?;
            tried += 1;
            if value > alpha {
                (alpha, best) = (value, m);
                update_pv(&mut self.thread.pv, at.ply, m);
            }
            // Even where the moves that are not listed may be worth more: this one is not known to lose.
            if value >= window.beta {
                self.update_ordering(node, start, index - 1);
                return Some(NodeResult { value, bound: Bound::Lower, static_eval, best });
            }
            best_value = best_value.max(value);
        }
        if best_value == -INFINITE {
            if node.excluded != G::Move::NONE {
                let value = window.alpha;
                return Some(NodeResult { value, bound: Bound::Upper, static_eval, best });
            }
            best_value = self.game.value_without_moves();
        }
        let is_proof = is_whole && self.game.can_prove_losses();
        let value =
            if is_proof { best_value } else { score_encoding::with_loss_unproved(best_value) };
        let bound = if alpha > window.alpha { Bound::Exact } else { Bound::Upper };
        Some(NodeResult { value, bound, static_eval, best })
    }

    /// Removes the quiet moves listed from `start` on: where one of them is futile, those of lower scores
    /// are too.
    fn remove_quiet_moves(&mut self, start: usize) {
        let moves = &mut self.thread.moves;
        let mut kept = start;
        for index in start..moves.len() {
            if self.game.class(moves[index].1) != MoveClass::Quiet {
                moves[kept] = moves[index];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// The value of one move, for the side that makes it: the first in the whole window, later ones
    /// by principal variation search with late move reductions.
    ///
    /// `tried` is the number of moves searched before it.
    fn search_one_move(
        &mut self,
        node: &Node<G>,
        m: G::Move,
        class: MoveClass,
        tried: usize,
        window: Window,
    ) -> Option<i32> {
        let at = node.at;
        if tried == 0 {
            let extension = if m == node.table_move { node.extension } else { 0 };
            return self.search_after(m, window, NodeContext { depth: at.depth + extension, ..at });
        }
        let reduced = (at.depth - self.reduction(node, m, class, tried)).max(1);
        window.search_later_move(reduced, at.depth, |window, depth| {
            self.search_after(m, window, NodeContext { depth, ..at })
        })
    }

    /// Updates the move ordering: the move at `index` refuted the previous one, those before it
    /// did not.
    fn update_ordering(&mut self, node: &Node<G>, start: usize, index: usize) {
        if node.is_forced {
            return;
        }
        let bonus = ordering::history_bonus(node.at.depth);
        let thread = &mut *self.thread;
        let (_, best) = thread.moves[index];
        let context = node.ordering_context();
        thread.ordering.set_killer_and_countermove(context, best);
        thread.ordering.update_history(context, self.game.history_slot(best), bonus);
        for (_, other) in &thread.moves[start..index] {
            thread.ordering.update_history(
                context,
                self.game.history_slot(*other),
                -bonus / PENALTY_DIVISOR,
            );
        }
    }
}

impl<G: PvsGame> Node<G> {
    const fn ordering_context(&self) -> OrderingContext {
        let NodeContext { ply, previous, .. } = self.at;
        OrderingContext { ply, side: self.side, previous }
    }
}

/// The value, for the side to act, of the moves that are not listed: a loss if a threat forces the
/// replies, else below every value.
fn value_of_unlisted_moves<G: PvsGame>(node: &Node<G>) -> i32 {
    match &node.defence {
        _ if node.is_forced => score_encoding::loss(node.at.ply + 2),
        Some(defence) => score_encoding::loss(node.at.ply + defence.plies),
        None => -INFINITE,
    }
}
