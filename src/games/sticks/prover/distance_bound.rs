//! The distance bound: how many moves a side needs at least, whatever the other side does.
//!
//! `README.md` of the game has the argument in full.

use crate::base::Side;
use crate::games::sticks::board::holes_and_pieces::{Hole, Piece, ROW_BITS, WIDTH};
use crate::games::sticks::board::sequence_states::{LOCATIONS, Sequence};
use crate::games::sticks::search_board::SearchBoard;

/// The holes that a sequence at a location still needs filled.
#[derive(Clone, Copy)]
pub(super) struct NeededHoles {
    /// The holes that need a stick, and the holes that need a barrel.
    holes: [u64; 2],
    /// The defender cannot close one of them, as a piece of its own is in it.
    is_unblockable: bool,
}

impl NeededHoles {
    const fn count(self) -> u32 {
        self.holes[0].count_ones() + self.holes[1].count_ones()
    }

    const fn union(self, other: Self) -> Self {
        Self {
            holes: [self.holes[0] | other.holes[0], self.holes[1] | other.holes[1]],
            is_unblockable: false,
        }
    }

    const fn is_subset_of(self, other: Self) -> bool {
        self.holes[0] & !other.holes[0] == 0 && self.holes[1] & !other.holes[1] == 0
    }

    /// Whether both can be completed: no hole needs both a stick and a barrel.
    const fn is_compatible_with(self, other: Self) -> bool {
        (self.holes[0] & other.holes[1]) | (self.holes[1] & other.holes[0]) == 0
    }
}

/// The attacker's moves that the bound does not exclude from winning in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PossibleMoves {
    /// No move.
    None,
    /// A stick into the first holes, or a barrel into the second.
    Only([u64; 2]),
    /// Any move.
    Any,
}

impl PossibleMoves {
    /// Whether putting a piece into a hole is one of them.
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

/// How far away the win may be.
#[derive(Clone, Copy)]
pub(super) struct Distance {
    /// Moves that the attacker still has, the winning one included.
    pub(super) moves: u32,
    /// Moves that the defender has before the last of them.
    pub(super) replies: u32,
}

/// The moves of the attacker that may win within a distance; `needed` is space for a list.
///
/// While both sides only drop, a location that is blocked stays blocked, and one that needs more
/// pieces than there are moves is of no use. A defender with a solid barrel in the tray for each
/// threat blocks every single one with it, and such a barrel is of no use to the attacker; in
/// moves before the first threat it can play such barrels too, or sticks into corners, where no
/// barrel is part of a line. So two sequences must become threats at once. All holes that they
/// need are filled before, except two: together they need at most one hole more than there are
/// moves, and each needs one that the other does not. One sequence is enough only where a piece of
/// the defender keeps its other pieces out of a hole, or where it has too few barrels.
pub(super) fn possible_moves(
    board: &SearchBoard,
    attacker: Side,
    Distance { moves, replies }: Distance,
    needed: &mut Vec<NeededHoles>,
) -> PossibleMoves {
    let defender = attacker.other();
    if may_shift(board, attacker, moves) || may_shift(board, defender, replies) {
        return PossibleMoves::Any;
    }
    list_needed(board, attacker, moves, needed);
    let Some(least) = needed.iter().map(|needed| needed.count()).min() else {
        return PossibleMoves::None;
    };
    // The attacker makes its first threat when one piece is missing. After each move before that
    // one the defender may play anything.
    let free = least.saturating_sub(2).min(replies);
    let solids = u32::from(board.in_tray(defender, Piece::Solid));
    let corners = (CORNERS & board.open_to(defender, Piece::Solid)).count_ones() / 2;
    let is_short = solids + corners < replies || solids < replies - free;
    let mut ways = WaysToWin { holes: [0; 2] };
    for (at, one) in needed.iter().enumerate() {
        if (one.is_unblockable || is_short) && ways.add(*one, moves) {
            return PossibleMoves::Any;
        }
        for other in &needed[at + 1..] {
            let is_apart = one.is_compatible_with(*other)
                && !one.is_subset_of(*other)
                && !other.is_subset_of(*one);
            if is_apart && ways.add(one.union(*other), moves + 1) {
                return PossibleMoves::Any;
            }
        }
    }
    if ways.holes == [0; 2] { PossibleMoves::None } else { PossibleMoves::Only(ways.holes) }
}

/// The four holes in which a barrel cannot be part of a line.
const CORNERS: u64 = {
    let (right, up) = (WIDTH - 1, (WIDTH - 1) * ROW_BITS);
    1 | 1 << right | 1 << up | 1 << (up + right)
};

/// The holes of all ways to win in time; every move must fill one of them.
struct WaysToWin {
    /// For sticks, and for barrels.
    holes: [u64; 2],
}

impl WaysToWin {
    /// Adds a way to win if at most `most` holes remain to be filled.
    ///
    /// Returns whether a move is left over for any other purpose.
    const fn add(&mut self, needed: NeededHoles, most: u32) -> bool {
        let count = needed.count();
        if count <= most {
            self.holes[0] |= needed.holes[0];
            self.holes[1] |= needed.holes[1];
        }
        count < most
    }
}

/// Whether a side may be able to shift a piece within this many moves.
fn may_shift(board: &SearchBoard, side: Side, moves: u32) -> bool {
    let [sticks, hollow, solid] = Piece::ALL.map(|piece| u32::from(board.in_tray(side, piece)));
    sticks < moves || hollow + solid < moves
}

/// Lists the sequences that are not blocked and need at most this many holes.
fn list_needed(board: &SearchBoard, side: Side, moves: u32, found: &mut Vec<NeededHoles>) {
    found.clear();
    for (n, location) in LOCATIONS.iter().enumerate() {
        for (sequence, missing) in Sequence::ALL.into_iter().zip(board.missing(side, n)) {
            if missing.is_blocked() || missing.count() > moves {
                continue;
            }
            let mut holes = [0; 2];
            for (place, hole) in location.holes.iter().enumerate() {
                let bit = hole.bit() * u64::from(missing.holes() >> place & 1);
                holes[usize::from(sequence.needs_barrel(place))] |= bit;
            }
            found.push(NeededHoles { holes, is_unblockable: missing.is_unblockable() });
        }
    }
}
