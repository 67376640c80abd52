//! The positions of a bear-off: a number for every position of one side's home board, without gaps,
//! and the numbers of those that a step or a roll leads to; and playing a race for the fewest rolls on
//! average, which the bear-off database and the tables of gammon and backgammon chances have in
//! common.
//!
//! A position is added after all positions that it can lead to, so one pass solves them all
//! (retrograde analysis).

use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{Checkers, HOME, MOST_CHECKERS};

/// Points of a home.
const POINTS: usize = HOME as usize;
/// The most checkers of a side.
const CHECKERS: usize = MOST_CHECKERS as usize;
/// Positions: 15 checkers or fewer on six points.
pub(super) const POSITION_COUNT: usize = 54_264;

/// The number of the position without checkers.
pub(super) const NONE_LEFT: u16 = 0;

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
pub(super) fn number_of(counts: &[u8; POINTS]) -> usize {
    number_among_at_most(CHECKERS as u8, counts)
}

/// The number of a position among those of this many checkers or fewer, 15 at most.
pub(in super::super) fn number_among_at_most(most: u8, counts: &[u8; POINTS]) -> usize {
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
pub(in super::super) fn counts_of_at_most(most: u8, rank: usize) -> [u8; POINTS] {
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
pub(in super::super) fn home_counts(checkers: Checkers) -> [u8; POINTS] {
    std::array::from_fn(|i| checkers.count(i as u8 + 1))
}

/// All positions in the order of their numbers.
pub(super) fn all_positions() -> impl Iterator<Item = [u8; POINTS]> {
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

/// Every position that one step with this die (1 to 6) leads to.
pub(super) fn positions_after_step(counts: [u8; POINTS], die: usize) -> Reachable {
    let mut next = Reachable::default();
    let Some(highest) = counts.iter().rposition(|n| *n > 0) else { return next };
    let lowest_source = if highest + 1 < die { highest } else { die - 1 };
    for from in (lowest_source..=highest).filter(|from| counts[*from] > 0) {
        let mut after = counts;
        after[from] -= 1;
        if from >= die {
            after[from - die] += 1;
        }
        next.push(number_of(&after) as u16);
    }
    next
}

/// Every result of a roll, each once; of the position without checkers that position.
pub(super) fn all_results(number: u16, roll: Roll) -> Vec<u16> {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    if roll.is_double() {
        return results_in_dice_order(number, &[high; 4]);
    }
    let mut all = results_in_dice_order(number, &[high, low]);
    all.extend(results_in_dice_order(number, &[low, high]));
    all.sort_unstable();
    all.dedup();
    all
}

/// Every result of these dice, played in this order.
fn results_in_dice_order(number: u16, dice: &[usize]) -> Vec<u16> {
    let mut numbers = vec![number];
    for die in dice {
        let step = |number: &u16| match *number {
            NONE_LEFT => vec![NONE_LEFT],
            number => positions_after_step(counts_of(usize::from(number)), *die)
                .iter()
                .collect::<Vec<_>>(),
        };
        numbers = numbers.iter().flat_map(step).collect();
        numbers.sort_unstable();
        numbers.dedup();
    }
    numbers
}

/// For each die (from 0): the position after playing it 1 to 4 times as well as possible.
pub(in super::super) type BestPositionByDieAndTimes = [[u16; 4]; 6];

/// The positions after one step with one die, at most six.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct Reachable {
    /// The numbers of the positions; only the first `count` of them are in use.
    numbers: [u16; 6],
    /// How many there are, 0 to 6.
    count: usize,
}

impl Reachable {
    /// Adds a position; a seventh is dropped (checked in debug builds).
    pub(in super::super) fn push(&mut self, number: u16) {
        debug_assert!(self.count < 6, "six points at most have a checker that can move");
        if let Some(free) = self.numbers.get_mut(self.count) {
            *free = number;
            self.count += 1;
        }
    }

    /// Their numbers; one may come twice.
    pub(in super::super) fn iter(&self) -> impl Iterator<Item = u16> {
        self.numbers[..self.count].iter().copied()
    }
}

/// The best plays of every position, and the mean number of rolls that it needs.
#[derive(Default)]
pub(in super::super) struct FewestRolls {
    /// By the number of the position: its best plays.
    best: Vec<BestPositionByDieAndTimes>,
    /// By the number of the position: the mean rolls to the end, 0.0 where nothing is left to do.
    mean: Vec<f32>,
}

impl FewestRolls {
    /// Adds a position whose best plays and mean number of rolls are known.
    pub(in super::super) fn push(&mut self, best: BestPositionByDieAndTimes, mean: f32) {
        self.best.push(best);
        self.mean.push(mean);
    }

    /// Adds a position from its steps with each die. Calls `each_roll` with the position that is
    /// best after each of the 21 rolls, in the order of `Roll::ALL`, and the probability of that roll.
    pub(in super::super) fn add(
        &mut self,
        next: &[Reachable; 6],
        mut each_roll: impl FnMut(usize, f32),
    ) {
        let best: BestPositionByDieAndTimes = std::array::from_fn(|die| {
            std::array::from_fn(|more| self.best_after(&next[die], die, more))
        });
        let mut mean = 1.0;
        for high in 0..6 {
            for low in 0..=high {
                let (to, share) = if high == low {
                    (best[high][3], 1.0 / Roll::ORDERED_COUNT as f32)
                } else {
                    let high_first = self.best_after(&next[high], low, 1);
                    let low_first = self.best_after(&next[low], high, 1);
                    (self.better(high_first, low_first), 2.0 / Roll::ORDERED_COUNT as f32)
                };
                mean += share * self.mean[usize::from(to)];
                each_roll(usize::from(to), share);
            }
        }
        self.push(best, mean);
    }

    /// The mean number of rolls of each position, by its number.
    #[cfg(test)]
    pub(in super::super) fn means(&self) -> &[f32] {
        &self.mean
    }

    /// The best position after one of these steps and then `more` steps with this die (from 0);
    /// position 0 if there is no step.
    fn best_after(&self, next: &Reachable, die: usize, more: usize) -> u16 {
        let reached = next.iter().map(|step| match more {
            0 => step,
            _ => self.best[usize::from(step)][die][more - 1],
        });
        reached.reduce(|a, b| self.better(a, b)).unwrap_or(0)
    }

    /// The position with the lower mean; the first of equal ones.
    fn better(&self, a: u16, b: u16) -> u16 {
        if self.mean[usize::from(b)] < self.mean[usize::from(a)] { b } else { a }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        POSITION_COUNT, all_positions, counts_of, counts_of_at_most, number_among_at_most,
        number_of,
    };

    #[test]
    fn positions_are_numbered_without_gaps() {
        assert_eq!(all_positions().count(), POSITION_COUNT);
        assert!(all_positions().enumerate().all(|(rank, counts)| number_of(&counts) == rank));
        assert!(all_positions().enumerate().all(|(rank, counts)| counts_of(rank) == counts));
    }

    #[test]
    fn positions_of_few_checkers_are_numbered_without_gaps() {
        let few = |counts: &[u8; 6]| counts.iter().sum::<u8>() <= 6;
        assert_eq!(all_positions().filter(few).count(), 924);
        for (rank, counts) in all_positions().filter(few).enumerate() {
            assert_eq!(
                (number_among_at_most(6, &counts), counts_of_at_most(6, rank)),
                (rank, counts)
            );
        }
    }
}
