//! The 60 locations × 3 sequences that can win, and the 22 states of each pair for a side.
//!
//! The words are the document's: a hole of a sequence is *in place* (the right piece of the side
//! is there), *unblockable* (the opponent's piece there leaves room for the right piece, and for
//! nothing of the opponent's), empty, or blocked. One blocked hole blocks the sequence.

use std::fmt;

use super::holes_and_pieces::{HOLE_BITS, Hole, Piece, Pieces, WIDTH};
use super::win_detection::STEPS;

/// Holes of a winning sequence.
pub const LENGTH: usize = 5;
/// First holes of locations along a line of the board: 3.
const STARTS: usize = WIDTH as usize - LENGTH + 1;
/// Locations: those of rows and columns, and those of the two directions of diagonals; 60.
const ALL_LOCATIONS: usize = 2 * STARTS * WIDTH as usize + 2 * STARTS * STARTS;
/// Pairs of a location and a sequence, 180.
const ALL_PAIRS: usize = ALL_LOCATIONS * Sequence::ALL.len();
/// States: those with no blocked hole, 6 + 5 + … + 1, and the blocked one; 22.
const ALL_STATES: usize = (LENGTH + 1) * (LENGTH + 2) / 2 + 1;
/// The most locations through one hole, the centre.
pub const MOST_LOCATIONS: usize = 12;

/// Five consecutive holes of a row, a column or a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiveHoles {
    /// The holes, first to last: rightwards, or upwards.
    pub holes: [Hole; LENGTH],
}

/// One of the three winning sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// Stick, stick, barrel, stick, stick.
    OneBarrel,
    /// Stick, barrel, stick, barrel, stick.
    TwoBarrels,
    /// Stick, barrel, barrel, barrel, stick.
    ThreeBarrels,
}

impl Sequence {
    /// The three sequences, in the order of the document.
    pub const ALL: [Self; 3] = [Self::OneBarrel, Self::TwoBarrels, Self::ThreeBarrels];

    /// Whether the hole of this place, 0 to 4, needs a barrel; the others need a stick.
    pub const fn needs_barrel(self, place: usize) -> bool {
        match self {
            Self::OneBarrel => place == 2,
            Self::TwoBarrels => place == 1 || place == 3,
            Self::ThreeBarrels => place == 1 || place == 2 || place == 3,
        }
    }
}

impl fmt::Display for Sequence {
    /// Writes the letters of its pieces, such as `SSBSS`; `B` is a barrel of either kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..LENGTH)
            .try_for_each(|place| f.write_str(if self.needs_barrel(place) { "B" } else { "S" }))
    }
}

/// A sequence at a location: the holes that need a stick and those that need a barrel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocatedSequence {
    /// An index into [`LOCATIONS`].
    pub location: usize,
    /// The sequence.
    pub sequence: Sequence,
    /// The holes that need a stick, two to four of them.
    pub sticks: u64,
    /// The holes that need a barrel, one to three of them.
    pub barrels: u64,
}

/// The 60 locations: 21 in rows, 21 in columns, 9 rising to the right, 9 to the left.
///
/// Each in the order of its first hole.
pub static LOCATIONS: [FiveHoles; ALL_LOCATIONS] = locations();

/// The 180 pairs: location by location, each with the three sequences in their order.
pub static LOCATED_SEQUENCES: [LocatedSequence; ALL_PAIRS] = pairs();

/// The number of locations through each hole, by [`Hole::index`]: corner 3, centre 12.
pub static LOCATION_COUNTS: [u8; HOLE_BITS] = location_counts();

const fn locations() -> [FiveHoles; ALL_LOCATIONS] {
    let corner = FiveHoles { holes: [Hole::of_bit(0); LENGTH] };
    let mut found = [corner; ALL_LOCATIONS];
    let mut count = 0;
    let mut direction = 0;
    while direction < STEPS.len() {
        let mut first = 0;
        while first < WIDTH * WIDTH {
            if let Some(location) = location(first % WIDTH, first / WIDTH, direction) {
                found[count] = location;
                count += 1;
            }
            first += 1;
        }
        direction += 1;
    }
    assert!(count == found.len(), "there are 60 locations");
    found
}

/// The location from this hole along one of [`STEPS`], if it stays on the board.
const fn location(column: u8, row: u8, direction: usize) -> Option<FiveHoles> {
    let mut holes = [Hole::of_bit(0); LENGTH];
    let mut place: u8 = 0;
    while place < LENGTH as u8 {
        let (x, y) = match direction {
            0 => (Some(column + place), row),
            1 => (Some(column), row + place),
            2 => (Some(column + place), row + place),
            _ => (column.checked_sub(place), row + place),
        };
        let Some(x) = x else { return None };
        let Some(hole) = Hole::new(x, y) else { return None };
        holes[place as usize] = hole;
        place += 1;
    }
    Some(FiveHoles { holes })
}

