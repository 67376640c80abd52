//! Building the bear-off database: every position after those that it can lead to.

use super::super::fewest_rolls_solver::{FewestRolls, Reachable};
use super::rank::{self, POINTS};

/// Places of a distribution: 0 to 30 rolls, and one place for all longer bear-offs.
pub(super) const LONGEST: usize = 32;

/// The probability of each number of rolls to bear off; place 0 is for no checkers left.
pub(super) type Distribution = [f32; LONGEST];

/// The distribution of every position, by its number.
pub(super) fn build_all() -> Vec<Distribution> {
    let mut fewest = FewestRolls::default();
    let mut distributions: Vec<Distribution> = Vec::with_capacity(rank::COUNT);
    let mut none_left = [0.0; LONGEST];
    none_left[0] = 1.0;
    fewest.push([[0; 4]; 6], 0.0);
    distributions.push(none_left);
    for counts in rank::all().skip(1) {
        let next = std::array::from_fn(|die| steps(counts, die + 1));
        let mut rolls = [0.0; LONGEST];
        fewest.add(&next, |to, share| add_later(&mut rolls, &distributions[to], share));
        distributions.push(rolls);
    }
    distributions
}

/// Adds a distribution times `share`, one roll later.
fn add_later(rolls: &mut Distribution, after: &Distribution, share: f32) {
    for (sum, term) in rolls[1..].iter_mut().zip(after) {
        *sum += share * term;
    }
    rolls[LONGEST - 1] += share * after[LONGEST - 1];
}

/// Every position that one step with this die (1 to 6) leads to.
fn steps(counts: [u8; POINTS], die: usize) -> Reachable {
    let mut next = Reachable::default();
    let Some(highest) = counts.iter().rposition(|n| *n > 0) else { return next };
    let lowest_source = if highest + 1 < die { highest } else { die - 1 };
    for from in (lowest_source..=highest).filter(|from| counts[*from] > 0) {
        let mut after = counts;
        after[from] -= 1;
        if from >= die {
            after[from - die] += 1;
        }
        next.push(rank::of(&after) as u16);
    }
    next
}
