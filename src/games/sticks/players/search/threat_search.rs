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

/// The limits are checked every this many nodes. Set by hand.
const NODES_BETWEEN_CHECKS: u64 = 64;

/// The nodes of a threat search.
struct NodeCount<'a> {
    /// Nodes visited so far.
    searched: u64,
    /// The search ends when it has visited this many.
    limit: u64,
    /// Called every 64 nodes; true ends the search at once.
    stop: &'a mut dyn FnMut() -> bool,
}

impl NodeCount<'_> {
    fn count(&mut self) {
        self.searched += 1;
        if self.searched.is_multiple_of(NODES_BETWEEN_CHECKS) && (self.stop)() {
            self.limit = 0;
        }
    }

    const fn is_spent(&self) -> bool {
        self.searched >= self.limit
    }
}

impl PvsSearch<'_, SticksGame> {
    /// Searches `limit` nodes for a win by fours of the side to move, which has no win at once.
    ///
    /// `None` if the search must end.
    pub(super) fn find_win_by_fours(&mut self, limit: u64) -> Option<WinByFours> {
        let mut nodes = NodeCount { searched: 0, limit, stop: &mut || false };
        let board = self.game.board;
        let found = self.game.search_attack(&board, MAX_FOURS, &mut nodes);
        self.worker.count_nodes(nodes.searched).then_some(found)
    }

    /// [`Self::find_win_by_fours`] that the limits of the whole search end too.
    ///
    /// A win that was found counts even if they have ended it.
    pub(super) fn find_win_by_fours_within_limits(&mut self, limit: u64) -> WinByFours {
        if limit == 0 {
            return WinByFours::NOT_FOUND;
        }
        let control = &mut self.worker.control;
        let mut stop = || !control.check_limits();
        let mut nodes = NodeCount { searched: 0, limit, stop: &mut stop };
        let board = self.game.board;
        let found = self.game.search_attack(&board, MAX_FOURS, &mut nodes);
        let searched = nodes.searched;
        self.worker.count_nodes(searched);
        found
    }
}

impl SticksGame {
    /// A node where the attacker moves, and does not win at once.
    fn search_attack(
        &mut self,
        board: &SearchBoard,
        fours_left: usize,
        nodes: &mut NodeCount<'_>,
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
        nodes: &mut NodeCount<'_>,
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
            nodes.count();
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
        nodes: &mut NodeCount<'_>,
    ) -> usize {
        let wins = board.wins(board.mover().other());
        if holes_of(wins) == 0
            || board.has_win()
            || self.may_be_drawn(board)
            || board.can_shift_to(&self.repeated_keys)
        {
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
            nodes.count();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Side, SplitMix64};
    use crate::game::{Notation as _, Position as _, Record};
    use crate::games::sticks::Sticks;
    use crate::games::sticks::board::holes_and_pieces::{Piece, Pieces};
    use crate::games::sticks::board::move_and_packed_move::Move;
    use crate::games::sticks::board::win_detection::has_line;
    use crate::games::sticks::prover::Prover;
    use crate::search::pvs::{RootGame as _, Techniques};

    /// The fours that the plain search tries.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Fours {
        /// All by the rules.
        All,
        /// Drops after which the tray has the same kinds of piece as before, while barrels of both
        /// kinds can be played: no selection of shifts leaves any of them out.
        Drops,
    }

    impl Fours {
        fn has(self, game: &Sticks, m: Move) -> bool {
            let own = game.pieces(game.mover());
            let is_stuck = |piece| own.source(piece) == PieceSource::Nothing;
            match m {
                _ if self == Self::All => true,
                Move::Shift { .. } => false,
                Move::Drop { piece, .. } => {
                    own.in_tray(piece) > 1 && !Piece::ALL.into_iter().any(is_stuck)
                }
            }
        }
    }

    fn can_win_at_once(game: &Sticks, side: Side) -> bool {
        Piece::ALL.into_iter().any(|piece| game.wins_with(side, piece) != 0)
    }

    fn legal_moves(game: &Sticks) -> Vec<Move> {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves
    }

    fn after(game: &Sticks, m: Move) -> Sticks {
        let mut after = *game;
        after.play(m);
        after
    }

    /// Plies of the shortest win by at most this many fours: every one of them, and every reply.
    fn plies_of_win(game: &Sticks, kind: Fours, most: usize) -> Option<usize> {
        if can_win_at_once(game, game.mover()) {
            return Some(1);
        }
        let moves = if most == 0 { Vec::new() } else { legal_moves(game) };
        let fours = moves.into_iter().filter(|m| kind.has(game, *m));
        fours.filter_map(|m| plies_after_four(game, m, kind, most)).min()
    }

    /// The same if the side to move makes this move; `None` if that is no four, or the other side
    /// wins at once.
    fn plies_after_four(game: &Sticks, m: Move, kind: Fours, most: usize) -> Option<usize> {
        let four = after(game, m);
        if can_win_at_once(&four, four.mover()) || !can_win_at_once(&four, game.mover()) {
            return None;
        }
        let mut plies = None;
        for reply in legal_moves(&four) {
            plies = plies.max(Some(2 + plies_of_win(&after(&four, reply), kind, most - 1)?));
        }
        plies
    }

