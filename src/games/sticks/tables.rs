//! The document's table of states, counted on all locations of a direction at once.
//!
//! One word a state and direction: a bit for the first hole of every location whose sequence is
//! in that state. [`Outlook::tally`] gives the same numbers pair by pair.

use std::fmt::Write as _;

use super::lines::{STEPS, seen, sum_of_five};
use super::rules::Sticks;
use super::sequences::{Outlook, PAIRS, STATES, Sequence, State};
use crate::base::Side;

/// How many of the 180 pairs are in each of the [`STATES`], by [`State::rank`]; the sum is 180.
pub type Table = [u16; 22];

/// The rank of a blocked sequence.
const BLOCKED: usize = State::Blocked.rank();

/// The tables of both sides of a board, own first, as `side` sees it.
pub fn both(position: &Sticks, side: Side) -> [Table; 2] {
    let (own, other) = (position.pieces(side), position.pieces(side.other()));
    [Outlook::of(own, other).table(), Outlook::of(other, own).table()]
}

impl Outlook {
    /// The table of this side; the numbers of [`Self::tally`].
    pub fn table(&self) -> Table {
        let mut table = [0; 22];
        for step in STEPS {
            for sequence in Sequence::ALL {
                self.count(sequence, step, &mut table);
            }
        }
        table[BLOCKED] = PAIRS.len() as u16 - table[..BLOCKED].iter().sum::<u16>();
        table
    }

    /// Adds the states of one sequence at all locations of one direction.
    fn count(&self, sequence: Sequence, step: i32, table: &mut Table) {
        let mut alive = u64::MAX;
        let (mut in_place, mut sure) = ([0; 5], [0; 5]);
        let mut by = 0;
        for place in 0..5 {
            let wanted = usize::from(sequence.wants_barrel(place));
            alive &= seen(self.alive[wanted], by);
            in_place[place] = seen(self.in_place[wanted], by);
            sure[place] = seen(self.unblockable[wanted], by);
            by += step;
        }
        if alive == 0 {
            return;
        }
        let in_place = by_number(sum_of_five(in_place), alive);
        let sure = by_number(sum_of_five(sure), alive);
        for (count, state) in table.iter_mut().zip(&STATES) {
            if let State::Open { in_place: i, unblockable: u } = *state {
                *count += (in_place[usize::from(i)] & sure[usize::from(u)]).count_ones() as u16;
            }
        }
    }
}

/// The places, of those in `mask`, in which the sum is 0, 1, … 5.
const fn by_number([ones, twos, fours]: [u64; 3], mask: u64) -> [u64; 6] {
    let few = mask & !fours;
    [
        few & !(ones | twos),
        few & ones & !twos,
        few & twos & !ones,
        few & twos & ones,
        mask & fours & !ones,
        mask & fours & ones,
    ]
}

/// Writes the tables of red and of yellow, states without a sequence left out: ` red 2+1=3 …`.
pub(super) fn write(position: &Sticks, out: &mut String) {
    let names = ["red", "yellow"];
    for (name, table) in names.into_iter().zip(both(position, Side::First)) {
        let _ = write!(out, " {name}");
        for (count, state) in table.into_iter().zip(&STATES).filter(|(count, _)| *count > 0) {
            let _ = match state {
                State::Open { in_place, unblockable } => {
                    write!(out, " {in_place}+{unblockable}={count}")
                }
                State::Blocked => write!(out, " blocked={count}"),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    fn position(fen: &str) -> Sticks {
        Sticks::new().read_position(fen).expect("a position")
    }

    #[test]
    fn tables_are_the_plain_counts() {
        let bench = super::super::KIND.bench.positions.lines();
        let lines = include_str!("perft.txt").lines().chain(bench);
        for line in lines.filter(|line| !line.starts_with('#')) {
            let position = position(line.split(';').next().unwrap_or_default());
            for side in Side::BOTH {
                let (own, other) = (position.pieces(side), position.pieces(side.other()));
                let plain = [Outlook::of(own, other).tally(), Outlook::of(other, own).tally()];
                assert_eq!(both(&position, side), plain, "{line}");
            }
        }
    }

    #[test]
    fn tables_are_written_without_their_zeros() {
        let mut text = String::new();
        write(&position("7/7/7/7/7/7/S6 y"), &mut text);
        assert_eq!(text, " red 1+0=9 0+0=171 yellow 0+0=171 blocked=9");
    }
}
