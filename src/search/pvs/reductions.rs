//! Late move reductions and late move pruning: the numbers of plies and of moves.

use super::params::Reductions;

/// Late moves begin after this many, at the root.
const ROOT_MOVES: usize = 3;

/// The natural logarithms of 0 to 63 (0 for 0), in sixteenths.
const NATURAL: [u8; 64] = [
    0, 0, 11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 49, 50,
    51, 52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60, 61, 61, 61, 62,
    62, 62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66,
];

/// The natural logarithm in sixteenths, that of 63 for all greater numbers.
pub const fn natural_log(number: usize) -> i32 {
    NATURAL[if number < 63 { number } else { 63 }] as i32
}

/// The binary logarithm in sixteenths, straight between powers of two; 0 for 0.
pub const fn binary_log(number: usize) -> i32 {
    match number.checked_ilog2() {
        None => 0,
        Some(whole) => (16 * whole + ((number << 4 >> whole) as u32 - 16)).cast_signed(),
    }
}

impl Reductions {
    /// Plies by which a move is searched less deeply, at a depth and after this many others.
    #[inline]
    pub(super) fn plies(&self, depth: i32, tried: usize) -> i32 {
        let (numerator, denominator) = self.factor;
        let logs = (self.log)(depth.unsigned_abs() as usize) * (self.log)(tried);
        (self.base + logs * numerator / denominator) / 256
    }

    /// The same for a move of the root.
    pub(super) fn root_plies(&self, depth: i32, tried: usize) -> i32 {
        let is_late = depth >= self.root_depth && tried > ROOT_MOVES;
        if is_late { self.plies(depth, tried) / self.root_divisor } else { 0 }
    }
}

/// After this many moves the quiet ones are pruned, at a depth.
#[inline]
pub(super) const fn late_move_limit(depth: i32, is_improving: bool) -> usize {
    let depth = depth.unsigned_abs() as usize;
    let limit = 6 + 2 * depth * depth;
    if is_improving { limit } else { limit * 2 / 3 }
}

#[cfg(test)]
mod tests {
    use super::{binary_log, natural_log};

    #[test]
    fn logarithms_grow_and_are_right_where_they_are_whole() {
        for log in [binary_log, natural_log] {
            assert!((0..1_000).all(|number| log(number) <= log(number + 1)));
        }
        assert_eq!([1, 2, 3, 64].map(binary_log), [0, 16, 24, 96]);
        for number in 1..64_usize {
            let exact = 16.0 * (number as f64).ln();
            assert!((f64::from(natural_log(number)) - exact).abs() < 1.0, "{number}");
        }
    }
}