    /// The game of a search that begins with a position.
    fn searched_game(position: &Sticks) -> SticksGame {
        let record = Record::new(*position);
        SticksGame::new(&record, Techniques::NONE, &mut Prover::new(2), None)
    }

    fn search(position: &Sticks, most: usize) -> WinByFours {
        let mut game = searched_game(position);
        let board = game.board;
        game.search_attack(
            &board,
            most,
            &mut NodeCount { searched: 0, limit: u64::MAX, stop: &mut || false },
        )
    }

    /// Pieces in random holes, at most this many of the side to move and of the other; neither has
    /// a line, and the side to move cannot win at once.
    fn random_position(random: &mut SplitMix64, most: [u64; 2]) -> Sticks {
        loop {
            let mut sides = [Pieces::default(); 2];
            let counts = most.map(|most| most / 3 + random.below(most - most / 3));
            for (side, count) in counts.into_iter().enumerate() {
                for _ in 0..count {
                    let piece = Piece::ALL[[0, 0, 0, 1, 2][random.below(5) as usize]];
                    let open = sides[side].open_to(piece, &sides[1 - side]);
                    let holes: Vec<Hole> = Hole::all_in(open).collect();
                    let hole = holes[random.below(holes.len() as u64) as usize];
                    if sides[side].in_tray(piece) > 0 {
                        sides[side].toggle(piece, hole);
                    }
                }
            }
            let game = Sticks::from_parts(sides, Side::First, 0);
            let is_over = sides.iter().any(has_line);
            if !is_over && !can_win_at_once(&game, Side::First) {
                return game;
            }
        }
    }

    /// How many positions have a win by fours.
    #[derive(Debug, Default)]
    struct Counts {
        /// Those that the search finds.
        found: usize,
        /// By the number of fours: those that the plain search finds, drops alone being tried.
        by_drops: [usize; 4],
        /// Those that the plain search finds.
        by_all: usize,
    }

    impl Counts {
        /// Compares the search for each number of fours up to `most` with the plain search.
        fn compare(&mut self, game: &Sticks, most: usize) {
            let [by_drops, by_all] =
                [Fours::Drops, Fours::All].map(|kind| plies_of_win(game, kind, most));
            let mut is_found = false;
            for most in 1..=most {
                let WinByFours { best, plies } = search(game, most);
                let longest = 2 * most + 1;
                is_found = plies > 0;
                if is_found {
                    let after_best = plies_after_four(game, best.unpacked(), Fours::All, most);
                    let is_won = after_best.is_some_and(|shortest| shortest <= plies);
                    assert!(is_won && plies <= longest, "{plies} {after_best:?} {game:?}");
                }
                let is_whole = by_drops.is_none_or(|plies| is_found || plies > longest);
                assert!(is_whole, "{most} fours: {by_drops:?} {game:?}");
            }
            self.found += usize::from(is_found);
            self.by_all += usize::from(by_all.is_some());
            self.by_drops[by_drops.map_or(0, |plies| plies / 2)] += 1;
        }
    }

    #[test]
    fn wins_by_fours_are_those_of_a_plain_search() {
        let (mut random, mut counts) = (SplitMix64::new(1), Counts::default());
        for _ in 0..800 {
            counts.compare(&random_position(&mut random, [13, 9]), 3);
        }
        let Counts { found, by_drops: [_, one, two, three], by_all } = counts;
        assert!(one > 20 && two > 5 && three > 0 && 10 * found > 9 * by_all, "{counts:?}");
    }

    #[test]
    fn wins_by_one_four_on_full_boards_are_those_of_a_plain_search() {
        let (mut random, mut counts) = (SplitMix64::new(2), Counts::default());
        for _ in 0..600 {
            counts.compare(&random_position(&mut random, [30, 14]), 1);
        }
        // Most of them are shifts. Few of the shifts are tried, but hardly a win is missed.
        let Counts { found, by_drops: [.., by_one, _, _], by_all } = counts;
        assert!(by_all > 150 && 3 * by_one < by_all && 20 * found > 19 * by_all, "{counts:?}");
    }

    #[test]
    fn a_four_that_opens_a_hole_to_the_other_side_does_not_win() {
        let fen = "SS4S/3S1S1/7/SSB1h2/5S1/6S/sSbss2 r";
        let game = Sticks::new().read_position(fen).unwrap();
        for (text, plies) in [("f3d4", 2), ("b1d4", 0)] {
            let (m, _) = game.read_move(text).unwrap();
            let shortest = plies_after_four(&game, m, Fours::All, 1);
            assert_eq!(shortest, (plies > 0).then_some(plies + 1), "{text}");
            let mut searched = searched_game(&game);
            searched.board.play(m);
            let board = searched.board;
            let nodes = &mut NodeCount { searched: 0, limit: u64::MAX, stop: &mut || false };
            assert_eq!(searched.search_defence(&board, 1, nodes), plies, "{text}");
        }
    }
}
