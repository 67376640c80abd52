//! The game as the selective search plays it, on the search board.

use super::candidate_moves;
use super::params::PARAMS;
use crate::base::Side;
use crate::base::hash::GOLDEN_GAMMA;
use crate::games::sticks::board::holes_and_pieces::{Piece, PieceSource};
use crate::games::sticks::board::move_and_packed_move::{PackedSticksMove, history_slot};
use crate::games::sticks::board::rules::{DRAW_PLIES, MIN_COUNTER_IN_TABLE_KEY};
use crate::games::sticks::prover::Prover;
use crate::games::sticks::search_board::four_making_moves::Four;
use crate::games::sticks::search_board::{SearchBoard, holes_of};
use crate::search::player::score_encoding;
use crate::search::player::score_encoding::MAX_EVAL;
use crate::search::pvs::{Forced, MoveList, Params, PvsGame, PvsSearch, Scored, Technique};

/// Nodes of a threat search in the quiescence search: enough for one four that cannot be blocked.
/// Set by hand; no measurement is recorded.
const QUIESCENCE_NODES: u64 = 1;

/// The game of `search`.
pub struct SticksGame {
    /// The position that is searched.
    pub(super) board: SearchBoard,
    /// The keys of the game since its last drop, then those of the line being searched.
    pub(super) path: Vec<u64>,
    /// The index of the root in the path.
    pub(super) root_index: usize,
    /// Keys of positions that have occurred twice in the game since its last drop.
    pub(super) repeated_keys: Vec<u64>,
    /// Part of every key: a number for the set of [`Self::repeated_keys`].
    pub(super) repetition_key: u64,
    /// Lists of fours that are not in use.
    pub(super) spare_fours: Vec<Vec<Four>>,
    /// Replies of all plies of a threat search, used as a stack.
    pub(super) replies: Vec<Scored<PackedSticksMove>>,
    /// Whether every legal move of the root is a candidate.
    pub(super) has_all_moves: bool,
    /// Nodes that the prover has searched.
    pub(super) prover_nodes: u64,
    /// The prover has excluded a win within this many moves of the side to move.
    pub(super) refuted_moves: u32,
}

impl PvsGame for SticksGame {
    const PARAMS: Params = PARAMS;

    type Move = PackedSticksMove;
    type Undo = SearchBoard;
    type Defences = ();
    type ProofSearch = Prover;

    #[inline]
    fn side(&self) -> Side {
        self.board.mover()
    }

    #[inline]
    fn key(&self) -> u64 {
        let counter = self.board.since_drop();
        let late =
            if counter < MIN_COUNTER_IN_TABLE_KEY { 0 } else { u64::from(counter) << 48 | 1 };
        self.board.key() ^ self.repetition_key ^ late.wrapping_mul(GOLDEN_GAMMA)
    }

    #[inline]
    fn static_eval(&mut self) -> i32 {
        self.board.static_eval().clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// A draw by plies or repetition, or a win with the next move.
    #[inline]
    fn terminal_value(&self, ply: usize) -> Option<i32> {
        if self.board.is_drawn() || self.is_repeated() {
            return Some(0);
        }
        self.board.has_win().then(|| score_encoding::win(ply + 1))
    }

    #[inline]
    fn forced_replies(
        &self,
        ply: usize,
        moves: &mut Vec<Scored<PackedSticksMove>>,
    ) -> Forced<PackedSticksMove> {
        let wins = self.board.wins(self.board.mover().other());
        let holes = holes_of(wins);
        if holes == 0 {
            return Forced::No;
        }
        if self.board.since_drop() + 1 == DRAW_PLIES && self.can_shift() {
            return Forced::Value(0);
        }
        if self.board.can_shift_to(&self.repeated_keys) {
            // A draw by repetition may be among the replies that do not block.
            return Forced::No;
        }
        let start = moves.len();
        if holes.is_power_of_two() {
            self.board.list_blocks(wins, moves);
        }
        if moves.len() > start {
            Forced::Listed
        } else {
            Forced::Value(score_encoding::loss(ply + 2))
        }
    }

    #[inline]
    fn list_moves(&mut self, _defence: Option<&()>, list: &mut MoveList<'_, Self>) {
        let mut fours = self.spare_fours.pop().unwrap_or_default();
        self.board.list_fours(&mut fours);
        let selects = list.uses(Technique::MoveSelection);
        candidate_moves::list_candidates(&self.board, &fours, selects, |m, slot, score| {
            list.add(m, slot, score);
        });
        self.spare_fours.push(fours);
    }

    #[inline]
    fn history_slot(&self, packed: PackedSticksMove) -> usize {
        let m = packed.unpacked();
        history_slot(self.board.piece_moved_by(m).unwrap_or(Piece::Stick), m.to())
    }

    #[inline]
    fn play(&mut self, packed: PackedSticksMove) -> SearchBoard {
        let before = self.board;
        self.path.push(before.key());
        self.board.play(packed.unpacked());
        before
    }

    #[inline]
    fn pass(&mut self) -> SearchBoard {
        let before = self.board;
        self.path.push(before.key());
        self.board.pass();
        before
    }

    #[inline]
    fn undo(&mut self, before: SearchBoard) {
        self.board = before;
        self.path.pop();
    }

    #[inline]
    fn win_by_threats(search: &mut PvsSearch<'_, Self>) -> Option<usize> {
        if !search.game.board.has_threes() {
            return Some(0);
        }
        search.find_win_by_fours(QUIESCENCE_NODES).map(|found| found.plies)
    }

    /// A win or loss from the table is not valid if the game may be drawn before it ends, by plies
    /// without a drop.
    #[inline]
    fn is_table_value_valid(&self, value: i32, ply: usize) -> bool {
        let plies = score_encoding::plies(value).map_or(0, |plies| plies.saturating_sub(ply));
        plies + usize::from(self.board.since_drop()) < usize::from(DRAW_PLIES)
    }
}

impl SticksGame {
    /// Whether the position has occurred in the line being searched, or twice in the game.
    fn is_repeated(&self) -> bool {
        let since = usize::from(self.board.since_drop());
        if since < 2 {
            return false;
        }
        let (key, path) = (self.board.key(), &self.path);
        let first = path.len().saturating_sub(since);
        path[first.max(self.root_index)..].contains(&key) || self.repeated_keys.contains(&key)
    }

    /// Whether the mover has a piece on the board that it may shift.
    fn can_shift(&self) -> bool {
        let mover = self.board.mover();
        Piece::ALL.into_iter().any(|piece| {
            matches!(self.board.source(mover, piece), PieceSource::Board(holes) if holes != 0)
                && self.board.open_to(mover, piece) != 0
        })
    }
}
