//! The proof search at the root: when the prover is called, and for how many nodes.

use super::search_game::SticksGame;
use crate::games::sticks::board::holes_and_pieces::Piece;
use crate::games::sticks::board::move_and_packed_move::PackedSticksMove;
use crate::games::sticks::prover::{OutOfBudget, ProofBudget, Prover};
use crate::search::player::score_encoding;
use crate::search::pvs::{Candidates, PvsSearch};

/// If the search has a win that is not proved, the prover gets this many times its nodes. This
/// number and the next two were set by hand.
const UNPROVED_WIN_FACTOR: u64 = 20;
/// Nodes for the question whether a known win can come sooner. Set by hand.
const SHORTER_WIN_NODES: u64 = 1_000_000;
/// Wins in more moves of the side to move than this are not searched for. Set by hand.
const MAX_WIN_MOVES: u32 = 12;

impl PvsSearch<'_, SticksGame> {
    /// Searches on for a proof that the side to move wins; returns whether it was found.
    ///
    /// The winning move becomes the first candidate.
    pub(super) fn continue_proof(&mut self, candidates: &mut Candidates<PackedSticksMove>) -> bool {
        let value = candidates.best().value;
        if !candidates.is_single() || !self.game.has_all_moves || score_encoding::is_proved(value) {
            return false;
        }
        let (searched, proofs) = (self.worker.nodes(), self.thread.params.root_proofs);
        let nodes = if score_encoding::is_unproved_win(value) {
            (UNPROVED_WIN_FACTOR * searched).saturating_sub(self.game.prover_nodes)
        } else {
            proofs.nodes(value, searched, self.game.prover_nodes)
        };
        nodes >= proofs.least && self.prove_win(candidates, nodes, MAX_WIN_MOVES)
    }

    /// Searches for a shorter win than the proved one of the best move; notes if none exists.
    pub(super) fn prove_shortest(&mut self, candidates: &mut Candidates<PackedSticksMove>) {
        let value = candidates.best().value;
        let is_win = value > 0 && score_encoding::is_proved(value);
        if let Some(plies) =
            score_encoding::plies(value).filter(|_| is_win && self.game.has_all_moves)
        {
            let moves = (plies as u32).div_ceil(2);
            if self.worker.id.is_first() && candidates.is_single() {
                self.prove_win(candidates, SHORTER_WIN_NODES, moves - 1);
            }
            candidates.is_shortest =
                self.game.refuted_moves + 1 >= moves && self.has_enough_drops(moves);
        }
    }

    /// Whether the other side has a drop for each of these moves.
    ///
    /// Then having to move does it no harm, and the prover's lengths of wins are exact.
    fn has_enough_drops(&self, moves: u32) -> bool {
        let board = &self.game.board;
        let other = board.mover().other();
        let drops = Piece::ALL.into_iter().map(|piece| board.in_tray(other, piece));
        drops.map(u32::from).sum::<u32>() >= moves
    }

    /// Iterative deepening by moves: searches for a win within one move more than is excluded, and
    /// so on up to `max_moves`; returns whether a candidate wins.
    fn prove_win(
        &mut self,
        candidates: &mut Candidates<PackedSticksMove>,
        nodes: u64,
        max_moves: u32,
    ) -> bool {
        let mut left = nodes.min(self.worker.control.nodes_left());
        while self.game.refuted_moves < max_moves
            && left > 0
            && Prover::covers(&self.game.board, self.game.refuted_moves + 1)
        {
            let prover = &mut self.thread.proof_search;
            let (before, control) = (prover.nodes(), &mut self.worker.control);
            let mut stop = || !control.check_limits();
            let budget = &mut ProofBudget { nodes: left, stop: &mut stop };
            let answer = prover.find_win(&self.game.board, self.game.refuted_moves + 1, budget);
            let searched = prover.nodes() - before;
            left = left.saturating_sub(searched);
            self.game.prover_nodes += searched;
            self.worker.control.count_nodes(searched);
            match answer {
                Ok(None) => self.game.refuted_moves += 1,
                Err(OutOfBudget) => return false,
                Ok(Some(m)) => {
                    let plies = 2 * self.game.refuted_moves as usize + 1;
                    let best = candidates.move_to_front(
                        |packed| packed == PackedSticksMove::of(m),
                        score_encoding::win(plies),
                    );
                    let is_one = best.is_some();
                    if let Some(best) = best {
                        best.line.truncate(1);
                    }
                    return is_one;
                }
            }
        }
        false
    }
}
