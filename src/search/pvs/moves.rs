//! The moves of a node, one after the other.

use super::game::{Game, MoveClass};
use super::ordering::{self, MoveList};
use super::params::Technique;
use super::search::{Node, NodeContext, Search};
use crate::search::Bound;
use crate::search::player::value;
use crate::search::player::value::INFINITE;
use crate::search::player::window::Window;
use crate::search::threads::worker::update_pv;
use crate::search::tt::PackedMove;

impl<G: Game> Search<'_, G> {
    /// Lists the moves of a node; the index of the first.
    pub(super) fn list_moves(&mut self, node: &Node<G>) -> usize {
        let thread = &mut *self.thread;
        let start = thread.moves.len();
        let place = (node.at.ply, node.side, node.at.previous);
        let mut list = MoveList::new(&mut thread.moves, &thread.ordering, node.best, place);
        self.game.list_moves(node.defence.as_ref().map(|defence| &defence.moves), &mut list);
        start
    }

    /// Searches the moves listed from `start` on, the best first, and takes them off the list.
    pub(super) fn try_moves(&mut self, node: &Node<G>, start: usize) -> Option<i32> {
        let outcome = self.try_from(start, node);
        self.thread.moves.truncate(start);
        let (value, best, bound) = outcome?;
        if node.excluded == G::Move::NONE {
            self.store(node.at, (value, bound), node.static_eval, best);
        }
        Some(value)
    }

    fn try_from(&mut self, start: usize, node: &Node<G>) -> Option<(i32, G::Move, Bound)> {
        let Node { at, window, .. } = *node;
        let (mut best, mut best_value, mut alpha) = (G::Move::NONE, unlisted(node), window.alpha);
        let lists_all = const { !Self::uses(Technique::MoveSelection) };
        let (mut tried, mut is_whole) = (0, lists_all || node.is_defending());
        for index in start..self.thread.moves.len() {
            ordering::pick_best(&mut self.thread.moves[index..]);
            let (score, m) = self.thread.moves[index];
            if m == node.excluded || !self.game.is_legal(m) {
                continue;
            }
            let class = self.game.class(m);
            if tried > 0
                && class == MoveClass::Quiet
                && Self::is_pruned(node, (alpha, best_value), score, tried)
            {
                is_whole = false;
                if const { G::PARAMS.late_moves_end_list } {
                    break;
                }
                continue;
            }
            let value = self.try_one(node, (m, class), tried, Window { alpha, ..window })?;
            tried += 1;
            if value > best_value {
                best_value = value;
                if value > alpha {
                    (alpha, best) = (value, m);
                    update_pv(&mut self.thread.pv, at.ply, m);
                }
                if value >= window.beta {
                    self.learn(node, start, index);
                    return Some((value, best, Bound::Lower));
                }
            }
        }
        if best_value == -INFINITE {
            if node.excluded != G::Move::NONE {
                return Some((window.alpha, best, Bound::Upper));
            }
            best_value = self.game.value_without_moves();
        }
        let is_proof = is_whole && self.game.can_prove_losses();
        let value = if is_proof { best_value } else { value::unproved(best_value) };
        let bound = if alpha > window.alpha { Bound::Exact } else { Bound::Upper };
        Some((value, best, bound))
    }

    /// The value of one move: in full, or first by a null window and less deeply.
    fn try_one(
        &mut self,
        node: &Node<G>,
        (m, class): (G::Move, MoveClass),
        tried: usize,
        window: Window,
    ) -> Option<i32> {
        let at = node.at;
        if tried == 0 {
            let more = if m == node.best { node.extension } else { 0 };
            return self.after(m, window, NodeContext { depth: at.depth + more, ..at });
        }
        let reduced = (at.depth - self.reduction(node, m, class, tried)).max(1);
        window.search_later_move((reduced, at.depth), |window, depth| {
            self.after(m, window, NodeContext { depth, ..at })
        })
    }

    /// Learns that the move at `index` refuted the previous one, and those before it did not.
    fn learn(&mut self, node: &Node<G>, start: usize, index: usize) {
        if node.is_forced {
            return;
        }
        let NodeContext { depth, ply, previous } = node.at;
        let bonus = ordering::history_bonus(depth);
        let thread = &mut *self.thread;
        let (_, best) = thread.moves[index];
        thread.ordering.note((ply, node.side, previous), best);
        thread.ordering.reward(node.side, self.game.slot(best), bonus);
        for (_, other) in &thread.moves[start..index] {
            thread.ordering.reward(node.side, self.game.slot(*other), -bonus / 2);
        }
    }
}

/// The value of the moves that are not listed.
fn unlisted<G: Game>(node: &Node<G>) -> i32 {
    match &node.defence {
        _ if node.is_forced => value::loss(node.at.ply + 2),
        Some(defence) => value::loss(node.at.ply + defence.plies),
        None => -INFINITE,
    }
}
