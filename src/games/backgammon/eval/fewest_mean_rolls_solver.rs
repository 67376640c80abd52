//! Playing a race for the fewest rolls on average: what the bear-off database and the table of
//! gammon chances have in common.
//!
//! Positions have numbers, and each is added after all positions that it can lead to, so one pass
//! solves them all (retrograde analysis).

use crate::games::backgammon::board::rolls_and_moves::Roll;

/// For each die (from 0): the position after playing it 1 to 4 times as well as possible.
pub(super) type BestPositionByDieAndTimes = [[u16; 4]; 6];

/// The positions after one step with one die, at most six.
#[derive(Clone, Copy, Default)]
pub(super) struct Reachable {
    /// The numbers of the positions; only the first `count` of them are in use.
    numbers: [u16; 6],
    /// How many there are, 0 to 6.
    count: usize,
}

impl Reachable {
    /// Adds a position; a seventh is dropped (checked in debug builds).
    pub(super) fn push(&mut self, number: u16) {
        debug_assert!(self.count < 6, "six points at most have a checker that can move");
        if let Some(free) = self.numbers.get_mut(self.count) {
            *free = number;
            self.count += 1;
        }
    }

    /// Their numbers; one may come twice.
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> {
        self.numbers[..self.count].iter().copied()
    }
}

/// The best plays of every position, and the mean number of rolls that it needs.
#[derive(Default)]
pub(super) struct FewestRolls {
    /// By the number of the position: its best plays.
    best: Vec<BestPositionByDieAndTimes>,
    /// By the number of the position: the mean rolls to the end, 0.0 where nothing is left to do.
    mean: Vec<f32>,
}

impl FewestRolls {
    /// Adds a position whose best plays and mean number of rolls are known.
    pub(super) fn push(&mut self, best: BestPositionByDieAndTimes, mean: f32) {
        self.best.push(best);
        self.mean.push(mean);
    }

    /// Adds a position from its steps with each die. Calls `each_roll` with the position that is
    /// best after each of the 21 rolls, in the order of `Roll::ALL`, and the probability of that roll.
    pub(super) fn add(&mut self, next: &[Reachable; 6], mut each_roll: impl FnMut(usize, f32)) {
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
    pub(super) fn means(&self) -> &[f32] {
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
