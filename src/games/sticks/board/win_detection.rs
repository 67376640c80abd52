//! Winning lines, found on all 49 holes at once by shifting bitboards.
//!
//! Each of the three sequences has a stick at both ends and `S B S` or `B any B` between them.
//! Five holes in line that would leave the board meet a bit that is never set, so the edges of
//! the board need no masks.

use super::holes_and_pieces::{ALL_HOLES, Piece, Pieces, ROW_BITS};

/// The distance in bits from a hole to the next one on each of the four lines.
///
/// They are those of a row, a column and the two diagonals.
pub const STEPS: [i32; 4] = {
    let row = ROW_BITS as i32;
    [1, row, row + 1, row - 1]
};

/// The word shifted so that bit `i` of the result is bit `i + by` of the word.
#[inline(always)]
pub(in crate::games::sticks) const fn shifted(word: u64, by: i32) -> u64 {
    if by >= 0 { word >> by } else { word << -by }
}

/// Whether one side has five holes in line that read as one of the three sequences.
#[inline]
pub fn has_line(own: &Pieces) -> bool {
    let (s, b) = (own.sticks(), own.barrels());
    let both = s | b;
    let mut found = 0;
    for step in STEPS {
        let at = |word, k: i32| shifted(word, k * step);
        let inside = (at(b, 1) & at(both, 2) & at(b, 3)) | (at(s, 1) & at(b, 2) & at(s, 3));
        found |= s & at(s, 4) & inside;
    }
    found != 0
}

/// The holes in which one more piece of a side would complete a line.
///
/// Only the side's own pieces are looked at: a hole may be closed to the piece that it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinningHoles {
    /// Holes that need a stick.
    pub stick: u64,
    /// Holes that need a barrel of either kind.
    pub barrel: u64,
}

impl WinningHoles {
    /// The winning holes of these pieces.
    #[inline]
    pub fn of(own: &Pieces) -> Self {
        let (s, b) = (own.sticks(), own.barrels());
        let mut found = Self::default();
        for step in STEPS {
            found.add_middle(s, b, step);
            found.add_outer(s, b, step);
            found.add_outer(s, b, -step);
        }
        found.stick &= ALL_HOLES;
        found.barrel &= ALL_HOLES;
        found
    }

    /// The holes that need a piece of this kind.
    #[inline]
    pub const fn with(self, piece: Piece) -> u64 {
        if piece.is_barrel() { self.barrel } else { self.stick }
    }

    /// Adds holes where the third piece of five is missing.
    #[inline(always)]
    fn add_middle(&mut self, s: u64, b: u64, step: i32) {
        let at = |word, k: i32| shifted(word, k * step);
        let ends = at(s, -2) & at(s, 2);
        let barrels = at(b, -1) & at(b, 1);
        self.stick |= ends & barrels;
        self.barrel |= ends & (barrels | (at(s, -1) & at(s, 1)));
    }

    /// Adds holes where the first or the second piece of five, counted along `step`, is missing.
    #[inline(always)]
    fn add_outer(&mut self, s: u64, b: u64, step: i32) {
        let at = |word, k: i32| shifted(word, k * step);
        let any = s | b;
        let inside = (at(b, 1) & at(any, 2) & at(b, 3)) | (at(s, 1) & at(b, 2) & at(s, 3));
        let second = at(s, -1) & at(s, 3);
        self.stick |= (at(s, 4) & inside) | (second & at(b, 1) & at(s, 2));
        self.barrel |= second & at(any, 1) & at(b, 2);
    }
}
