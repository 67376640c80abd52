//! How many moves a side needs at the least, whatever the other side does.

use crate::base::Side;
use crate::games::sticks::pieces::{Hole, Piece};
use crate::games::sticks::search_board::Field;
use crate::games::sticks::search_board::patterns::{BLOCKED, SURE};
use crate::games::sticks::sequences::{LOCATIONS, Sequence};

/// What a sequence at a location still wants.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Holes for sticks, and holes for barrels.
    holes: [u64; 2],
    /// Out of one of them the defender's own piece keeps it.
    is_sure: bool,
}

impl Wanted {
    const fn count(self) -> u32 {
        self.holes[0].count_ones() + self.holes[1].count_ones()
    }

    const fn or(self, other: Self) -> Self {
        Self {
            holes: [self.holes[0] | other.holes[0], self.holes[1] | other.holes[1]],
            is_sure: false,
        }
    }

    const fn is_in(self, other: Self) -> bool {
        self.holes[0] & !other.holes[0] == 0 && self.holes[1] & !other.holes[1] == 0
    }

    /// Whether both can be completed: no hole is wanted for a stick and for a barrel.
    const fn fits(self, other: Self) -> bool {
        (self.holes[0] & other.holes[1]) | (self.holes[1] & other.holes[0]) == 0
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
/// than there are moves is of no use. A defender with a solid barrel in the tray for each threat
/// stops every single one with it, and such a barrel serves the attacker nowhere; moves without
/// a threat before it can spend on such barrels too, or on sticks in corners, where no barrel
/// serves. So two sequences must become threats at once. All holes but two that they want are
/// filled before: they want one hole more than there are moves at most, and each one that the
/// other does not want. Only where the defender's own piece keeps it out of a hole, or where it
/// is short of barrels, is one sequence enough.
pub(super) fn hope(
    field: &Field,
    attacker: Side,
    (moves, replies): (u32, u32),
    wanted: &mut Vec<Wanted>,
) -> Hope {
    let defender = attacker.other();
    if may_shift(field, attacker, moves) || may_shift(field, defender, replies) {
        return Hope::Any;
    }
    list(field, attacker, moves, wanted);
    let Some(least) = wanted.iter().map(|wanted| wanted.count()).min() else {
        return Hope::None;
    };
    // The first threat comes when one hole is wanted; the moves before it leave a free reply.
    let free = least.saturating_sub(2).min(replies);
    let solids = u32::from(field.in_tray(defender, Piece::Solid));
    let corners = (CORNERS & field.open_to(defender, Piece::Solid)).count_ones() / 2;
    let is_short = solids + corners < replies || solids < replies - free;
    let mut hope = Needed { holes: [0; 2] };
    for (at, one) in wanted.iter().enumerate() {
        if (one.is_sure || is_short) && hope.adds(*one, moves) {
            return Hope::Any;
        }
        for other in &wanted[at + 1..] {
            let is_apart = one.fits(*other) && !one.is_in(*other) && !other.is_in(*one);
            if is_apart && hope.adds(one.or(*other), moves + 1) {
                return Hope::Any;
            }
        }
    }
    if hope.holes == [0; 2] { Hope::None } else { Hope::Only(hope.holes) }
}

/// The four holes that no barrel can make part of a line.
const CORNERS: u64 = 1 | 1 << 6 | 1 << 48 | 1 << 54;

/// The holes of which one has to be filled with every move.
struct Needed {
    holes: [u64; 2],
}

impl Needed {
    /// Adds a way to win, if it can be gone with so many holes to fill; says whether a move is
    /// left over for anything.
    const fn adds(&mut self, wanted: Wanted, most: u32) -> bool {
        let count = wanted.count();
        if count <= most {
            self.holes[0] |= wanted.holes[0];
            self.holes[1] |= wanted.holes[1];
        }
        count < most
    }
}

/// Whether a side may come to shift a piece within so many moves.
fn may_shift(field: &Field, side: Side, moves: u32) -> bool {
    let [sticks, hollow, solid] = Piece::ALL.map(|piece| u32::from(field.in_tray(side, piece)));
    sticks < moves || hollow + solid < moves
}

/// Lists the sequences that want so many holes at most.
fn list(field: &Field, side: Side, moves: u32, found: &mut Vec<Wanted>) {
    found.clear();
    for (line, location) in LOCATIONS.iter().enumerate() {
        for (sequence, wanted) in Sequence::ALL.into_iter().zip(field.wanted(side, line)) {
            if wanted & BLOCKED != 0 || (wanted & 31).count_ones() > moves {
                continue;
            }
            let mut holes = [0; 2];
            for (place, hole) in location.holes.iter().enumerate() {
                let bit = hole.bit() * u64::from(wanted >> place & 1);
                holes[usize::from(sequence.wants_barrel(place))] |= bit;
            }
            found.push(Wanted { holes, is_sure: wanted & SURE != 0 });
        }
    }
}
