//! Quasi-random dice for trials: spread evenly over the first two rolls, then random.
//!
//! Each of 36 trials in a row has another one of the 36 ordered rolls first, and another one
//! second; each of the first 1,296, the next 1,296 and so on has another pair of them. That is a
//! Latin square, its rows and columns shuffled by the seed anew for every 1,296 trials. Later
//! rolls depend on seed, trial and ply alone, so that all plays meet the same dice.

use crate::base::SplitMix64;
use crate::base::random_numbers::{DIE_SIDES, ORDERED_ROLLS};
use crate::games::backgammon::board::roll::Roll;

/// Trials that have every pair of first two rolls once: 1,296.
pub(super) const TRIALS_PER_SQUARE: u64 = ORDERED_ROLLS * ORDERED_ROLLS;

/// The rolls of one trial.
pub(super) struct TrialDice {
    /// Of the rolls after the first two.
    seed: u64,
    /// The first two ordered rolls, 0 to 35 each: 6 times one die, plus the other, both from 0.
    first: [u8; 2],
}

impl TrialDice {
    /// The rolls of the trial of this number, from 0.
    pub(super) fn new(seed: u64, trial: u64) -> Self {
        let mut random = SplitMix64::at(seed, trial / TRIALS_PER_SQUARE);
        let [firsts, seconds] = [shuffled(&mut random), shuffled(&mut random)];
        let (row, shift) = (trial % ORDERED_ROLLS, trial / ORDERED_ROLLS % ORDERED_ROLLS);
        let first = [firsts[row as usize], seconds[((row + shift) % ORDERED_ROLLS) as usize]];
        Self { seed: SplitMix64::at(!seed, trial).next(), first }
    }

    /// The roll at this ply, from 0.
    pub(super) fn roll(&self, ply: u32) -> Roll {
        let ordered = match self.first.get(ply as usize) {
            Some(ordered) => *ordered,
            None => SplitMix64::at(self.seed, u64::from(ply)).below(ORDERED_ROLLS) as u8,
        };
        Roll::new(ordered / DIE_SIDES + 1, ordered % DIE_SIDES + 1).unwrap_or(Roll::ALL[0])
    }
}

/// The numbers 0 to 35 in random order (Fisher-Yates shuffle).
fn shuffled(random: &mut SplitMix64) -> [u8; ORDERED_ROLLS as usize] {
    let mut all = std::array::from_fn(|i| i as u8);
    for left in (2..=ORDERED_ROLLS).rev() {
        all.swap(left as usize - 1, random.below(left) as usize);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Roll, TrialDice};
    use std::collections::BTreeMap;

    fn counted<K: Ord>(all: impl Iterator<Item = K>) -> BTreeMap<K, u64> {
        let mut counts = BTreeMap::new();
        all.for_each(|key| *counts.entry(key).or_default() += 1);
        counts
    }

    #[test]
    fn first_rolls_are_spread_evenly() {
        for first in [0, 36, 1_296 + 72] {
            for ply in [0, 1] {
                let rolls = (first..first + 36).map(|trial| TrialDice::new(5, trial).roll(ply));
                let counts = counted(rolls);
                assert!(Roll::ALL.iter().all(|roll| counts.get(roll) == Some(&roll.weight())));
            }
        }
        let pair = |trial| [0, 1].map(|ply| TrialDice::new(5, trial).roll(ply));
        let counts = counted((1_296..2_592).map(pair));
        assert_eq!(counts.len(), 21 * 21);
        assert!(counts.iter().all(|([a, b], n)| *n == a.weight() * b.weight()));
    }

    #[test]
    fn later_rolls_are_fair_and_change_with_seed_and_trial() {
        let rolls = |seed| (0..21_600).map(move |trial| TrialDice::new(seed, trial).roll(2));
        let counts = counted(rolls(1));
        for (roll, count) in counts {
            let expected = 600.0 * roll.weight() as f64;
            assert!((count as f64 - expected).abs() < 5.0 * expected.sqrt(), "{roll:?} {count}");
        }
        let same = rolls(1).zip(rolls(2)).filter(|(a, b)| a == b).count();
        assert!((800..1_600).contains(&same), "{same}");
    }
}
