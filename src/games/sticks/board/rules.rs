//! The rules: the position, its moves, its end, and its key.

use super::holes_and_pieces::{HOLE_BITS, Hole, Piece, PieceSource, Pieces};
use super::move_and_packed_move::Move;
use super::win_detection::{WinningHoles, has_line};
use super::{count_legal_moves, holes_and_pieces};
use crate::base::hash::mix;
use crate::base::{Outcome, Side, SplitMix64};
use crate::game::{MoveError, Position, Turn};

/// Plies in a row without a drop after which the game is a draw.
///
/// Draws are our addition to the game; the number was set by hand.
pub const DRAW_PLIES: u8 = 100;

/// From this many plies without a drop on, keys of transposition tables include the counter.
///
/// Below it positions that differ in the counter alone share an entry. Set by hand; no measurement
/// is recorded.
pub(in crate::games::sticks) const MIN_COUNTER_IN_TABLE_KEY: u8 = 60;

/// A position: the board, the side to move, and the plies since the last drop.
///
/// The trays are not stored: they hold what is not on the board. 96 bytes, so taking a move
/// back is copying the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sticks {
    sides: [Pieces; 2],
    /// By side. [`Position::play`] recomputes the mover's; [`Sticks::from_parts`] makes both.
    winning: [WinningHoles; 2],
    /// The Zobrist key of the pieces on the board and the side to move.
    key: u64,
    mover: Side,
    /// Plies in a row without a drop; from [`DRAW_PLIES`] on the game is a draw.
    since_drop: u8,
    /// Whether the side that just moved has a line.
    won: bool,
}

impl Sticks {
    /// The empty board with red, the first side, to move.
    pub fn new() -> Self {
        Self::from_parts([Pieces::default(); 2], Side::First, 0)
    }

    /// A position from its parts, which the caller has checked.
    ///
    /// A line of the side that just moved ends the game.
    pub(in crate::games::sticks) fn from_parts(
        sides: [Pieces; 2],
        mover: Side,
        since_drop: u8,
    ) -> Self {
        let key = Side::BOTH.into_iter().fold(side_key(mover), |key, side| {
            Piece::ALL.into_iter().fold(key, |key, piece| {
                let holes = Hole::all_in(sides[side.index()].of(piece));
                holes.fold(key, |key, hole| key ^ piece_key(side, piece, hole))
            })
        });
        let winning = sides.map(|own| WinningHoles::of(&own));
        let won = has_line(&sides[mover.other().index()]);
        Self { sides, winning, key, mover, since_drop, won }
    }

    /// The pieces of one side on the board.
    #[inline]
    pub const fn pieces(&self, side: Side) -> &Pieces {
        &self.sides[side.index()]
    }

    /// The side to move, or that would be if the game is over.
    #[inline]
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// Plies in a row without a drop, 0 to [`DRAW_PLIES`].
    pub const fn since_drop(&self) -> u8 {
        self.since_drop
    }

    /// The holes in which one more piece of this side completes a line, closed ones included.
    #[inline]
    pub const fn winning_holes(&self, side: Side) -> WinningHoles {
        self.winning[side.index()]
    }

    /// The holes into which this side could put a piece of this kind, if it had one to move.
    #[inline]
    pub const fn open_to(&self, side: Side, piece: Piece) -> u64 {
        self.pieces(side).open_to(piece, self.pieces(side.other()))
    }

