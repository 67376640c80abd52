//! The root: the order of its moves, the threat search before all else, and the proof search.

use std::time::Duration;

use super::explanation::explain;
use super::search_game::SticksGame;
use super::threat_search::WinByFours;
use crate::base::hash::mix;
use crate::game::Record;
use crate::games::sticks::Sticks;
use crate::games::sticks::board::move_and_packed_move::PackedSticksMove;
use crate::games::sticks::prover::Prover;
use crate::games::sticks::search_board::{SearchBoard, holes_of};
use crate::search::player::score_encoding;
use crate::search::pvs::{Candidates, PvsSearch, RootGame, Techniques};

/// Nodes of the threat search before the first iteration. Set by hand; no measurement is recorded.
const ROOT_THREAT_NODES: u64 = 20_000;
/// Entries of the prover's table: 2 MiB. Set by hand.
const PROOF_ENTRIES: usize = 1 << 17;
/// Added to the score of a root move that blocks a win of the other side, so that it comes first.
/// Set by hand; no measurement is recorded.
const BLOCK_SCORE: i32 = 10_000;

impl RootGame for SticksGame {
    type Position = Sticks;

    fn new(
        record: &Record<Sticks>,
        _techniques: Techniques,
        prover: &mut Prover,
        _time: Option<Duration>,
    ) -> Self {
        let position = record.position();
        let keys: Vec<u64> = record.keys().collect();
        let since = keys.len().saturating_sub(usize::from(position.since_drop()));
        let path = keys[since..].to_vec();
        let mut repeated_keys = Vec::new();
        for (at, key) in path.iter().enumerate() {
            if path[..at].contains(key) && !repeated_keys.contains(key) {
                repeated_keys.push(*key);
            }
        }
        prover.reset(&repeated_keys);
        Self {
            board: SearchBoard::new(position),
            root_index: path.len(),
            repetition_key: repeated_keys.iter().fold(0, |found, key| found ^ mix(*key)),
            path,
            repeated_keys,
            spare_fours: Vec::new(),
            replies: Vec::new(),
            has_all_moves: false,
            prover_nodes: 0,
            refuted_moves: 0,
        }
    }

    fn proof_search(_mebibytes: u64) -> Prover {
        Prover::new(PROOF_ENTRIES)
    }

    fn forget(prover: &mut Prover) {
        *prover = Prover::new(PROOF_ENTRIES);
    }

    fn root_moves(&mut self, allowed: &[PackedSticksMove], _least: usize) -> Vec<PackedSticksMove> {
        let board = &self.board;
        self.has_all_moves = allowed.len() == board.count_moves();
        let threats = board.wins(board.mover().other());
        let score = |packed: PackedSticksMove| {
            let m = packed.unpacked();
            let Some(piece) = board.piece_moved_by(m) else { return 0 };
            let placing = board.change_by_placing(piece, m.to());
            let lifting = m.from().map_or(0, |from| board.change_by_lifting(piece, from));
            let blocks =
                holes_of(threats) == m.to().bit() && board.blocking_kinds(threats)[piece.index()];
            placing + lifting + if blocks { BLOCK_SCORE } else { 0 }
        };
        let mut ranked: Vec<(i32, PackedSticksMove)> =
            allowed.iter().map(|packed| (-score(*packed), *packed)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, packed)| packed).collect()
    }

    fn wins_at_once(&self, packed: PackedSticksMove) -> bool {
        let m = packed.unpacked();
        let wins = self.board.wins(self.board.mover());
        let is_hole = self
            .board
            .piece_moved_by(m)
            .is_some_and(|piece| wins[piece.index()] & m.to().bit() != 0);
        is_hole && self.board.makes_line(packed)
    }

    fn prove_before_search(
        search: &mut PvsSearch<'_, Self>,
        candidates: &mut Candidates<PackedSticksMove>,
    ) -> bool {
        let is_won = candidates.is_single() && search.lead_with_win_by_fours(candidates);
        if is_won {
            search.prove_shortest(candidates);
        }
        is_won
    }

    fn prove_after_iteration(
        search: &mut PvsSearch<'_, Self>,
        candidates: &mut Candidates<PackedSticksMove>,
        _depth: i32,
    ) -> bool {
        let is_first = search.worker.id.is_first();
        let is_won = is_first && (search.continue_proof(candidates) || candidates.is_won());
        if is_won {
            search.prove_shortest(candidates);
        }
        is_won
    }

    fn explain(&self, best: PackedSticksMove) -> Vec<String> {
        explain(&self.board, best.unpacked())
    }
}

impl PvsSearch<'_, SticksGame> {
    /// Searches for a win at once or by fours, and makes it the first candidate.
    fn lead_with_win_by_fours(&mut self, candidates: &mut Candidates<PackedSticksMove>) -> bool {
        if self.game.board.has_win() {
            let wins = |packed| self.game.board.makes_line(packed);
            return candidates.move_to_front(wins, score_encoding::win(1)).is_some();
        }
        // Where the nodes are limited, the first iteration has its share.
        let limit = ROOT_THREAT_NODES.min(self.worker.control.nodes_left() / 2);
        let WinByFours { best, plies } = self.find_win_by_fours_within_limits(limit);
        let win = score_encoding::win(plies);
        plies > 0 && candidates.move_to_front(|packed| packed == best, win).is_some()
    }
}
