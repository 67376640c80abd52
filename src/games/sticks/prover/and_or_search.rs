//! A depth-first AND/OR search for a forced win within a number of moves (a mate solver).
//!
//! At OR nodes the attacker moves, and one winning move is enough; at AND nodes the defender moves,
//! and every reply must lose. Every move of the attacker that the distance bound leaves is tried,
//! and every reply: what is proved holds against any play. The depth is fixed; callers deepen
//! iteratively by asking for 1, 2, … moves. The proof table keeps what they found before.

use super::distance_bound::{Distance, NeededHoles, PossibleMoves, possible_moves};
use super::proof_table::{Proof, ProofTable};
use crate::base::Side;
use crate::games::sticks::board::holes_and_pieces::{Hole, Piece, PieceSource};
use crate::games::sticks::board::move_and_packed_move::{Move, PackedSticksMove};
use crate::games::sticks::board::rules::DRAW_PLIES;
use crate::games::sticks::board::symmetry;
use crate::games::sticks::search_board::{SearchBoard, WinsByKind, holes_of};
use crate::search::pvs::Scored;
use crate::search::tt::PackedMove as _;

/// The most moves of its own within which a win is searched for. Set by hand.
pub const MAX_MOVES: u32 = 40;

/// Subtracted from the ordering score of a reply by a solid barrel of the tray, which could block
/// any later threat; in hundredths, like the changes of value that order moves. Set by hand.
const SOLID_BARREL_COST: i32 = 60;

/// Added to the ordering score of an attack that threatens to win next. Set by hand.
const FOUR_SCORE: i32 = 10_000;

/// Added instead if the threat is double or unblockable. Set by hand; no measurement is recorded.
const UNSTOPPABLE_FOUR_SCORE: i32 = 20_000;

/// From this many pieces on the board on, symmetric positions do not share an entry of the table:
/// they seldom occur together then. Set by hand.
const MIN_PIECES_WITHOUT_SYMMETRY: u32 = 9;

/// The limits are checked every this many nodes. Set by hand.
const NODES_BETWEEN_CHECKS: u64 = 64;

/// Proves wins; keeps what it has proved from one call to the next.
pub struct Prover {
    table: ProofTable,
    /// Nodes visited since the prover was made.
    nodes: u64,
    /// Lists of moves that are not in use.
    spare_lists: Vec<Vec<Scored<PackedSticksMove>>>,
    /// Space for a list of the distance bound.
    needed: Vec<NeededHoles>,
    /// Keys of positions that count as draws: they have occurred twice in the game.
    drawn_keys: Vec<u64>,
}

/// How much a proof may cost.
pub struct ProofBudget<'a> {
    /// Nodes that may still be searched; counted down.
    pub nodes: u64,
    /// Called every 64 nodes; true ends the search at once.
    pub stop: &'a mut dyn FnMut() -> bool,
}

