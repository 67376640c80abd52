//! Proofs that a side wins within some moves of its own, or that it does not.
//!
//! Every move of the attacker that has a chance is tried, and every reply: what is proved holds
//! against any play. Depth first, with a table of positions for which it is known in how many
//! moves the side to move wins, and in how many it does not.

mod distance_bound;
mod proof_table;

use distance_bound::{Hope, Wanted, hope};
use proof_table::{Known, Table};

use super::moves::Move;
use super::packed_move::Code;
use super::pieces::{Hole, Piece, Source};
use super::rules::DRAW_PLIES;
use super::search_board::{Field, Wins};
use super::symmetry;
use crate::base::Side;
use crate::search::tt::PackedMove;

/// The most moves of its own in which a win is looked for.
pub const MOST_MOVES: u32 = 40;

/// What a reply that saved the defender elsewhere is listed above the others with.
const SAVED: i32 = 60;

/// What a solid barrel in the tray is worth to the order of replies: it stops anything later.
const SOLID: i32 = 60;

/// From this many pieces on the board on, a position is its own image.
const MANY: u32 = 9;

/// Positions between two looks at whether to end.
const PATIENCE: u64 = 64;

/// Proves wins; remembers what it found from one question to the next.
pub struct Prover {
    table: Table,
    nodes: u64,
    /// Lists of moves that are not in use.
    lists: Vec<Vec<(i32, Code)>>,
    /// Space for a list of the bound.
    wanted: Vec<Wanted>,
    /// By moves left to the attacker: the reply that saved the defender last.
    savers: [Code; MOST_MOVES as usize + 1],
    /// Positions that may not be passed through: they have stood twice in the game.
    barred: Vec<u64>,
}

/// What an answer may cost.
pub struct Effort<'a> {
    /// Positions that may be made, counted down.
    pub nodes: u64,
    /// Asked now and then whether to end at once.
    pub stop: &'a mut dyn FnMut() -> bool,
}

/// What was asked could not be found out with the effort allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

impl Prover {
    /// A prover with a table of so many entries of 16 bytes, at least 2.
    pub fn new(entries: usize) -> Self {
        let savers = [Code::NONE; MOST_MOVES as usize + 1];
        let table = Table::new(entries);
        Self { table, nodes: 0, lists: Vec::new(), wanted: Vec::new(), savers, barred: Vec::new() }
    }

    /// Forgets everything; these positions, which have stood twice, are draws from now on.
    pub fn begin(&mut self, barred: &[u64]) {
        self.table.clear();
        self.barred = barred.to_vec();
    }

    /// Positions made since the prover was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins within so many moves of its own (1 to [`MOST_MOVES`]), and
    /// with which move.
    ///
    /// Draws by repetition do not matter to a win that comes nearer with every move; where a win
    /// might come after the last ply without a drop it is not seen.
    ///
    /// # Errors
    /// [`Unknown`] if that was not found out with the effort allowed.
    pub fn wins(
        &mut self,
        field: &Field,
        moves: u32,
        effort: &mut Effort<'_>,
    ) -> Result<Option<Move>, Unknown> {
        let is_won = self.attack(field, moves.min(MOST_MOVES), effort)?;
        let (key, symmetry) = least_key(field);
        let known = self.table.probe(key).filter(|_| is_won);
        Ok(known.map(|known| symmetry::origin(known.best, symmetry).unpacked()))
    }

