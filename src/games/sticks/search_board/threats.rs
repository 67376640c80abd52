//! Moves that threaten to win with the next one.

use super::Field;
use super::patterns::{BLOCKED, digits, takes};
use crate::base::Side;
use crate::base::bits::ones;
use crate::games::sticks::pieces::{Piece, Source};
use crate::games::sticks::sequences::{LOCATIONS, Sequence};

/// A piece of the mover that would make a threat, where it may go, and what it would threaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Four {
    /// The piece.
    pub piece: Piece,
    /// The hole that it goes to.
    pub to: u64,
    /// The holes in which the mover wins next, those that were wins before aside.
    pub holes: u64,
    /// Nothing can be put into one of them by the other side.
    pub is_sure: bool,
}

impl Four {
    /// Whether it can hardly be stopped.
    pub const fn is_double(&self) -> bool {
        self.is_sure || self.holes.count_ones() > 1
    }
}

impl Field {
    /// Whether two pieces of the mover would complete some location.
    #[inline]
    pub const fn has_threes(&self) -> bool {
        self.threes[self.mover.index()] != 0
    }

    /// Lists what makes a location of the mover lack one piece that lacked two.
    ///
    /// Whether such a piece can be taken from the board without spoiling the threat is not looked
    /// at, nor whether the kind of the last piece can still be played then.
    pub fn fours(&self, found: &mut Vec<Four>) {
        found.clear();
        let side = self.mover();
        for line in ones(self.threes[side.index()]) {
            let wanted = self.wanted(side, line as usize);
            for (sequence, wanted) in Sequence::ALL.into_iter().zip(wanted) {
                let wanting = wanted & 31;
                if wanted & BLOCKED == 0 && wanting.count_ones() == 2 {
                    self.add_fours(line as usize, sequence, wanting, found);
                }
            }
        }
    }

    /// What the sequences at a location want of a side, as [`Patterns`](super::Patterns) keeps it.
    #[inline]
    pub(in crate::games::sticks) fn wanted(&self, side: Side, line: usize) -> [u8; 3] {
        self.known.wanting[side.index()][usize::from(self.lines[line])]
    }

    fn add_fours(&self, line: usize, sequence: Sequence, wanting: u8, found: &mut Vec<Four>) {
        let side = self.mover();
        let digits = digits(usize::from(self.lines[line]));
        let [low, high] = [wanting.trailing_zeros() as usize, 7 - wanting.leading_zeros() as usize];
        for (now, then) in [(low, high), (high, low)] {
            let last = self.kinds(side, digits[then], sequence.wants_barrel(then));
            if last == [false; 3] {
                continue;
            }
            // The other side's own piece there keeps the rest of its pieces out.
            let is_sure = digits[then] != 0;
            let kinds = self.kinds(side, digits[now], sequence.wants_barrel(now));
            for piece in Piece::ALL.into_iter().filter(|piece| kinds[piece.index()]) {
                let [to, hole] = [now, then].map(|place| LOCATIONS[line].holes[place].bit());
                let known = found.iter_mut().find(|four| four.piece == piece && four.to == to);
                if let Some(four) = known {
                    four.holes |= hole;
                    four.is_sure |= is_sure;
                } else {
                    found.push(Four { piece, to, holes: hole, is_sure });
                }
            }
        }
    }

    /// The kinds that a side can put where a sequence wants a barrel or a stick.
    fn kinds(&self, side: Side, digit: usize, barrel: bool) -> [bool; 3] {
        Piece::ALL.map(|piece| {
            piece.is_barrel() == barrel
                && takes(digit, side, piece)
                && self.source(side, piece) != Source::Nothing
        })
    }
}