/// The budget was spent before there was an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl Prover {
    /// A prover with a table of this many entries of 16 bytes, at least 2.
    pub fn new(entries: usize) -> Self {
        Self {
            table: ProofTable::new(entries),
            nodes: 0,
            spare_lists: Vec::new(),
            needed: Vec::new(),
            drawn_keys: Vec::new(),
        }
    }

    /// Clears the table; positions with these keys, which have occurred twice, count as draws.
    pub fn reset(&mut self, drawn_keys: &[u64]) {
        self.table.clear();
        self.drawn_keys = drawn_keys.to_vec();
    }

    /// Nodes searched since the prover was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A move that wins for the side to move within this many moves of its own.
    ///
    /// The number of moves is 1 to [`MAX_MOVES`].
    ///
    /// `None` if there is no such win. Repetition can be ignored, as the win comes nearer with
    /// every move; but for a win at once, nothing is found that [`Self::covers`] leaves out.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the budget was spent before.
    pub fn find_win(
        &mut self,
        board: &SearchBoard,
        moves: u32,
        budget: &mut ProofBudget<'_>,
    ) -> Result<Option<Move>, OutOfBudget> {
        let is_won = self.search_or_node(board, moves.min(MAX_MOVES), budget)?;
        let (key, symmetry) = least_key(board);
        let proof = self.table.probe(key).filter(|_| is_won);
        Ok(proof.map(|proof| symmetry::origin(proof.best, symmetry).unpacked()))
    }

    /// Whether every win within this many moves comes before the last ply without a drop.
    pub fn covers(board: &SearchBoard, moves: u32) -> bool {
        u32::from(board.since_drop()) + 2 * moves <= u32::from(DRAW_PLIES)
    }

    /// Whether the side to move loses within this many moves of the other side.
    ///
    /// It loses if every move of its own loses.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the budget was spent before.
    pub fn is_lost(
        &mut self,
        board: &SearchBoard,
        moves: u32,
        budget: &mut ProofBudget<'_>,
    ) -> Result<bool, OutOfBudget> {
        self.search_and_node(board, moves.min(MAX_MOVES), budget)
    }

    /// OR node: whether the side to move, the attacker, wins within this many moves of its own.
    fn search_or_node(
        &mut self,
        board: &SearchBoard,
        moves: u32,
        budget: &mut ProofBudget<'_>,
    ) -> Result<bool, OutOfBudget> {
        if !Self::covers(board, moves) {
            // The keys of the table do not include the plies without a drop.
            return Ok(first_win(board).is_some());
        }
        let (key, symmetry) = least_key(board);
        let proof = self.table.probe(key).unwrap_or(Proof::NOTHING);
        if u32::from(proof.won_within) <= moves {
            return Ok(true);
        }
        if u32::from(proof.not_won_within) >= moves {
            return Ok(false);
        }
        if let Some(win) = first_win(board) {
            let best = symmetry::image(win, symmetry);
            self.table.store(key, Proof { won_within: 1, best, ..proof });
            return Ok(true);
        }
        let threats = board.wins(board.mover().other());
        let mut winner = None;
        if moves > 1 && holes_of(threats).count_ones() < 2 {
            let distance = Distance { moves, replies: moves - 1 };
            let possible = possible_moves(board, board.mover(), distance, &mut self.needed);
            if possible != PossibleMoves::None {
                winner = self.try_attacks(board, Attacks { moves, threats, possible }, budget)?;
            }
        }
        if let Some(packed) = winner {
            let best = symmetry::image(packed, symmetry);
            self.table.store(key, Proof { won_within: moves as u8, best, ..proof });
        } else {
            self.table.store_not_won(key, moves);
        }
        Ok(winner.is_some())
    }

    /// The first attack after which every reply loses.
    fn try_attacks(
        &mut self,
        board: &SearchBoard,
        attacks: Attacks,
        budget: &mut ProofBudget<'_>,
    ) -> Result<Option<PackedSticksMove>, OutOfBudget> {
        let mut list = self.spare_lists.pop().unwrap_or_default();
        attacks.list(board, &mut list);
        let mut answer = Ok(None);
        for (_, packed) in &list {
            let lost = self
                .child(board, *packed, budget)
                .and_then(|after| self.search_and_node(&after, attacks.moves - 1, budget));
            if lost != Ok(false) {
                answer = lost.map(|_| Some(*packed));
                break;
            }
        }
        self.spare_lists.push(list);
        answer
    }

    /// AND node: whether the side to move, the defender, loses within this many more moves of the
    /// attacker.
    fn search_and_node(
        &mut self,
        board: &SearchBoard,
        moves: u32,
        budget: &mut ProofBudget<'_>,
    ) -> Result<bool, OutOfBudget> {
        if board.is_drawn() || board.has_win() || self.drawn_keys.contains(&board.key()) {
            return Ok(false);
        }
        let attacker = board.mover().other();
        let wins = board.wins(attacker);
        let holes = holes_of(wins);
        if holes != 0 && board.can_shift_to(&self.drawn_keys) {
            return Ok(false);
        }
        if holes.count_ones() > 1 {
            return Ok(true);
        }
        let distance = Distance { moves, replies: moves };
        let possible = |needed| possible_moves(board, attacker, distance, needed);
        if holes == 0 && (moves < 2 || possible(&mut self.needed) == PossibleMoves::None) {
            return Ok(false);
        }
        let mut list = self.spare_lists.pop().unwrap_or_default();
        list_replies(board, wins, &mut list);
        let mut answer = Ok(true);
        for (_, packed) in &list {
            let Ok(after) = self.child(board, *packed, budget) else {
                answer = Err(OutOfBudget);
                break;
            };
            answer = if after.is_drawn() || self.drawn_keys.contains(&after.key()) {
                Ok(false)
            } else {
                self.search_or_node(&after, moves, budget)
            };
            if answer != Ok(true) {
                break;
            }
        }
        self.spare_lists.push(list);
        answer
    }

    /// The board after a move; counts a node and checks the limits.
    fn child(
        &mut self,
        board: &SearchBoard,
        packed: PackedSticksMove,
        budget: &mut ProofBudget<'_>,
    ) -> Result<SearchBoard, OutOfBudget> {
        if budget.nodes == 0 || self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && (budget.stop)() {
            budget.nodes = 0;
            return Err(OutOfBudget);
        }
        budget.nodes -= 1;
        self.nodes += 1;
        let mut after = *board;
        after.play(packed.unpacked());
        Ok(after)
    }
}

