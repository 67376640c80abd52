//! The board for searches: every location's contents, kept up to date piece by piece.
//!
//! Beside the pieces there is one number for each of the 60 locations, its pattern; a piece that
//! comes or goes changes the patterns of the 3 to 12 locations through its hole. Tables by
//! pattern say what a location is worth, and whether one piece or two would complete it. It
//! knows the holes that win at once, and the value of the position, without looking at anything
//! but those locations. Moves are taken back by keeping a copy of the board.

pub mod line_values;
mod move_lists;
pub mod patterns;
pub mod threats;
pub mod tray_values;

use line_values::{WORTH, Worths};
use patterns::{FOUR, KNOWN, PATTERNS, Patterns, THREE, crossing, digit};

use super::moves::Move;
use super::pieces::{Hole, Piece, Pieces, Source};
use super::rules;
use super::rules::{DRAW_PLIES, Sticks};
use super::sequences::LOCATIONS;
use crate::base::Side;
use crate::base::bits::ones;
use crate::game::Position as _;

/// Holes in which a piece completes a line at once, by [`Piece::index`].
pub type Wins = [u64; 3];

/// A position that is not over, as a search keeps it.
#[derive(Clone, Copy)]
pub struct Field {
    /// By location: its pattern.
    lines: [u16; 60],
    sides: [Pieces; 2],
    /// By side: the locations that one piece would complete, as bits.
    fours: [u64; 2],
    /// By side: those that two pieces would complete.
    threes: [u64; 2],
    key: u64,
    /// The sum of all locations' worths, packed.
    worth: i32,
    /// By side and [`Piece::index`]: pieces in the tray.
    trays: [[u8; 3]; 2],
    mover: Side,
    since_drop: u8,
    known: &'static Patterns,
    worths: &'static Worths,
}

impl Field {
    /// The field of a position.
    pub fn new(position: &Sticks) -> Self {
        let mut field = Self {
            lines: [0; 60],
            sides: [Pieces::default(); 2],
            fours: [0; 2],
            threes: [0; 2],
            key: rules::side_key(Side::First),
            worth: 0,
            trays: [Piece::ALL.map(|piece| piece.supply() as u8); 2],
            mover: Side::First,
            since_drop: position.since_drop(),
            known: &KNOWN,
            worths: &WORTH,
        };
        for side in Side::BOTH {
            for piece in Piece::ALL {
                for hole in Hole::all_in(position.pieces(side).of(piece)) {
                    field.put(side, piece, hole);
                    field.trays[side.index()][piece.index()] -= 1;
                }
            }
        }
        if position.mover() != Side::First {
            field.pass();
        }
        debug_assert_eq!(field.key, position.key(), "the same position has the same key");
        field
    }

    /// The side to move.
    #[inline]
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// Equal for equal positions, as [`crate::game::Position::key`].
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Plies in a row without a drop.
    #[inline]
    pub const fn since_drop(&self) -> u8 {
        self.since_drop
    }

    /// Whether the plies without a drop make it a draw.
    #[inline]
    pub const fn is_drawn(&self) -> bool {
        self.since_drop >= DRAW_PLIES
    }

    /// The pieces of a side on the board.
    #[inline]
    pub const fn pieces(&self, side: Side) -> &Pieces {
        &self.sides[side.index()]
    }

    /// How many pieces of a kind are in a side's tray.
    #[inline]
    pub const fn in_tray(&self, side: Side, piece: Piece) -> u8 {
        self.trays[side.index()][piece.index()]
    }

    /// Pieces in both trays, 36 to 0.
    #[inline]
    pub const fn undropped(&self) -> i32 {
        let [[sticks, hollow, solid], other] = self.trays;
        (sticks + hollow + solid + other[0] + other[1] + other[2]) as i32
    }

    /// Where a side's next piece of a kind comes from, as [`Pieces::source`] says.
    #[inline]
    pub const fn source(&self, side: Side, piece: Piece) -> Source {
        let tray = &self.trays[side.index()];
        let others = match piece {
            Piece::Stick => 0,
            Piece::Hollow => tray[2],
            Piece::Solid => tray[1],
        };
        if tray[piece.index()] > 0 {
            Source::Tray
        } else if others > 0 {
            Source::Nothing
        } else {
            Source::Board(self.sides[side.index()].of(piece))
        }
    }

    /// The holes into which a side could put a piece of a kind, if it had one to move.
    #[inline]
    pub const fn open_to(&self, side: Side, piece: Piece) -> u64 {
        self.sides[side.index()].open_to(piece, &self.sides[side.other().index()])
    }

