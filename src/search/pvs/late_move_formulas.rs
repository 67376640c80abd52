//! Late move reductions and late move pruning: by how many plies, and after how many moves.

use super::params::{Fraction, LateMoves, Reductions};

/// At the root, a move is late after this many others.
/// Set by hand; no measurement is recorded.
const ROOT_MOVES: usize = 3;
/// The unit of logarithms: sixteenths.
const LOG_UNIT: u32 = 16;
/// The unit of [`LateMoves::by_depth`]: eighths of a move.
const BY_DEPTH_UNIT: i32 = 8;
/// The unit of [`LateMoves::share_not_improving`]: twelfths of the limit.
const SHARE_UNIT: i32 = 12;

/// The binary logarithm in sixteenths, linear between powers of two; 0 for 0.
const fn log2_sixteenths(number: usize) -> i32 {
    match number.checked_ilog2() {
        None => 0,
        Some(whole) => {
            let part = ((number * LOG_UNIT as usize) >> whole) as u32 - LOG_UNIT;
            (LOG_UNIT * whole + part).cast_signed()
        }
    }
}

impl Reductions {
    /// Plies by which a move is searched less deeply, at a depth and after this many others.
    #[inline]
    pub(super) fn plies(&self, depth: i32, tried: usize) -> i32 {
        let Fraction { numerator, denominator } = self.factor;
        let logs = log2_sixteenths(depth.unsigned_abs() as usize) * log2_sixteenths(tried);
        (self.base + logs * numerator / denominator) / LOG_UNIT.pow(2).cast_signed()
    }

    /// Plies by which a move of the root is searched less deeply.
    pub(super) fn root_plies(&self, depth: i32, tried: usize) -> i32 {
        let is_late = depth >= self.root_depth && tried > ROOT_MOVES;
        if is_late { self.plies(depth, tried) / self.root_divisor } else { 0 }
    }
}

impl LateMoves {
    /// After this many moves the others are pruned, at a depth.
    #[inline]
    pub(super) fn limit(self, depth: i32, is_improving: bool) -> usize {
        let limit = self.base + self.by_depth * depth * depth / BY_DEPTH_UNIT;
        let share = if is_improving { SHARE_UNIT } else { self.share_not_improving };
        (limit * share / SHARE_UNIT).cast_unsigned() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::log2_sixteenths;

    #[test]
    fn logarithms_grow_and_are_right_at_powers_of_two() {
        assert!((0..1_000).all(|number| log2_sixteenths(number) <= log2_sixteenths(number + 1)));
        assert_eq!([1, 2, 3, 64].map(log2_sixteenths), [0, 16, 24, 96]);
    }
}