/// A move that wins at once.
fn first_win(board: &SearchBoard) -> Option<PackedSticksMove> {
    let side = board.mover();
    let wins = board.wins(side);
    let piece = Piece::ALL.into_iter().find(|piece| wins[piece.index()] != 0)?;
    Hole::all_in(wins[piece.index()]).find_map(|to| match board.source(side, piece) {
        PieceSource::Nothing => None,
        PieceSource::Tray => Some(PackedSticksMove::drop(piece, to)),
        PieceSource::Board(holes) => Hole::all_in(holes)
            .map(|from| PackedSticksMove::shift(from, to))
            .find(|packed| board.makes_line(*packed)),
    })
}

/// The least of the keys of all images, and the symmetry that leads to that image.
///
/// From [`MIN_PIECES_WITHOUT_SYMMETRY`] pieces on, the key of the position itself.
fn least_key(board: &SearchBoard) -> (u64, usize) {
    let sides = Side::BOTH.map(|side| *board.pieces(side));
    if sides.iter().map(|pieces| pieces.all().count_ones()).sum::<u32>()
        >= MIN_PIECES_WITHOUT_SYMMETRY
    {
        return (board.key(), 0);
    }
    symmetry::least_key(sides, board.mover())
}

/// The moves that the attacker tries at an OR node.
#[derive(Clone, Copy)]
struct Attacks {
    /// Moves that the attacker still has.
    moves: u32,
    /// Where the defender wins next unless the attacker blocks it: nowhere or in one hole.
    threats: WinsByKind,
    /// The moves that the distance bound does not rule out.
    possible: PossibleMoves,
}

impl Attacks {
    /// Lists the moves, those with the highest ordering score first.
    fn list(self, board: &SearchBoard, list: &mut Vec<Scored<PackedSticksMove>>) {
        list.clear();
        let mut fours = Vec::new();
        board.list_fours(&mut fours);
        let side = board.mover();
        let barrels = board.in_tray(side, Piece::Hollow) + board.in_tray(side, Piece::Solid);
        let must_block = self.threats != [0; 3];
        if must_block {
            board.list_blocks(self.threats, list);
        } else {
            board.list_all(list);
        }
        list.retain_mut(|(score, packed)| {
            let m = packed.unpacked();
            let Some(piece) = board.piece_moved_by(m) else { return false };
            let four = fours.iter().find(|four| four.piece == piece && four.to == m.to().bit());
            *score += four.map_or(0, |four| {
                if four.is_unstoppable() { UNSTOPPABLE_FOUR_SCORE } else { FOUR_SCORE }
            });
            // With two moves left the attacker must make a threat. A drop makes one only if it is
            // a four, or if it is the last barrel of the tray, after which those on the board may
            // be shifted.
            let makes_no_threat = self.moves == 2
                && four.is_none()
                && m.from().is_none()
                && !(piece.is_barrel() && barrels == 1);
            // Blocks are tried although the bound excludes them: there is no other choice.
            !makes_no_threat
                && (must_block || m.from().is_some() || self.possible.has(piece, m.to()))
        });
        sort(list);
    }
}

/// Lists the defender's replies at an AND node, those with the highest ordering score first.
fn list_replies(board: &SearchBoard, wins: WinsByKind, list: &mut Vec<Scored<PackedSticksMove>>) {
    list.clear();
    if holes_of(wins) == 0 {
        board.list_all(list);
    } else {
        board.list_blocks(wins, list);
    }
    for (score, packed) in list.iter_mut() {
        if matches!(packed.unpacked(), Move::Drop { piece: Piece::Solid, .. }) {
            *score -= SOLID_BARREL_COST;
        }
    }
    sort(list);
}

/// Sorts by ordering score, the highest first; equal scores by the bits of the move.
fn sort(list: &mut [Scored<PackedSticksMove>]) {
    list.sort_unstable_by_key(|(score, packed)| (-score, packed.bits()));
}