    /// The patterns of all locations.
    #[inline]
    pub const fn lines(&self) -> &[u16; 60] {
        &self.lines
    }

    /// The holes in which a side would win at once, if it were to move.
    #[inline]
    pub fn wins(&self, side: Side) -> Wins {
        let mut wins = [0; 3];
        if self.fours[side.index()] == 0 {
            return wins;
        }
        let last = &self.known.last[side.index()];
        for line in ones(self.fours[side.index()]) {
            let line = line as usize;
            let found = last[usize::from(self.lines[line])];
            let bit = LOCATIONS[line].holes[usize::from(found & 7)].bit();
            for (kind, wins) in wins.iter_mut().enumerate() {
                if found >> (3 + kind) & 1 != 0 {
                    *wins |= bit;
                }
            }
        }
        let [_, hollow, solid] = self.trays[side.index()];
        if hollow == 0 && solid > 0 {
            wins[1] = 0;
        }
        if solid == 0 && hollow > 0 {
            wins[2] = 0;
        }
        wins
    }

    /// Whether the mover wins at once.
    #[inline]
    pub fn has_win(&self) -> bool {
        self.fours[self.mover.index()] != 0 && self.wins(self.mover) != [0; 3]
    }

    /// How many legal moves the mover has.
    pub fn count_moves(&self) -> usize {
        let count = |piece: Piece| {
            let open = self.open_to(self.mover, piece).count_ones() as usize;
            self.source(self.mover, piece).choices() as usize * open
        };
        Piece::ALL.into_iter().map(count).sum()
    }

    /// The kinds of piece with which the mover can stop these wins of the other side, all of
    /// which are in one hole; by [`Piece::index`].
    pub fn stops(&self, wins: Wins) -> [bool; 3] {
        let hole = wins[0] | wins[1] | wins[2];
        debug_assert_eq!(hole.count_ones(), 1, "two holes cannot be stopped");
        Piece::ALL.map(|piece| {
            let shares = Piece::ALL
                .into_iter()
                .any(|theirs| wins[theirs.index()] != 0 && piece.shares_with(theirs));
            !shares
                && self.open_to(self.mover, piece) & hole != 0
                && self.source(self.mover, piece) != Source::Nothing
        })
    }

    /// The piece that a legal move moves.
    #[inline]
    pub fn piece_of(&self, m: Move) -> Option<Piece> {
        match m {
            Move::Drop { piece, .. } => Some(piece),
            Move::Shift { from, .. } => self.sides[self.mover.index()].at(from),
        }
    }

    /// Makes a move that is legal and does not win.
    #[inline]
    pub fn play(&mut self, m: Move) {
        let side = self.mover;
        match m {
            Move::Drop { piece, to } => {
                self.since_drop = 0;
                self.trays[side.index()][piece.index()] -= 1;
                self.put(side, piece, to);
            }
            Move::Shift { from, to } => {
                let Some(piece) = self.sides[side.index()].at(from) else { return };
                self.since_drop += 1;
                self.lift(side, piece, from);
                self.put(side, piece, to);
            }
        }
        self.pass();
    }

    /// Gives the move to the other side.
    #[inline]
    pub const fn pass(&mut self) {
        self.key ^= rules::SECOND_KEY;
        self.mover = self.mover.other();
    }

    /// The value **for the side to move**, in hundredths.
    #[inline]
    pub fn estimate(&self) -> i32 {
        let trays = self.worths.tray(self.trays[0]) - self.worths.tray(self.trays[1]);
        let value = self.blend(self.worth + trays);
        let value = if self.mover == Side::First { value } else { -value };
        value + self.blend(self.worths.tempo)
    }

    /// One number of two, by how full the trays are.
    #[inline]
    pub const fn blend(&self, worth: i32) -> i32 {
        let full = self.undropped();
        (line_values::placing(worth) * full + line_values::shifting(worth) * (36 - full)) / 36
    }

    /// What a piece of the mover adds to the value **for the mover** where it is put; trays aside.
    #[inline]
    pub fn gain(&self, piece: Piece, hole: Hole) -> i32 {
        let change = self.change(hole, digit(self.mover, piece));
        self.blend(if self.mover == Side::First { change } else { -change })
    }

    /// What the value changes by **for the mover** if one of its pieces is lifted.
    pub fn loss(&self, piece: Piece, hole: Hole) -> i32 {
        let change = self.change(hole, digit(self.mover, piece).wrapping_neg());
        self.blend(if self.mover == Side::First { change } else { -change })
    }

