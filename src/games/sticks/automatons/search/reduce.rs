//! How much less deeply late moves are searched, and when they are left out.

/// The binary logarithm in sixteenths, straight between powers of two; 0 for 0.
const fn logarithm(number: usize) -> i32 {
    match number.checked_ilog2() {
        None => 0,
        Some(whole) => (16 * whole + ((number << 4 >> whole) as u32 - 16)).cast_signed(),
    }
}

/// Plies by which a move is looked at less deeply, at a depth and after so many others.
pub(super) const fn plies(depth: i32, tried: usize) -> i32 {
    let depth = depth.unsigned_abs() as usize;
    (90 + logarithm(depth) * logarithm(tried) / 5) / 256
}

/// How many quiet moves are enough at a depth.
pub(super) const fn enough(depth: i32, is_improving: bool) -> usize {
    let depth = depth.unsigned_abs() as usize;
    let all = 6 + 2 * depth * depth;
    if is_improving { all } else { all * 2 / 3 }
}

#[cfg(test)]
mod tests {
    use super::logarithm;

    #[test]
    fn logarithms_grow_and_are_right_at_powers_of_two() {
        assert!((0..1_000).all(|number| logarithm(number) <= logarithm(number + 1)));
        assert_eq!([1, 2, 3, 64].map(logarithm), [0, 16, 24, 96]);
    }
}