const fn pairs() -> [LocatedSequence; ALL_PAIRS] {
    let nothing =
        LocatedSequence { location: 0, sequence: Sequence::OneBarrel, sticks: 0, barrels: 0 };
    let mut found = [nothing; ALL_PAIRS];
    let mut n = 0;
    while n < ALL_PAIRS {
        let pair = &mut found[n];
        pair.location = n / Sequence::ALL.len();
        pair.sequence = Sequence::ALL[n % Sequence::ALL.len()];
        let mut place = 0;
        while place < LENGTH {
            let bit = LOCATIONS[pair.location].holes[place].bit();
            if pair.sequence.needs_barrel(place) {
                pair.barrels |= bit;
            } else {
                pair.sticks |= bit;
            }
            place += 1;
        }
        n += 1;
    }
    found
}

const fn location_counts() -> [u8; HOLE_BITS] {
    let mut counts = [0; HOLE_BITS];
    let mut n = 0;
    while n < LOCATIONS.len() {
        let mut place = 0;
        while place < LENGTH {
            counts[LOCATIONS[n].holes[place].index()] += 1;
            place += 1;
        }
        n += 1;
    }
    counts
}

/// How far a side is with a sequence at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceState {
    /// No hole is blocked.
    Open {
        /// Holes with the right piece, 0 to 5.
        in_place: u8,
        /// Holes that only the right piece can still enter, 0 to 5 together with those in place.
        unblockable: u8,
    },
    /// At least one hole has a piece of either side that keeps the right piece out.
    Blocked,
}

/// The 22 states from best to worst, in the second ordering of the document.
///
/// First by how many holes are in place or unblockable, then by how many are in place.
pub static STATES: [SequenceState; ALL_STATES] = states();

const fn states() -> [SequenceState; ALL_STATES] {
    let mut found = [SequenceState::Blocked; ALL_STATES];
    let mut count = 0;
    let mut done = LENGTH as u8 + 1;
    while done > 0 {
        done -= 1;
        let mut unblockable = 0;
        while unblockable <= done {
            found[count] = SequenceState::Open { in_place: done - unblockable, unblockable };
            count += 1;
            unblockable += 1;
        }
    }
    found
}

impl SequenceState {
    /// The index into [`STATES`]: 0 for a win, 20 for empty, 21 for blocked.
    pub const fn rank(self) -> usize {
        match self {
            Self::Open { in_place, unblockable } => {
                let missing = LENGTH.saturating_sub((in_place + unblockable) as usize);
                // Six states with nothing missing, five with one, and so on.
                missing * (2 * LENGTH + 3 - missing) / 2 + unblockable as usize
            }
            Self::Blocked => ALL_STATES - 1,
        }
    }
}

/// How many of the five holes of a pair are in each state, for one side; the sum is 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HoleCounts {
    /// Holes with the right piece.
    pub in_place: u8,
    /// Holes that only the right piece can still enter.
    pub unblockable: u8,
    /// Empty holes.
    pub empty: u8,
    /// Holes that a piece of the side's own blocks, and nothing else.
    pub blocked_by_own: u8,
    /// Holes that a piece of the opponent blocks, whatever the side's own pieces do.
    pub blocked_by_opponent: u8,
}

impl fmt::Display for HoleCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { in_place, unblockable, empty, blocked_by_own, blocked_by_opponent } = self;
        let blocked = blocked_by_own + blocked_by_opponent;
        write!(
            f,
            "{in_place} in place, {unblockable} unblockable, {empty} empty, {blocked} blocked"
        )?;
        if blocked == 0 {
            return Ok(());
        }
        write!(f, " ({blocked_by_own} own, {blocked_by_opponent} opponent's)")
    }
}

/// The state of each hole for one side.
///
/// Index 0 is for a hole that needs a stick, 1 for one that needs a barrel.
///
/// Computed once for a board, it gives the state of any pair by a few masks.
#[derive(Clone, Copy, Debug)]
pub struct HoleStates {
    /// Holes with the needed piece of the side.
    pub in_place: [u64; 2],
    /// Holes that the needed piece can enter and the opponent cannot close.
    pub unblockable: [u64; 2],
    /// Holes that the needed piece is in or can enter.
    pub not_blocked: [u64; 2],
    /// Holes in which the opponent's pieces alone leave no room for the needed piece.
    pub shut: [u64; 2],
}

impl HoleStates {
    /// The states of all holes for the side of `own`.
    pub const fn of(own: &Pieces, other: &Pieces) -> Self {
        let stick = own.open_to(Piece::Stick, other);
        let barrel = own.open_to(Piece::Hollow, other);
        Self {
            in_place: [own.sticks(), own.barrels()],
            unblockable: [stick & other.of(Piece::Hollow), barrel & other.sticks()],
            not_blocked: [own.sticks() | stick, own.barrels() | barrel],
            shut: [other.shut_to(Piece::Stick), other.shut_to(Piece::Hollow)],
        }
    }

