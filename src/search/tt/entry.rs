//! One entry of the transposition table, and the word that it is stored as:
//!
//! ```text
//!  63 … 48  47 … 32      31 … 16  15 … 8  7 … 2       1 … 0
//!  value    static eval  move     depth   generation  bound
//! ```

use crate::search::player::alpha_beta_window::Window;
use crate::search::player::score_encoding;
use crate::search::player::search_reports::Bound;

/// A move, or no move, in 16 bits.
pub trait PackedMove: Copy + PartialEq {
    /// No move.
    const NONE: Self;

    /// Its bits, different for each move.
    fn bits(self) -> u16;

    /// The move of bits that [`Self::bits`] returned; any move for all other bits.
    fn from_bits(bits: u16) -> Self;
}

/// The stored result of the search of a position, **for its side to act**.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    /// The value, **for the side to act**.
    ///
    /// A selective search stores what [`score_encoding::to_table`] returns, and `generic` the value of a
    /// [`Score`](crate::base::Score).
    /// Wins and losses count plies from the position.
    pub value: i16,
    /// The static evaluation for the side to act, in the units of the game.
    ///
    /// ±[`score_encoding::MAX_EVAL`] at most; 0 in the entries of `generic`.
    pub static_eval: i16,
    /// The best move, or [`PackedMove::NONE`].
    pub best: M,
    /// Plies searched below, 0 at a leaf.
    pub depth: u8,
    /// Whether `value` is exact or a bound.
    pub bound: Bound,
}

impl<M> Entry<M> {
    /// The value at a node this many plies from the root, if it causes a cutoff in the window.
    #[inline]
    pub fn cutoff(&self, window: Window, ply: usize) -> Option<i32> {
        let value = score_encoding::from_table(self.value, ply);
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        is_enough.then_some(value)
    }
}

/// The greatest generation, and the mask of its bits.
pub(super) const MAX_GENERATION: u8 = 63;

/// The generation of a stored word.
#[inline]
pub(super) const fn generation(word: u64) -> u8 {
    (word >> 2) as u8 & MAX_GENERATION
}

/// The depth of a stored word.
#[inline]
pub(super) const fn depth(word: u64) -> u8 {
    (word >> 8) as u8
}

/// The word of an entry, never 0.
#[inline]
pub(super) fn pack<M: PackedMove>(entry: Entry<M>, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 3,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    u64::from(entry.value.cast_unsigned()) << 48
        | u64::from(entry.static_eval.cast_unsigned()) << 32
        | u64::from(entry.best.bits()) << 16
        | u64::from(entry.depth) << 8
        | u64::from(generation) << 2
        | bound
}

/// The entry of a word.
#[inline]
pub(super) fn unpack<M: PackedMove>(word: u64) -> Entry<M> {
    let bound = match word & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        _ => Bound::Exact,
    };
    Entry {
        value: ((word >> 48) as u16).cast_signed(),
        static_eval: ((word >> 32) as u16).cast_signed(),
        best: M::from_bits((word >> 16) as u16),
        depth: depth(word),
        bound,
    }
}
