//! In how many moves the side to move wins, and in how many it does not.

use crate::games::sticks::packed_move::Code;
use crate::search::tt::PackedMove;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The side to move wins in so many moves of its own; 255 if that is not known.
    pub(super) won: u8,
    /// It does not win in so many, 0 or more.
    pub(super) not_won: u8,
    /// The move that wins, if it does.
    pub(super) best: Code,
}

impl Known {
    /// Of a position that was never seen.
    pub(super) const NOTHING: Self = Self { won: u8::MAX, not_won: 0, best: Code::NONE };
}

/// A table of fixed size: two entries for each place, the newer and the one of more moves.
pub(super) struct Table {
    entries: Vec<[(u64, Known); 2]>,
}

const EMPTY: (u64, Known) = (0, Known::NOTHING);

impl Table {
    /// Space for this many entries.
    pub(super) fn new(entries: usize) -> Self {
        Self { entries: vec![[EMPTY; 2]; (entries / 2).max(1)] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill([EMPTY; 2]);
    }

    /// What is known of the position with this key.
    pub(super) fn probe(&self, key: u64) -> Option<Known> {
        let pair = &self.entries[self.place(key)];
        pair.iter().find(|(known, _)| *known == key).map(|(_, known)| *known)
    }

    /// Remembers what is known.
    pub(super) fn store(&mut self, key: u64, known: Known) {
        let place = self.place(key);
        let [deep, new] = &mut self.entries[place];
        if deep.0 == key || deep.1.not_won <= known.not_won {
            if deep.0 != key {
                *new = *deep;
            }
            *deep = (key, known);
        } else {
            *new = (key, known);
        }
    }

    /// Remembers that a position is not won in so many moves.
    pub(super) fn note_not_won(&mut self, key: u64, moves: u32) {
        let known = self.probe(key).unwrap_or(Known::NOTHING);
        self.store(key, Known { not_won: known.not_won.max(moves as u8), ..known });
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }
}