    /// The state of one pair for this side.
    pub const fn state(&self, pair: &LocatedSequence) -> SequenceState {
        let blocked = (pair.sticks & !self.not_blocked[0]) | (pair.barrels & !self.not_blocked[1]);
        if blocked != 0 {
            return SequenceState::Blocked;
        }
        let unblockable =
            (pair.sticks & self.unblockable[0]) | (pair.barrels & self.unblockable[1]);
        SequenceState::Open {
            in_place: self.in_place(pair),
            unblockable: unblockable.count_ones() as u8,
        }
    }

    /// How many holes of a pair have the right piece of this side, blocked or not; 0 to 5.
    pub const fn in_place(&self, pair: &LocatedSequence) -> u8 {
        let in_place = (pair.sticks & self.in_place[0]) | (pair.barrels & self.in_place[1]);
        in_place.count_ones() as u8
    }

    /// How many holes of a pair are in each state for this side.
    pub const fn count_holes(&self, pair: &LocatedSequence) -> HoleCounts {
        let blocked = [pair.sticks & !self.not_blocked[0], pair.barrels & !self.not_blocked[1]];
        let unblockable =
            (pair.sticks & self.unblockable[0]) | (pair.barrels & self.unblockable[1]);
        let shut = (blocked[0] & self.shut[0]) | (blocked[1] & self.shut[1]);
        let blocked = blocked[0] | blocked[1];
        let counts = HoleCounts {
            in_place: self.in_place(pair),
            unblockable: unblockable.count_ones() as u8,
            empty: 0,
            blocked_by_own: (blocked & !shut).count_ones() as u8,
            blocked_by_opponent: shut.count_ones() as u8,
        };
        let filled = counts.in_place + counts.unblockable + blocked.count_ones() as u8;
        HoleCounts { empty: LENGTH as u8 - filled, ..counts }
    }

    /// How many of the 180 pairs are in each of the [`STATES`]; the sum is 180.
    pub fn count_states(&self) -> [u16; ALL_STATES] {
        let mut counts = [0; ALL_STATES];
        for pair in &LOCATED_SEQUENCES {
            counts[self.state(pair).rank()] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::Piece::{Hollow, Solid, Stick};
    use super::*;

    #[test]
    fn the_rank_of_a_state_is_its_place_in_the_ordering() {
        for (rank, state) in STATES.iter().enumerate() {
            assert_eq!(state.rank(), rank);
        }
        assert_eq!(STATES[6], SequenceState::Open { in_place: 4, unblockable: 0 });
        assert_eq!(STATES[19], SequenceState::Open { in_place: 0, unblockable: 1 });
    }

    #[test]
    fn an_empty_board_has_180_empty_pairs() {
        let empty = Pieces::default();
        assert_eq!(HoleStates::of(&empty, &empty).count_states()[20], 180);
    }

    #[test]
    fn a_hole_is_blocked_by_the_opponent_where_that_piece_alone_keeps_the_right_one_out() {
        let game = |own: &[(Piece, u32)], other: &[(Piece, u32)]| {
            let pieces = |list: &[(Piece, u32)]| {
                let mut pieces = Pieces::default();
                for (piece, bit) in list {
                    pieces.toggle(*piece, Hole::of_bit(*bit));
                }
                pieces
            };
            // The first pair is SSBSS on a1 to e1.
            let counts =
                HoleStates::of(&pieces(own), &pieces(other)).count_holes(&LOCATED_SEQUENCES[0]);
            counts.to_string()
        };
        assert_eq!(
            game(&[(Stick, 0), (Hollow, 1)], &[(Hollow, 0), (Stick, 1), (Hollow, 3)]),
            "1 in place, 1 unblockable, 2 empty, 1 blocked (0 own, 1 opponent's)"
        );
        assert_eq!(
            game(&[(Solid, 0), (Stick, 2), (Hollow, 3)], &[(Solid, 1)]),
            "0 in place, 0 unblockable, 1 empty, 4 blocked (3 own, 1 opponent's)"
        );
        assert_eq!(game(&[(Solid, 2)], &[]), "1 in place, 0 unblockable, 4 empty, 0 blocked");
    }

    #[test]
    fn every_step_of_a_location_is_the_same() {
        for (n, location) in LOCATIONS.iter().enumerate() {
            let steps = location.holes.windows(2).map(|two| two[1].index() - two[0].index());
            assert!(steps.clone().all(|step| step == steps.clone().next().unwrap_or(0)), "{n}");
        }
    }
}