    /// Whether the side to move loses, whatever it does, to so many more moves of the other side.
    ///
    /// # Errors
    /// [`Unknown`] if that was not found out with the effort allowed.
    pub fn loses(
        &mut self,
        field: &Field,
        moves: u32,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Unknown> {
        self.defence(field, moves.min(MOST_MOVES), effort)
    }

    /// Whether the side to move wins within so many moves.
    fn attack(
        &mut self,
        field: &Field,
        moves: u32,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Unknown> {
        if u32::from(field.since_drop()) + 2 * moves > u32::from(DRAW_PLIES) {
            // The table does not know of the plies without a drop.
            return Ok(first_win(field).is_some());
        }
        let (key, symmetry) = least_key(field);
        let known = self.table.probe(key).unwrap_or(Known::NOTHING);
        if u32::from(known.won) <= moves {
            return Ok(true);
        }
        if u32::from(known.not_won) >= moves {
            return Ok(false);
        }
        if let Some(win) = first_win(field) {
            let best = symmetry::image(win, symmetry);
            self.table.store(key, Known { won: 1, best, ..known });
            return Ok(true);
        }
        let danger = field.wins(field.mover().other());
        let holes = danger[0] | danger[1] | danger[2];
        let mut winner = None;
        if moves > 1 && holes.count_ones() < 2 {
            let hope = hope(field, field.mover(), (moves, moves - 1), &mut self.wanted);
            if hope != Hope::None {
                winner = self.try_attacks(field, moves, (danger, hope), effort)?;
            }
        }
        if let Some(code) = winner {
            let best = symmetry::image(code, symmetry);
            self.table.store(key, Known { won: moves as u8, best, ..known });
        } else {
            self.table.note_not_won(key, moves);
        }
        Ok(winner.is_some())
    }

    /// The attacker's move after which every reply loses.
    fn try_attacks(
        &mut self,
        field: &Field,
        moves: u32,
        (danger, hope): (Wins, Hope),
        effort: &mut Effort<'_>,
    ) -> Result<Option<Code>, Unknown> {
        let mut list = self.lists.pop().unwrap_or_default();
        attacks(field, moves, (danger, hope), &mut list);
        let mut answer = Ok(None);
        for (_, code) in &list {
            let lost = self
                .made(field, *code, effort)
                .and_then(|after| self.defence(&after, moves - 1, effort));
            if lost != Ok(false) {
                answer = lost.map(|_| Some(*code));
                break;
            }
        }
        self.lists.push(list);
        answer
    }

    /// Whether the side to move loses to so many more moves of the other side.
    fn defence(
        &mut self,
        field: &Field,
        moves: u32,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Unknown> {
        if field.is_drawn() || field.has_win() || self.barred.contains(&field.key()) {
            return Ok(false);
        }
        let attacker = field.mover().other();
        let wins = field.wins(attacker);
        let holes = wins[0] | wins[1] | wins[2];
        if holes.count_ones() > 1 {
            return Ok(true);
        }
        let hope = |wanted| hope(field, attacker, (moves, moves), wanted);
        if holes == 0 && (moves < 2 || hope(&mut self.wanted) == Hope::None) {
            return Ok(false);
        }
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        if holes == 0 {
            field.list_all(&mut list);
        } else {
            field.list_stops(wins, &mut list);
        }
        let level = moves.min(MOST_MOVES) as usize;
        let saver = self.savers[level];
        for (promise, code) in &mut list {
            if *code == saver {
                *promise += SAVED;
            } else if matches!(code.unpacked(), Move::Drop { piece: Piece::Solid, .. }) {
                *promise -= SOLID;
            }
        }
        list.sort_unstable_by_key(|(promise, code)| (-promise, code.bits()));
        let mut answer = Ok(true);
        for (_, code) in &list {
            let Ok(after) = self.made(field, *code, effort) else {
                answer = Err(Unknown);
                break;
            };
            answer = if after.is_drawn() { Ok(false) } else { self.attack(&after, moves, effort) };
            if answer != Ok(true) {
                break;
            }
        }
        self.lists.push(list);
        answer
    }

    /// The position after a move, which counts as a node.
    fn made(
        &mut self,
        field: &Field,
        code: Code,
        effort: &mut Effort<'_>,
    ) -> Result<Field, Unknown> {
        if effort.nodes == 0 || self.nodes.is_multiple_of(PATIENCE) && (effort.stop)() {
            effort.nodes = 0;
            return Err(Unknown);
        }
        effort.nodes -= 1;
        self.nodes += 1;
        let mut after = *field;
        after.play(code.unpacked());
        Ok(after)
    }
}

/// A move that wins at once.
fn first_win(field: &Field) -> Option<Code> {
    let side = field.mover();
    let wins = field.wins(side);
    let piece = Piece::ALL.into_iter().find(|piece| wins[piece.index()] != 0)?;
    Hole::all_in(wins[piece.index()]).find_map(|to| match field.source(side, piece) {
        Source::Nothing => None,
        Source::Tray => Some(Code::drop(piece, to)),
        Source::Board(holes) => Hole::all_in(holes)
            .map(|from| Code::shift(from, to))
            .find(|code| field.makes_line(*code)),
    })
}

/// The least of the keys of all images, and the symmetry that leads to that image.
///
/// Where there are many pieces, the key of the position itself.
fn least_key(field: &Field) -> (u64, usize) {
    let sides = Side::BOTH.map(|side| *field.pieces(side));
    if sides.iter().map(|pieces| pieces.all().count_ones()).sum::<u32>() >= MANY {
        return (field.key(), 0);
    }
    symmetry::least_key(sides, field.mover())
}

/// The attacker's moves that have a chance, the most promising first.
fn attacks(field: &Field, moves: u32, (danger, hope): (Wins, Hope), list: &mut Vec<(i32, Code)>) {
    list.clear();
    let mut fours = Vec::new();
    field.fours(&mut fours);
    let side = field.mover();
    let barrels = field.in_tray(side, Piece::Hollow) + field.in_tray(side, Piece::Solid);
    let has_danger = danger != [0; 3];
    if has_danger {
        field.list_stops(danger, list);
    } else {
        field.list_all(list);
    }
    list.retain_mut(|(promise, code)| {
        let m = code.unpacked();
        let Some(piece) = field.piece_of(m) else { return false };
        let four = fours.iter().find(|four| four.piece == piece && four.to == m.to().bit());
        *promise += four.map_or(0, |four| if four.is_double() { 20_000 } else { 10_000 });
        // With two moves left one must threaten. A drop does so by those that are listed only,
        // unless it is of the last barrel, behind which those on the board come free.
        let is_idle = moves == 2
            && four.is_none()
            && m.from().is_none()
            && !(piece.is_barrel() && barrels == 1);
        // Who must stop a threat has no choice, and gets nearer all the same.
        !is_idle && (has_danger || m.from().is_some() || hope.has(piece, m.to()))
    });
    list.sort_unstable_by_key(|(promise, code)| (-promise, code.bits()));
}
