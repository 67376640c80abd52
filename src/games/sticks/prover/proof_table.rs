//! The proof table: in how many moves the side to move wins, and in how many it does not.

use crate::games::sticks::board::move_and_packed_move::PackedSticksMove;
use crate::search::tt::PackedMove as _;

/// The proved facts of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// The side to move wins within this many moves of its own; 255 if no win is known.
    pub(super) won_within: u8,
    /// It does not win within this many; 0 if nothing is known.
    pub(super) not_won_within: u8,
    /// The move that wins, if it does.
    pub(super) best: PackedSticksMove,
}

impl Proof {
    /// The entry of a position of which nothing is known.
    pub(super) const NOTHING: Self =
        Self { won_within: u8::MAX, not_won_within: 0, best: PackedSticksMove::NONE };
}

/// A hash table of fixed size with two entries for each index: the one that excludes a win within
/// more moves, and the newer one.
///
/// Its memory is reserved when something is stored. If the system refuses it, nothing is kept.
pub(super) struct ProofTable {
    /// Pairs of entries, by [`Self::index`]: the key of a position, and what is proved of it.
    entries: Vec<[(u64, Proof); 2]>,
    /// Pairs of entries that it will have.
    pairs: usize,
    is_empty: bool,
}

/// An entry that is not in use: key 0.
const EMPTY: (u64, Proof) = (0, Proof::NOTHING);

impl ProofTable {
    /// A table of this many entries, at least 2.
    pub(super) fn new(entries: usize) -> Self {
        Self { entries: Vec::new(), pairs: (entries / 2).max(1), is_empty: true }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if !self.is_empty {
            self.entries.fill([EMPTY; 2]);
            self.is_empty = true;
        }
    }

    /// The proved facts of the position with this key.
    pub(super) fn probe(&self, key: u64) -> Option<Proof> {
        let pair = self.entries.get(self.index(key))?;
        pair.iter().find(|(known, _)| *known == key).map(|(_, known)| *known)
    }

    /// Stores what has been proved.
    pub(super) fn store(&mut self, key: u64, known: Proof) {
        if self.entries.is_empty() && self.entries.try_reserve_exact(self.pairs).is_ok() {
            self.entries.resize(self.pairs, [EMPTY; 2]);
        }
        self.is_empty = false;
        let index = self.index(key);
        let Some([deep, new]) = self.entries.get_mut(index) else { return };
        if deep.0 == key || deep.1.not_won_within <= known.not_won_within {
            if deep.0 != key {
                *new = *deep;
            }
            *deep = (key, known);
        } else {
            *new = (key, known);
        }
    }

    /// Stores that a position is not won within this many moves.
    pub(super) fn store_not_won(&mut self, key: u64, moves: u32) {
        let known = self.probe(key).unwrap_or(Proof::NOTHING);
        self.store(key, Proof { not_won_within: known.not_won_within.max(moves as u8), ..known });
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }
}