    /// The open holes in which a piece of this kind wins at once, if this side were to move.
    ///
    /// When the side has any piece of this kind to move, one of them wins there: a line needs
    /// four others at most, and a side has more.
    #[inline]
    pub const fn wins_with(&self, side: Side, piece: Piece) -> u64 {
        match self.pieces(side).source(piece) {
            PieceSource::Nothing => 0,
            PieceSource::Tray | PieceSource::Board(_) => {
                self.winning_holes(side).with(piece) & self.open_to(side, piece)
            }
        }
    }

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] with the reason in words if it is not.
    pub fn check_legal(&self, m: Move) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Illegal("the game is over"));
        }
        let own = self.pieces(self.mover);
        let piece = match m {
            Move::Drop { piece, .. } if own.in_tray(piece) == 0 => {
                return Err(MoveError::Illegal("the tray holds no piece of this kind"));
            }
            Move::Drop { piece, .. } => piece,
            Move::Shift { from, .. } => {
                let piece = own
                    .at(from)
                    .ok_or(MoveError::Illegal("the mover has no piece in that hole"))?;
                match (own.source(piece), piece) {
                    (PieceSource::Board(_), _) => piece,
                    (_, Piece::Stick) => {
                        return Err(MoveError::Illegal("sticks of the tray go first"));
                    }
                    (_, Piece::Hollow | Piece::Solid) => {
                        return Err(MoveError::Illegal("barrels of the tray go first"));
                    }
                }
            }
        };
        if self.open_to(self.mover, piece) & m.to().bit() == 0 {
            return Err(MoveError::Illegal("that hole does not take this piece"));
        }
        Ok(())
    }

    /// Whether the game is over: a line or the draw by plies without a drop.
    #[inline]
    const fn is_over(&self) -> bool {
        self.won || self.since_drop >= DRAW_PLIES
    }

    /// The kind of piece that a legal move moves.
    #[inline]
    pub fn piece_moved_by(&self, m: Move) -> Option<Piece> {
        match m {
            Move::Drop { piece, .. } => Some(piece),
            Move::Shift { from, .. } => self.pieces(self.mover).at(from),
        }
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, hole: Hole) {
        self.sides[self.mover.index()].toggle(piece, hole);
        self.key ^= piece_key(self.mover, piece, hole);
    }
}

impl Default for Sticks {
    fn default() -> Self {
        Self::new()
    }
}

impl Position for Sticks {
    type Move = Move;
    type Undo = Self;

    /// The third occurrence of a position is a draw.
    const REPETITION: Option<usize> = Some(3);

    #[inline]
    fn turn(&self) -> Turn {
        if self.won {
            Turn::Over(Outcome::win(self.mover.other()))
        } else if self.since_drop >= DRAW_PLIES {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Decide(self.mover)
        }
    }

    #[inline]
    fn side(&self) -> Side {
        self.mover
    }

    /// Order: sticks, hollow barrels, solid barrels; in each kind by the hole that the piece
    /// leaves, then by the hole it goes to, both from `a1` along the rows to `g7`.
    fn moves(&self, out: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let own = self.pieces(self.mover);
        for piece in Piece::ALL {
            let open = self.open_to(self.mover, piece);
            match own.source(piece) {
                PieceSource::Nothing => {}
                PieceSource::Tray => {
                    out.extend(Hole::all_in(open).map(|to| Move::Drop { piece, to }));
                }
                PieceSource::Board(holes) => {
                    for from in Hole::all_in(holes) {
                        out.extend(Hole::all_in(open).map(|to| Move::Shift { from, to }));
                    }
                }
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        count_legal_moves::count_moves(self.pieces(self.mover), self.pieces(self.mover.other()))
    }

    fn count_leaves(&self, plies: usize) -> Option<u64> {
        if plies != 2 {
            return None;
        }
        if self.is_over() {
            return Some(0);
        }
        let (own, other) = (self.pieces(self.mover), self.pieces(self.mover.other()));
        let is_last_shift = self.since_drop + 1 >= DRAW_PLIES;
        Some(count_legal_moves::count_replies(
            own,
            other,
            self.winning_holes(self.mover),
            is_last_shift,
        ))
    }

    #[inline]
    fn play(&mut self, m: Move) -> Self {
        debug_assert!(self.check_legal(m).is_ok(), "an illegal move was played: {m:?}");
        let before = *self;
        let Some(piece) = self.piece_moved_by(m) else { return before };
        let to = m.to();
        match m {
            Move::Drop { .. } => {
                self.since_drop = 0;
                self.won = self.winning_holes(self.mover).with(piece) & to.bit() != 0;
                self.toggle(piece, to);
            }
            Move::Shift { from, .. } => {
                self.since_drop += 1;
                self.toggle(piece, from);
                self.toggle(piece, to);
                self.won = has_line(self.pieces(self.mover));
            }
        }
        self.winning[self.mover.index()] = WinningHoles::of(self.pieces(self.mover));
        self.key ^= SECOND_KEY;
        self.mover = self.mover.other();
        before
    }

    #[inline]
    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn table_key(&self) -> u64 {
        if self.since_drop < MIN_COUNTER_IN_TABLE_KEY {
            self.key
        } else {
            self.key ^ mix(u64::from(self.since_drop) ^ SECOND_KEY)
        }
    }
}

/// Part of the key of every position in which the second side is to move.
pub(in crate::games::sticks) const SECOND_KEY: u64 = mix(0x5715_C4B5);

/// Zobrist keys by side, kind of piece and bit of the hole.
static KEYS: [[[u64; HOLE_BITS]; 3]; 2] = zobrist();

const fn zobrist() -> [[[u64; HOLE_BITS]; 3]; 2] {
    let mut random = SplitMix64::new(0x0BA2_2E15);
    let mut keys = [[[0; HOLE_BITS]; 3]; 2];
    let mut n = 0;
    while n < 2 * 3 * HOLE_BITS {
        keys[n / (3 * HOLE_BITS)][n / HOLE_BITS % 3][n % HOLE_BITS] = random.next();
        n += 1;
    }
    keys
}

/// The part of a position's key for one piece in a hole.
#[inline]
pub(in crate::games::sticks) const fn piece_key(side: Side, piece: Piece, hole: Hole) -> u64 {
    KEYS[side.index()][piece.index()][hole.index()]
}

/// The part of a position's key for the side to move.
pub(in crate::games::sticks) const fn side_key(mover: Side) -> u64 {
    match mover {
        Side::First => 0,
        Side::Second => SECOND_KEY,
    }
}

const _: () = assert!(holes_and_pieces::ALL_HOLES < 1 << HOLE_BITS, "every hole needs a key");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Record};

