//! One-sided bear-off: the distribution of rolls of every position, each after those that it can
//! lead to, and the best play of each roll.

use super::super::fewest_mean_rolls_solver::FewestRolls;
use super::position_numbers_and_successors::{POSITION_COUNT, all_positions, positions_after_step};
use crate::games::backgammon::board::rolls_and_moves::Roll;

/// Places of a distribution: 0 to 30 rolls, and one place for all longer bear-offs. Set by hand.
pub(super) const DISTRIBUTION_PLACES: usize = 32;

/// The probability of each number of rolls to bear off; place 0 is for no checkers left.
pub(super) type Distribution = [f32; DISTRIBUTION_PLACES];

/// The position that is best after each of the 21 rolls, in the order of `Roll::ALL`.
pub(super) type BestAfterRolls = [u16; Roll::DISTINCT_COUNT];

/// The one-sided database: an entry for each position, by its number.
pub(super) struct DistributionsAndBestPlays {
    /// The probabilities of each number of rolls until all checkers are off.
    pub(super) distributions: Vec<Distribution>,
    /// The best position after each roll, by its number.
    pub(super) best_after_rolls: Vec<BestAfterRolls>,
}

/// Every position.
pub(super) fn build_all() -> DistributionsAndBestPlays {
    let mut fewest = FewestRolls::default();
    let mut distributions: Vec<Distribution> = Vec::with_capacity(POSITION_COUNT);
    let mut none_left = [0.0; DISTRIBUTION_PLACES];
    none_left[0] = 1.0;
    fewest.push([[0; 4]; 6], 0.0);
    distributions.push(none_left);
    let mut best_after_rolls = Vec::with_capacity(POSITION_COUNT);
    best_after_rolls.push([0; Roll::DISTINCT_COUNT]);
    for counts in all_positions().skip(1) {
        let next = std::array::from_fn(|die| positions_after_step(counts, die + 1));
        let mut rolls = [0.0; DISTRIBUTION_PLACES];
        let (mut best, mut roll) = ([0; Roll::DISTINCT_COUNT], 0);
        fewest.add(&next, |to, share| {
            add_later(&mut rolls, &distributions[to], share);
            best[roll] = to as u16;
            roll += 1;
        });
        distributions.push(rolls);
        best_after_rolls.push(best);
    }
    DistributionsAndBestPlays { distributions, best_after_rolls }
}

/// Adds a distribution times `share`, one roll later.
fn add_later(rolls: &mut Distribution, after: &Distribution, share: f32) {
    for (sum, term) in rolls[1..].iter_mut().zip(after) {
        *sum += share * term;
    }
    rolls[DISTRIBUTION_PLACES - 1] += share * after[DISTRIBUTION_PLACES - 1];
}
