//! Fours: moves that threaten to win with the next move.

use super::board::SearchBoard;
use super::five_hole_patterns::{MissingHoles, digits, takes};
use crate::base::Side;
use crate::base::bits::ones;
use crate::games::sticks::board::holes_and_pieces::{Piece, PieceSource};
use crate::games::sticks::board::sequence_states::{LOCATIONS, Sequence};

/// A four: a piece of the mover and a hole where it would threaten to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Four {
    /// The piece.
    pub piece: Piece,
    /// The hole that it goes to, as a bit.
    pub to: u64,
    /// The holes in which the mover would win next, without those where it could win before.
    pub holes: u64,
    /// The other side can put no piece into one of them.
    pub is_unblockable: bool,
}

impl Four {
    /// Whether it threatens in two holes, or in one that is unblockable.
    pub const fn is_unstoppable(&self) -> bool {
        self.is_unblockable || self.holes.count_ones() > 1
    }
}

impl SearchBoard {
    /// Whether two pieces of the mover would complete some location.
    #[inline]
    pub const fn has_threes(&self) -> bool {
        self.threes(self.mover()) != 0
    }

    /// Lists the fours of the mover.
    ///
    /// A four turns a location where two pieces of the mover are missing into one where one is.
    ///
    /// It is not checked whether the piece can be lifted from the board without spoiling the
    /// threat, nor whether a piece of the last kind can still be played then.
    pub fn list_fours(&self, found: &mut Vec<Four>) {
        found.clear();
        let side = self.mover();
        for location in ones(self.threes(side)) {
            let location = location as usize;
            let all_missing = self.missing(side, location);
            for (sequence, missing) in Sequence::ALL.into_iter().zip(all_missing) {
                if !missing.is_blocked() && missing.count() == 2 {
                    self.add_fours(location, sequence, missing, found);
                }
            }
        }
    }

    /// Adds the two orders in which the two missing holes of a sequence can be filled.
    fn add_fours(
        &self,
        location: usize,
        sequence: Sequence,
        missing: MissingHoles,
        found: &mut Vec<Four>,
    ) {
        let side = self.mover();
        let digits = digits(usize::from(self.patterns()[location]));
        let low = missing.holes().trailing_zeros() as usize;
        let high = 7 - missing.holes().leading_zeros() as usize;
        for (now, then) in [(low, high), (high, low)] {
            let last = self.kinds(side, digits[then], sequence.needs_barrel(then));
            if last == [false; 3] {
                continue;
            }
            // A piece of the other side there keeps its other pieces out.
            let is_unblockable = digits[then] != 0;
            let kinds = self.kinds(side, digits[now], sequence.needs_barrel(now));
            for piece in Piece::ALL.into_iter().filter(|piece| kinds[piece.index()]) {
                let [to, hole] = [now, then].map(|place| LOCATIONS[location].holes[place].bit());
                let known = found.iter_mut().find(|four| four.piece == piece && four.to == to);
                if let Some(four) = known {
                    four.holes |= hole;
                    four.is_unblockable |= is_unblockable;
                } else {
                    found.push(Four { piece, to, holes: hole, is_unblockable });
                }
            }
        }
    }

    /// The kinds that a side can put into a hole where a sequence needs a barrel or a stick.
    fn kinds(&self, side: Side, digit: usize, barrel: bool) -> [bool; 3] {
        Piece::ALL.map(|piece| {
            piece.is_barrel() == barrel
                && takes(digit, side, piece)
                && self.source(side, piece) != PieceSource::Nothing
        })
    }
}
