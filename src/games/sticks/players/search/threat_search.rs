//! Threat search: wins by continuous fours, each of which must be answered (VCF).
//!
//! The quiescence search at the horizon uses it with few nodes, the root with many.

use super::candidate_moves::select_lifts;
use super::search_game::SticksGame;
use crate::games::sticks::board::holes_and_pieces::{Hole, PieceSource};
use crate::games::sticks::board::move_and_packed_move::PackedSticksMove;
use crate::games::sticks::board::rules::DRAW_PLIES;
use crate::games::sticks::search_board::four_making_moves::Four;
use crate::games::sticks::search_board::{SearchBoard, holes_of};
use crate::search::pvs::PvsSearch;
use crate::search::tt::PackedMove as _;

/// The most fours in a row.
/// Set by hand; no measurement is recorded.
const MAX_FOURS: usize = 12;

/// The result of a threat search.
#[derive(Clone, Copy)]
pub(super) struct WinByFours {
    /// The first move of the win; none if there is no win.
    pub(super) best: PackedSticksMove,
    /// The plies of the win; 0 if there is none.
    pub(super) plies: usize,
}

impl WinByFours {
    const NOT_FOUND: Self = Self { best: PackedSticksMove::NONE, plies: 0 };
}

/// The nodes of a threat search.
struct NodeCount {
    /// Nodes visited so far.
    searched: u64,
    /// The search ends when it has visited this many.
    limit: u64,
}

impl NodeCount {
    const fn is_spent(&self) -> bool {
        self.searched >= self.limit
    }
}

impl PvsSearch<'_, SticksGame> {
    /// Searches `limit` nodes for a win by fours of the side to move, which has no win at once.
    ///
    /// `None` if the search must end.
    pub(super) fn find_win_by_fours(&mut self, limit: u64) -> Option<WinByFours> {
        let mut nodes = NodeCount { searched: 0, limit };
        let board = self.game.board;
        let found = self.game.search_attack(&board, MAX_FOURS, &mut nodes);
        self.worker.count_nodes(nodes.searched).then_some(found)
    }
}

impl SticksGame {
    /// A node where the attacker moves, and does not win at once.
    fn search_attack(
        &mut self,
        board: &SearchBoard,
        fours_left: usize,
        nodes: &mut NodeCount,
    ) -> WinByFours {
        let threats = board.wins(board.mover().other());
        let threatened = holes_of(threats);
        if fours_left == 0 || threatened.count_ones() > 1 || self.may_be_drawn(board) {
            return WinByFours::NOT_FOUND;
        }
        let mut fours = self.spare_fours.pop().unwrap_or_default();
        board.list_fours(&mut fours);
        fours.sort_by_key(|four| !four.is_unstoppable());
        let mut found = WinByFours::NOT_FOUND;
        for four in &fours {
            if threatened != 0
                && (threatened != four.to || !board.blocking_kinds(threats)[four.piece.index()])
            {
                continue;
            }
            found = self.try_four(board, *four, fours_left, nodes);
            if found.plies > 0 || nodes.is_spent() {
                break;
            }
        }
        self.spare_fours.push(fours);
        found
    }

    /// Makes one four, with each selected piece that can be shifted for it.
    fn try_four(
        &mut self,
        board: &SearchBoard,
        four: Four,
        fours_left: usize,
        nodes: &mut NodeCount,
    ) -> WinByFours {
        let Some(to) = Hole::all_in(four.to).next() else { return WinByFours::NOT_FOUND };
        let moves: [PackedSticksMove; 3] = match board.source(board.mover(), four.piece) {
            PieceSource::Nothing => return WinByFours::NOT_FOUND,
            PieceSource::Tray => [
                PackedSticksMove::drop(four.piece, to),
                PackedSticksMove::NONE,
                PackedSticksMove::NONE,
            ],
            PieceSource::Board(pieces) => select_lifts(board, four.piece, pieces).map(|lift| {
                lift.map_or(PackedSticksMove::NONE, |(_, from)| PackedSticksMove::shift(from, to))
            }),
        };
        for packed in moves.into_iter().filter(|packed| *packed != PackedSticksMove::NONE) {
            let mut after = *board;
            after.play(packed.unpacked());
            nodes.searched += 1;
            let plies = self.search_defence(&after, fours_left, nodes);
            if plies > 0 {
                return WinByFours { best: packed, plies: plies + 1 };
            }
        }
        WinByFours::NOT_FOUND
    }

    /// A node where the defender moves: plies to the end if every move loses, else 0.
    fn search_defence(
        &mut self,
        board: &SearchBoard,
        fours_left: usize,
        nodes: &mut NodeCount,
    ) -> usize {
        let wins = board.wins(board.mover().other());
        if holes_of(wins) == 0 || board.has_win() || self.may_be_drawn(board) {
            return 0;
        }
        if holes_of(wins).count_ones() > 1 {
            return 2;
        }
        let start = self.replies.len();
        board.list_blocks(wins, &mut self.replies);
        let mut most = 2;
        for at in start..self.replies.len() {
            if nodes.is_spent() {
                most = 0;
                break;
            }
            let mut after = *board;
            after.play(self.replies[at].1.unpacked());
            nodes.searched += 1;
            let plies = if after.has_win() {
                1
            } else {
                self.search_attack(&after, fours_left - 1, nodes).plies
            };
            if plies == 0 {
                most = 0;
                break;
            }
            most = most.max(plies + 1);
        }
        self.replies.truncate(start);
        most
    }

    /// Whether the game may be a draw by plies or repetition before a win comes.
    fn may_be_drawn(&self, board: &SearchBoard) -> bool {
        usize::from(board.since_drop()) + 2 * MAX_FOURS >= usize::from(DRAW_PLIES)
            || self.repeated_keys.contains(&board.key())
    }
}
