//! The positions of a bear-off: a number for every position of one side's home board, without gaps.

use crate::games::backgammon::board::{Checkers, HOME, MOST_CHECKERS};

/// Points of a home.
pub(super) const POINTS: usize = HOME as usize;
/// The most checkers of a side.
const CHECKERS: usize = MOST_CHECKERS as usize;
/// Positions: 15 checkers or fewer on six points.
pub(super) const COUNT: usize = 54_264;

/// How many positions have fewer than n checkers on this point (0 for the 1-point), the points
/// above it given and `left` checkers for it and those below: `[point][left][n]`.
const BELOW: [[[u16; CHECKERS + 2]; CHECKERS + 1]; POINTS] = below();

/// The ways to put up to `left` checkers on `points` points: binomial (left + points, points).
const fn ways(points: usize, left: usize) -> u64 {
    let (mut all, mut i) = (1, 1);
    while i <= points {
        all = all * (left + i) as u64 / i as u64;
        i += 1;
    }
    all
}

const fn below() -> [[[u16; CHECKERS + 2]; CHECKERS + 1]; POINTS] {
    let mut table = [[[0; CHECKERS + 2]; CHECKERS + 1]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut left = 0;
        while left <= CHECKERS {
            let mut n = 0;
            while n <= left {
                let more = ways(point, left - n) as u16;
                table[point][left][n + 1] = table[point][left][n] + more;
                n += 1;
            }
            left += 1;
        }
        point += 1;
    }
    table
}

/// The number of a position, 0 to 54,263: its place when sorted by the 6-point, then the
/// 5-point, and so on. Moving a checker down, or off, gives a lower number.
///
/// The counts are those of the points from the 1-point on, 15 or fewer together.
pub(super) fn of(counts: &[u8; POINTS]) -> usize {
    number_among_at_most(CHECKERS as u8, counts)
}

/// The number of a position among those of this many checkers or fewer, 15 at most.
pub(super) fn number_among_at_most(most: u8, counts: &[u8; POINTS]) -> usize {
    let mut left = usize::from(most);
    let mut rank = 0;
    for point in (0..POINTS).rev() {
        let n = usize::from(counts[point]);
        rank += usize::from(BELOW[point][left][n]);
        left -= n;
    }
    rank
}

/// The counts of the position of this number.
pub(super) fn counts_of(rank: usize) -> [u8; POINTS] {
    counts_of_at_most(CHECKERS as u8, rank)
}

/// The counts of the position to which [`number_among_at_most`] gives this number.
pub(super) fn counts_of_at_most(most: u8, rank: usize) -> [u8; POINTS] {
    let (mut counts, mut rest, mut left) = ([0; POINTS], rank, usize::from(most));
    for point in (0..POINTS).rev() {
        let below = &BELOW[point][left][..=left];
        let n = below.iter().rposition(|fewer| usize::from(*fewer) <= rest).unwrap_or(0);
        rest -= usize::from(below[n]);
        counts[point] = n as u8;
        left -= n;
    }
    counts
}

/// How many checkers are on each of the points 1 to 6.
pub(super) fn home_counts(checkers: Checkers) -> [u8; POINTS] {
    std::array::from_fn(|i| checkers.count(i as u8 + 1))
}

/// All positions in the order of their numbers.
pub(super) fn all() -> impl Iterator<Item = [u8; POINTS]> {
    let mut counts = [0; POINTS];
    std::iter::once(counts).chain(std::iter::from_fn(move || {
        let full = counts.iter().sum::<u8>() == CHECKERS as u8;
        let lowest = if full { counts.iter().position(|n| *n > 0)? } else { 0 };
        if full {
            counts[lowest] = 0;
            *counts.get_mut(lowest + 1)? += 1;
        } else {
            counts[0] += 1;
        }
        Some(counts)
    }))
}

#[cfg(test)]
mod tests {
    use super::{COUNT, all, counts_of, counts_of_at_most, number_among_at_most, of};

    #[test]
    fn positions_are_numbered_without_gaps() {
        assert_eq!(all().count(), COUNT);
        assert!(all().enumerate().all(|(rank, counts)| of(&counts) == rank));
        assert!(all().enumerate().all(|(rank, counts)| counts_of(rank) == counts));
    }

    #[test]
    fn positions_of_few_checkers_are_numbered_without_gaps() {
        let few = |counts: &[u8; 6]| counts.iter().sum::<u8>() <= 6;
        assert_eq!(all().filter(few).count(), 924);
        for (rank, counts) in all().filter(few).enumerate() {
            assert_eq!(
                (number_among_at_most(6, &counts), counts_of_at_most(6, rank)),
                (rank, counts)
            );
        }
    }
}
