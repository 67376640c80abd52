//! The dice of the games: spread evenly over the first two rolls, then random.
//!
//! Of every 36 games in a row each has another one of the 36 rolls first, and another one second;
//! of every 1,296 from the beginning each has another pair of them: a Latin square, its rows
//! and columns shuffled by the seed anew for every 1,296 games. What comes behind depends on
//! seed, game and ply alone, so that all plays meet the same dice.

use crate::base::SplitMix64;
use crate::games::backgammon::board::roll::Roll;

/// Ordered rolls of two dice.
const ROLLS: u64 = 36;
/// Games that see every pair of first rolls once.
const SQUARE: u64 = ROLLS * ROLLS;

/// The rolls of one game.
pub(super) struct GameDice {
    seed: u64,
    first: [u8; 2],
}

impl GameDice {
    /// Those of this game, from 0, of a stream.
    pub(super) fn new(seed: u64, game: u64) -> Self {
        let mut random = SplitMix64::at(seed, game / SQUARE);
        let [firsts, seconds] = [shuffled(&mut random), shuffled(&mut random)];
        let (row, shift) = (game % ROLLS, game / ROLLS % ROLLS);
        let first = [firsts[row as usize], seconds[((row + shift) % ROLLS) as usize]];
        Self { seed: SplitMix64::at(!seed, game).next(), first }
    }

    /// The roll at this ply, from 0.
    pub(super) fn roll(&self, ply: u32) -> Roll {
        let drawn = match self.first.get(ply as usize) {
            Some(drawn) => *drawn,
            None => SplitMix64::at(self.seed, u64::from(ply)).below(ROLLS) as u8,
        };
        Roll::new(drawn / 6 + 1, drawn % 6 + 1).unwrap_or(Roll::ALL[0])
    }
}

/// The numbers 0 to 35 in random order (Fisher and Yates).
fn shuffled(random: &mut SplitMix64) -> [u8; ROLLS as usize] {
    let mut all = std::array::from_fn(|i| i as u8);
    for left in (2..=ROLLS).rev() {
        all.swap(left as usize - 1, random.below(left) as usize);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{GameDice, Roll};
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
                let rolls = (first..first + 36).map(|game| GameDice::new(5, game).roll(ply));
                let counts = counted(rolls);
                assert!(Roll::ALL.iter().all(|roll| counts.get(roll) == Some(&roll.weight())));
            }
        }
        let pair = |game| [0, 1].map(|ply| GameDice::new(5, game).roll(ply));
        let counts = counted((1_296..2_592).map(pair));
        assert_eq!(counts.len(), 21 * 21);
        assert!(counts.iter().all(|([a, b], n)| *n == a.weight() * b.weight()));
    }

    #[test]
    fn later_rolls_are_fair_and_change_with_seed_and_game() {
        let rolls = |seed| (0..21_600).map(move |game| GameDice::new(seed, game).roll(2));
        let counts = counted(rolls(1));
        for (roll, count) in counts {
            let expected = 600.0 * roll.weight() as f64;
            assert!((count as f64 - expected).abs() < 5.0 * expected.sqrt(), "{roll:?} {count}");
        }
        let same = rolls(1).zip(rolls(2)).filter(|(a, b)| a == b).count();
        assert!((800..1_600).contains(&same), "{same}");
    }
}
