//! How many moves a side needs at the least, whatever the other side does.

use crate::base::Side;
use crate::games::sticks::field::Field;
use crate::games::sticks::field::patterns::{BLOCKED, SURE};
use crate::games::sticks::pieces::{Hole, Piece};
use crate::games::sticks::sequences::{LOCATIONS, Sequence};

/// Holes that a sequence at a location still wants: those for sticks, those for barrels.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Wanted([u64; 2]);

impl Wanted {
    const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    const fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    const fn is_in(self, other: Self) -> bool {
        self.0[0] & !other.0[0] == 0 && self.0[1] & !other.0[1] == 0
    }

    /// Whether both can be completed: no hole is wanted for a stick and for a barrel.
    const fn fits(self, other: Self) -> bool {
        (self.0[0] & other.0[1]) | (self.0[1] & other.0[0]) == 0
    }
}

/// What the attacker may play with a chance to win in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hope {
    /// Nothing.
    None,
    /// A stick into these holes, or a barrel into those.
    Only([u64; 2]),
    /// Anything.
    Any,
}

impl Hope {
    /// Whether a piece in a hole has that chance.
    pub(super) const fn has(self, piece: Piece, to: Hole) -> bool {
        match self {
            Self::None => false,
            Self::Only([sticks, barrels]) => {
                (if piece.is_barrel() { barrels } else { sticks }) & to.bit() != 0
            }
            Self::Any => true,
        }
    }
}

/// What the attacker needs to win with so many more moves of its own, the defender having so many
/// moves before the last of them.
///
/// While both sides only drop, a location that is blocked stays so, and one that wants more holes
/// than there are moves is of no use. A defender with a solid barrel in the tray for each of its
/// moves stops every single threat with one, and such a barrel serves the attacker nowhere: so
/// two sequences must become threats at once. All holes but two that they want are filled
/// before: they want one hole more than there are moves at most, and each one that the other
/// does not want. Only where the defender's own piece keeps it out of a hole is one enough.
pub(super) fn hope(field: &Field, attacker: Side, moves: u32, replies: u32) -> Hope {
    let defender = attacker.other();
    if may_shift(field, attacker, moves) || may_shift(field, defender, replies) {
        return Hope::Any;
    }
    let solids = u32::from(field.in_tray(defender, Piece::Solid));
    let Some(wanted) = wanted(field, attacker, moves) else { return Hope::Any };
    if wanted.is_empty() {
        return Hope::None;
    }
    if solids < replies { Hope::Any } else { pairs(&wanted, moves) }
}

/// Whether a side may come to shift a piece within so many moves.
fn may_shift(field: &Field, side: Side, moves: u32) -> bool {
    let [sticks, hollow, solid] = Piece::ALL.map(|piece| u32::from(field.in_tray(side, piece)));
    sticks < moves || hollow + solid < moves
}

/// The sequences that want so many holes at most; `None` if one of them can be made sure.
fn wanted(field: &Field, side: Side, moves: u32) -> Option<Vec<Wanted>> {
    let mut found = Vec::new();
    for (line, location) in LOCATIONS.iter().enumerate() {
        for (sequence, wanted) in Sequence::ALL.into_iter().zip(field.wanted(side, line)) {
            if wanted & BLOCKED != 0 || (wanted & 31).count_ones() > moves {
                continue;
            }
            if wanted & SURE != 0 {
                return None;
            }
            let mut holes = [0; 2];
            for (place, hole) in location.holes.iter().enumerate() {
                if wanted >> place & 1 != 0 {
                    holes[usize::from(sequence.wants_barrel(place))] |= hole.bit();
                }
            }
            found.push(Wanted(holes));
        }
    }
    Some(found)
}

/// What two sequences that become threats at once still want.
fn pairs(wanted: &[Wanted], moves: u32) -> Hope {
    let mut useful = [0; 2];
    for (at, one) in wanted.iter().enumerate() {
        for other in &wanted[at + 1..] {
            let all = one.or(*other);
            let count = all.count();
            if count > moves + 1 || !one.fits(*other) || one.is_in(*other) || other.is_in(*one) {
                continue;
            }
            if count <= moves {
                return Hope::Any;
            }
            useful[0] |= all.0[0];
            useful[1] |= all.0[1];
        }
    }
    if useful == [0; 2] { Hope::None } else { Hope::Only(useful) }
}
