//! Holes, kinds of pieces, trays, and the pieces of one side as bitboards.

use std::fmt;

use crate::base::bits::ones;

/// One of the 49 holes, as the number of its bit.
///
/// Rows are eight bits apart, so that every line that leaves the board meets a bit that is
/// never set:
///
/// ```text
/// row 7   48 49 50 51 52 53 54  ..
///  ...
/// row 2    8  9 10 11 12 13 14  ..
/// row 1    0  1  2  3  4  5  6  ..
///          a  b  c  d  e  f  g
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hole(u8);

/// Holes in a row, and in a column.
pub const WIDTH: u8 = 7;

/// Bits from the first hole of a row to that of the next.
pub const ROW_BITS: u8 = WIDTH + 1;

/// Bits of all rows, 56: the number of every hole is below.
pub const HOLE_BITS: usize = WIDTH as usize * ROW_BITS as usize;

/// Sticks of a side, tray and board together.
const STICKS: u32 = 10;
/// Hollow barrels of a side, tray and board together.
const HOLLOW_BARRELS: u32 = 4;
/// Solid barrels of a side, tray and board together.
const SOLID_BARRELS: u32 = 4;
/// Pieces of a side, tray and board together: 18.
pub const PIECES_OF_SIDE: u32 = STICKS + HOLLOW_BARRELS + SOLID_BARRELS;
/// The bits that are holes.
pub const ALL_HOLES: u64 = 0x007F_7F7F_7F7F_7F7F;

impl Hole {
    /// The hole in this column and row, both from 0 (`a1`) to 6; `None` outside.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < WIDTH && row < WIDTH { Some(Self(row * ROW_BITS + column)) } else { None }
    }

    /// The hole of a bit number, which must be one of [`ALL_HOLES`].
    #[inline]
    pub(in crate::games::sticks) const fn of_bit(bit: u32) -> Self {
        debug_assert!(ALL_HOLES >> bit & 1 == 1, "not a bit of the board");
        Self(bit as u8)
    }

    /// The holes of a word, from `a1` along the rows to `g7`; other bits must not be set.
    #[inline]
    pub fn all_in(word: u64) -> impl Iterator<Item = Self> {
        ones(word & ALL_HOLES).map(Self::of_bit)
    }

    /// The column, 0 for `a` to 6 for `g`.
    pub const fn column(self) -> u8 {
        self.0 % ROW_BITS
    }

    /// The row, 0 for row 1 to 6 for row 7.
    pub const fn row(self) -> u8 {
        self.0 / ROW_BITS
    }

    /// The number of the bit, 0 to 54.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The word in which only this hole is set.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the three kinds of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A stick; 10 a side.
    Stick,
    /// A hollow barrel, around which a stick of the other side fits; 4 a side.
    Hollow,
    /// A solid barrel, which fills its hole; 4 a side.
    Solid,
}

impl Piece {
    /// Every kind, in the order of moves and of the notation.
    pub const ALL: [Self; 3] = [Self::Stick, Self::Hollow, Self::Solid];

    /// 0, 1 or 2: the place in [`Self::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of this kind a side has, tray and board together.
    pub const fn supply(self) -> u32 {
        match self {
            Self::Stick => STICKS,
            Self::Hollow => HOLLOW_BARRELS,
            Self::Solid => SOLID_BARRELS,
        }
    }

    /// Whether this is a barrel, hollow or solid; the two are one type for the tray rule.
    pub const fn is_barrel(self) -> bool {
        !matches!(self, Self::Stick)
    }

    /// Whether this piece and `other` of the opponent fit into one hole.
    pub const fn shares_with(self, other: Self) -> bool {
        matches!((self, other), (Self::Stick, Self::Hollow) | (Self::Hollow, Self::Stick))
    }

    /// The letter of the notation: `S`, `H` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::Stick => 'S',
            Self::Hollow => 'H',
            Self::Solid => 'B',
        }
    }

    /// The kind with this letter, upper case.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
    }
}

/// Where a side takes its next piece of one kind from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceSource {
    /// The tray holds this kind: it is dropped.
    Tray,
    /// The tray holds nothing of this type: any of these pieces on the board is shifted.
    Board(u64),
    /// The tray holds only the other kind of barrel: this kind stays where it is.
    Nothing,
}

impl PieceSource {
    /// How many different pieces can be taken; those in the tray are alike and count as one.
    pub const fn choices(self) -> u64 {
        match self {
            Self::Tray => 1,
            Self::Board(holes) => holes.count_ones() as u64,
            Self::Nothing => 0,
        }
    }
}

/// The pieces of one side on the board: one 64-bit word for each kind, no two sharing a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces([u64; 3]);

impl Pieces {
    /// The holes with a piece of this kind.
    #[inline]
    pub const fn of(&self, piece: Piece) -> u64 {
        self.0[piece.index()]
    }

    /// The holes with a stick.
    #[inline]
    pub const fn sticks(&self) -> u64 {
        self.0[0]
    }

    /// The holes with a barrel, hollow or solid.
    #[inline]
    pub const fn barrels(&self) -> u64 {
        self.0[1] | self.0[2]
    }

    /// The holes with any piece.
    #[inline]
    pub const fn all(&self) -> u64 {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// The piece in this hole.
    #[inline]
    pub fn at(&self, hole: Hole) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| self.of(*piece) & hole.bit() != 0)
    }

    /// Puts a piece into a hole, or lifts it from there if it is in it.
    #[inline]
    pub const fn toggle(&mut self, piece: Piece, hole: Hole) {
        self.0[piece.index()] ^= hole.bit();
    }

    /// How many pieces of this kind are still in the tray.
    ///
    /// A side never has more than [`Piece::supply`] on the board.
    #[inline]
    pub const fn in_tray(&self, piece: Piece) -> u32 {
        piece.supply().saturating_sub(self.of(piece).count_ones())
    }

    /// Where the next piece of this kind comes from.
    #[inline]
    pub const fn source(&self, piece: Piece) -> PieceSource {
        let others = match piece {
            Piece::Stick => 0,
            Piece::Hollow => self.in_tray(Piece::Solid),
            Piece::Solid => self.in_tray(Piece::Hollow),
        };
        if self.in_tray(piece) > 0 {
            PieceSource::Tray
        } else if others > 0 {
            PieceSource::Nothing
        } else {
            PieceSource::Board(self.of(piece))
        }
    }

    /// The holes that can take a piece of this kind, `other` being the opponent's pieces.
    #[inline]
    pub const fn open_to(&self, piece: Piece, other: &Self) -> u64 {
        ALL_HOLES & !(self.all() | other.shut_to(piece))
    }

    /// The holes in which these pieces leave no room for the opponent's piece of this kind.
    #[inline]
    pub const fn shut_to(&self, piece: Piece) -> u64 {
        match piece {
            Piece::Stick => self.0[0] | self.0[2],
            Piece::Hollow => self.barrels(),
            Piece::Solid => self.all(),
        }
    }
}