    /// What the worth changes by if this is added to the digit of a hole, wrapping.
    #[inline]
    fn change(&self, hole: Hole, digit: u16) -> i32 {
        let mut change = 0;
        for crossing in crossing(hole) {
            let pattern = self.lines[usize::from(crossing.line)];
            let after = pattern.wrapping_add(digit.wrapping_mul(crossing.power));
            change += self.worths.patterns[usize::from(after) % PATTERNS]
                - self.worths.patterns[usize::from(pattern) % PATTERNS];
        }
        change
    }

    #[inline]
    fn put(&mut self, side: Side, piece: Piece, hole: Hole) {
        self.shift_digit(hole, digit(side, piece));
        self.toggle(side, piece, hole);
    }

    #[inline]
    fn lift(&mut self, side: Side, piece: Piece, hole: Hole) {
        self.shift_digit(hole, digit(side, piece).wrapping_neg());
        self.toggle(side, piece, hole);
    }

    #[inline]
    const fn toggle(&mut self, side: Side, piece: Piece, hole: Hole) {
        self.sides[side.index()].toggle(piece, hole);
        self.key ^= rules::piece_key(side, piece, hole);
    }

    /// Adds this to the digit of a hole, wrapping.
    #[inline]
    fn shift_digit(&mut self, hole: Hole, digit: u16) {
        for crossing in crossing(hole) {
            let line = usize::from(crossing.line);
            let before = usize::from(self.lines[line]) % PATTERNS;
            let pattern = self.lines[line].wrapping_add(digit.wrapping_mul(crossing.power));
            self.lines[line] = pattern;
            let after = usize::from(pattern) % PATTERNS;
            self.worth += self.worths.patterns[after] - self.worths.patterns[before];
            let class = self.known.class[after];
            if class != self.known.class[before] {
                self.reclass(line, class);
            }
        }
    }

    fn reclass(&mut self, line: usize, class: u8) {
        for side in 0..2 {
            let class = class >> (2 * side);
            let bit = 1 << line;
            let set = |word: &mut u64, is_in: bool| {
                *word = *word & !bit | if is_in { bit } else { 0 };
            };
            set(&mut self.fours[side], class & FOUR != 0);
            set(&mut self.threes[side], class & THREE != 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::game::Turn;

    /// Calls for every position of seeded random games until they end, or for 120 plies.
    fn walk(games: u64, mut look: impl FnMut(&Sticks, &Field)) {
        let mut random = SplitMix64::new(7);
        for _ in 0..games {
            let mut game = Sticks::new();
            let mut field = Field::new(&game);
            for _ in 0..120 {
                look(&game, &field);
                let mut moves = Vec::new();
                game.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len() as u64) as usize];
                game.play(m);
                if matches!(game.turn(), Turn::Over(_)) {
                    break;
                }
                field.play(m);
            }
        }
    }

    #[test]
    fn fields_kept_up_to_date_are_those_made_anew() {
        walk(60, |game, field| {
            let anew = Field::new(game);
            assert_eq!((field.lines, field.sides), (anew.lines, anew.sides));
            assert_eq!((field.fours, field.threes), (anew.fours, anew.threes));
            assert_eq!((field.key, field.worth), (anew.key, anew.worth));
            assert_eq!((field.trays, field.mover), (anew.trays, anew.mover));
            assert_eq!(field.since_drop(), game.since_drop());
            assert_eq!(field.key(), game.key());
        });
    }

    #[test]
    fn wins_and_sources_are_those_of_the_rules() {
        let mut seen = 0;
        walk(400, |game, field| {
            for side in Side::BOTH {
                let plain = Piece::ALL.map(|piece| game.wins_with(side, piece));
                assert_eq!(field.wins(side), plain);
                seen += usize::from(plain != [0; 3]);
                for piece in Piece::ALL {
                    assert_eq!(field.source(side, piece), game.pieces(side).source(piece));
                    assert_eq!(field.open_to(side, piece), game.open_to(side, piece));
                }
            }
        });
        assert!(seen > 200, "{seen}");
    }

    #[test]
    fn worth_is_the_sum_over_all_locations() {
        walk(20, |_, field| {
            let sum: i32 = field.lines.iter().map(|line| WORTH.patterns[usize::from(*line)]).sum();
            assert_eq!(field.worth, sum);
            for piece in Piece::ALL {
                for hole in Hole::all_in(field.open_to(field.mover, piece)) {
                    let mut after = *field;
                    after.put(field.mover, piece, hole);
                    let sign = if field.mover == Side::First { 1 } else { -1 };
                    let change = field.blend(sign * (after.worth - field.worth));
                    assert_eq!(field.gain(piece, hole), change);
                    after.mover = field.mover;
                    assert_eq!(after.loss(piece, hole), -change);
                }
            }
        });
    }
}
