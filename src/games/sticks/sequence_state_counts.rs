//! The document's tables of states: for both sides of a board, and for the board after each move.

use std::fmt::Write as _;

use super::board::holes_and_pieces::HOLE_BITS;
use super::board::move_and_packed_move::Move;
use super::board::rules::Sticks;
use super::board::sequence_states::{
    HoleCounts, HoleStates, LENGTH, LOCATED_SEQUENCES, LOCATION_COUNTS, LOCATIONS, MOST_LOCATIONS,
    STATES, Sequence, SequenceState,
};
use super::text::side_name;
use crate::base::Side;

/// The number of pairs in each of the [`STATES`], by [`SequenceState::rank`].
///
/// The sum is 180, the number of all pairs.
pub type StateTable = [u16; STATES.len()];

/// The tables of both sides of a board, first that of `side`.
pub fn state_tables(position: &Sticks, side: Side) -> [StateTable; 2] {
    hole_states(position, side).map(|states| states.count_states())
}

fn hole_states(position: &Sticks, side: Side) -> [HoleStates; 2] {
    let (own, other) = (position.pieces(side), position.pieces(side.other()));
    [HoleStates::of(own, other), HoleStates::of(other, own)]
}

/// The pairs through each hole, by [`Hole::index`](super::board::holes_and_pieces::Hole::index): indices into
/// [`LOCATED_SEQUENCES`], three for each location that [`LOCATION_COUNTS`] counts.
static PAIRS_THROUGH: [[u8; MOST_PAIRS]; HOLE_BITS] = pairs_through();

/// The most pairs through one hole, the centre: 36.
const MOST_PAIRS: usize = MOST_LOCATIONS * Sequence::ALL.len();

const fn pairs_through() -> [[u8; MOST_PAIRS]; HOLE_BITS] {
    let mut found = [[0; MOST_PAIRS]; HOLE_BITS];
    let mut counts = [0; HOLE_BITS];
    let mut n = 0;
    while n < LOCATED_SEQUENCES.len() {
        let mut place = 0;
        while place < LENGTH {
            let hole = LOCATIONS[LOCATED_SEQUENCES[n].location].holes[place].index();
            found[hole][counts[hole]] = n as u8;
            counts[hole] += 1;
            place += 1;
        }
        n += 1;
    }
    found
}

/// Computes the tables after each move from those before it.
///
/// Only the pairs through the one or two holes of the move are looked at, not all 180.
#[derive(Clone, Debug)]
pub struct TableUpdater {
    side: Side,
    /// The tables of the position, the side's own first.
    counts: [StateTable; 2],
    /// The rank of every pair, for both sides.
    ranks: [[u8; LOCATED_SEQUENCES.len()]; 2],
}

impl TableUpdater {
    /// Starts from a board; its tables list `side` first.
    pub fn new(position: &Sticks, side: Side) -> Self {
        let ranks = hole_states(position, side)
            .map(|states| LOCATED_SEQUENCES.each_ref().map(|pair| states.state(pair).rank() as u8));
        Self { side, counts: state_tables(position, side), ranks }
    }

    /// The tables of `after`, the board after the move `played`; the same side first.
    pub fn after(&self, after: &Sticks, played: Move) -> [StateTable; 2] {
        let hole_states = hole_states(after, self.side);
        let mut counts = self.counts;
        let mut looked_at = 0;
        for hole in [Some(played.to()), played.from()].into_iter().flatten() {
            let index = hole.index();
            let pairs =
                &PAIRS_THROUGH[index][..Sequence::ALL.len() * usize::from(LOCATION_COUNTS[index])];
            for n in pairs.iter().map(|n| usize::from(*n)) {
                let pair = &LOCATED_SEQUENCES[n];
                if (pair.sticks | pair.barrels) & looked_at != 0 {
                    continue;
                }
                for ((states, ranks), counts) in
                    hole_states.iter().zip(&self.ranks).zip(&mut counts)
                {
                    counts[usize::from(ranks[n])] -= 1;
                    counts[states.state(pair).rank()] += 1;
                }
            }
            looked_at |= hole.bit();
        }
        counts
    }
}

/// Writes the tables of red and of yellow without their zeros: ` red 2+1=3 …`.
///
/// The blocked pairs follow once more, by how many of their holes pieces of the side's own and of
/// the opponent block: ` blocked:1+0=2 …`, in the order in which the document would prefer them.
pub(super) fn write_state_tables(position: &Sticks, out: &mut String) {
    let sides = Side::BOTH.into_iter().zip(hole_states(position, Side::First));
    for (side, states) in sides {
        let _ = write!(out, " {}", side_name(side));
        let table = states.count_states();
        for (count, state) in table.into_iter().zip(&STATES).filter(|(count, _)| *count > 0) {
            let _ = match state {
                SequenceState::Open { in_place, unblockable } => {
                    write!(out, " {in_place}+{unblockable}={count}")
                }
                SequenceState::Blocked => write!(out, " blocked={count}"),
            };
        }
        write_blocked(&states, out);
    }
}

/// Writes how many pairs have each number of blocked holes: fewer holes first, and of the same
/// number more of the side's own first.
fn write_blocked(states: &HoleStates, out: &mut String) {
    let counts = LOCATED_SEQUENCES.each_ref().map(|pair| states.count_holes(pair));
    for holes in 1..=5 {
        for own in (0..=holes).rev() {
            let opponent = holes - own;
            let is_such = |counts: &&HoleCounts| {
                (counts.blocked_by_own, counts.blocked_by_opponent) == (own, opponent)
            };
            let count = counts.iter().filter(is_such).count();
            if count > 0 {
                let _ = write!(out, " blocked:{own}+{opponent}={count}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Position};

    fn position(fen: &str) -> Sticks {
        Sticks::new().read_position(fen).expect("a position")
    }

    #[test]
    fn tables_after_every_move_are_the_plain_counts() {
        let bench = super::super::GAME.bench.positions.lines();
        let lines = include_str!("perft.txt").lines().chain(bench);
        for line in lines.filter(|line| !line.starts_with('#')) {
            let game = position(line.split(';').next().unwrap_or_default());
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for side in Side::BOTH {
                let tables = TableUpdater::new(&game, side);
                for m in &moves {
                    let mut after = game;
                    after.play(*m);
                    assert_eq!(
                        tables.after(&after, *m),
                        state_tables(&after, side),
                        "{line}: {m:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn tables_are_written_without_their_zeros() {
        let mut text = String::new();
        write_state_tables(&position("7/7/7/7/7/7/S6 y"), &mut text);
        assert_eq!(text, " red 1+0=9 0+0=171 yellow 0+0=171 blocked=9 blocked:0+1=9");
    }

    #[test]
    fn blocked_pairs_are_counted_once_more_by_what_blocks_them() {
        let bench = super::super::GAME.bench.positions.lines();
        for line in bench.filter(|line| !line.starts_with('#')) {
            let mut text = String::new();
            write_state_tables(&position(line), &mut text);
            for side in text.split(" yellow ") {
                let sum = |start: &str| -> u32 {
                    let words = side.split(' ').filter_map(|word| word.strip_prefix(start));
                    words.filter_map(|word| word.rsplit('=').next()?.parse::<u32>().ok()).sum()
                };
                assert_eq!(sum("blocked="), sum("blocked:"), "{text}");
            }
        }
    }
}
