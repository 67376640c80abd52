//! Totals over all empty cells: how many are each threat.
//!
//! They are packed, so that a cell is added or taken away by a few additions without a branch.

use super::cell_threats::{CellEntries, Threat};

/// The totals of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// By [`crate::base::Side::index`].
    pub(super) counts: [PackedCounts; 2],
}

/// Cells of each threat but the first for one side: nine bits a threat, seven threats a word.
///
/// ```text
///          bit 62 … 54   53 … 45   44 … 36   35 … 27   26 … 18   17 … 9   8 … 0
/// word 0   threat 7      6         5         4         3         2        1
/// word 1   threat 14     13        12        11        10        9        8
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct PackedCounts([u64; 2]);

impl Totals {
    /// Adds what an empty cell contributes.
    #[inline(always)]
    pub(super) fn add(&mut self, entries: CellEntries) {
        self.change(entries, u64::wrapping_add);
    }

    /// Takes away what an empty cell contributed.
    #[inline(always)]
    pub(super) fn remove(&mut self, entries: CellEntries) {
        self.change(entries, u64::wrapping_sub);
    }

    #[inline(always)]
    fn change(&mut self, entries: CellEntries, sum: impl Fn(u64, u64) -> u64) {
        for (side, counts) in self.counts.iter_mut().enumerate() {
            let one = &PackedCounts::ONES[entries.of(side).number()];
            counts.0 = [sum(counts.0[0], one.0[0]), sum(counts.0[1], one.0[1])];
        }
    }
}

impl PackedCounts {
    /// Bits of a count: no board has more than 484 cells.
    const BITS: usize = 9;
    /// Counts in a word.
    const PER_WORD: usize = 7;

    /// One cell of each threat, by its number; numbers of no threat count nothing.
    const ONES: [Self; 16] = {
        let mut ones = [Self([0; 2]); 16];
        let mut number = 1;
        while number < Threat::COUNT {
            let (word, shift) = Self::place(number);
            ones[number].0[word] = 1 << shift;
            number += 1;
        }
        ones
    };

    /// The word and the lowest bit of a threat.
    #[inline(always)]
    const fn place(number: usize) -> (usize, usize) {
        ((number - 1) / Self::PER_WORD, (number - 1) % Self::PER_WORD * Self::BITS)
    }

    /// Cells of the threat of this number, 1 to 14.
    #[inline(always)]
    pub(super) const fn of(self, number: usize) -> u32 {
        let (word, shift) = Self::place(number);
        (self.0[word] >> shift & ((1 << Self::BITS) - 1)) as u32
    }

    /// Cells of all these threats.
    pub(super) fn sum(self) -> u32 {
        (1..Threat::COUNT).map(|number| self.of(number)).sum()
    }
}