    const SHIFTING: &str = "4Xs1/xs2S1S/Shb1XBx/5S1/s2BSB1/SsbbSsX/SsbX1hB y";

    fn position(fen: &str) -> Sticks {
        Sticks::new().read_position(fen).expect("a position")
    }

    fn play(game: &mut Record<Sticks>, words: &[&str]) {
        for word in words {
            let (m, _) = game.position().read_move(word).expect("a legal move");
            game.play(m);
        }
    }

    #[test]
    fn a_hundred_plies_without_a_drop_are_a_draw() {
        let mut game = position(&format!("{SHIFTING} 99"));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert_eq!(game.count_leaves(2), Some(0));
        let (m, _) = game.read_move("f7a7").expect("a legal shift");
        assert!(moves.contains(&m));
        game.play(m);
        assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
        assert_eq!(game.count_moves(), 0);
    }

    #[test]
    fn a_line_on_the_hundredth_ply_wins() {
        let mut game = position("S2B3/7/SBBB3/7/SSSSS2/SSS4/7 r 99");
        let (m, _) = game.read_move("a2e5").expect("a legal shift");
        game.play(m);
        assert_eq!(game.turn(), Turn::Over(Outcome::win(Side::First)));
    }

    #[test]
    fn a_drop_starts_the_count_again() {
        let mut game = position("S2B3/7/SBB4/7/SSSSS2/SSS4/7 r 98");
        let (m, _) = game.read_move("B@g1").expect("a legal drop");
        game.play(m);
        assert_eq!(game.since_drop(), 0);
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut game = Record::new(position(SHIFTING));
        let round = ["f7a7", "e7b7", "a7f7", "b7e7"];
        play(&mut game, &round);
        assert!(game.turn().side().is_some());
        play(&mut game, &round);
        assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    }

    #[test]
    fn the_counter_is_in_the_table_key_only_near_its_limit() {
        let [early, late, later] =
            ["59", "60", "61"].map(|plies| position(&format!("{SHIFTING} {plies}")));
        assert_eq!((early.key(), early.key()), (late.key(), later.key()));
        assert_eq!(early.table_key(), early.key());
        assert_ne!(late.table_key(), late.key());
        assert_ne!(late.table_key(), later.table_key());
    }

    #[test]
    fn the_side_to_move_is_in_the_key() {
        assert_ne!(position("7/7/7/7/7/7/7 r").key(), position("7/7/7/7/7/7/7 y").key());
    }
}
