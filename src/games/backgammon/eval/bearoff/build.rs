//! Building the bear-off database: every position after those that it can lead to.

use super::super::fewest_rolls_solver::{FewestRolls, Reachable};
use super::rank::{self, POINTS};
use crate::games::backgammon::board::rolls_and_moves::Roll;

/// Places of a distribution: 0 to 30 rolls, and one place for all longer bear-offs.
pub(super) const LONGEST: usize = 32;

/// The probability of each number of rolls to bear off; place 0 is for no checkers left.
pub(super) type Distribution = [f32; LONGEST];

/// The number of the position without checkers.
pub(super) const NONE_LEFT: u16 = 0;

/// The position that is best after each of the 21 rolls, in the order of `Roll::ALL`.
pub(super) type BestAfterRolls = [u16; 21];

/// What the database is made of, by the numbers of the positions.
pub(super) struct Built {
    pub(super) distributions: Vec<Distribution>,
    pub(super) best_after_rolls: Vec<BestAfterRolls>,
}

/// Every position.
pub(super) fn build_all() -> Built {
    let mut fewest = FewestRolls::default();
    let mut distributions: Vec<Distribution> = Vec::with_capacity(rank::COUNT);
    let mut none_left = [0.0; LONGEST];
    none_left[0] = 1.0;
    fewest.push([[0; 4]; 6], 0.0);
    distributions.push(none_left);
    let mut best_after_rolls = Vec::with_capacity(rank::COUNT);
    best_after_rolls.push([0; 21]);
    for counts in rank::all().skip(1) {
        let next = std::array::from_fn(|die| steps(counts, die + 1));
        let mut rolls = [0.0; LONGEST];
        let (mut best, mut roll) = ([0; 21], 0);
        fewest.add(&next, |to, share| {
            add_later(&mut rolls, &distributions[to], share);
            best[roll] = to as u16;
            roll += 1;
        });
        distributions.push(rolls);
        best_after_rolls.push(best);
    }
    Built { distributions, best_after_rolls }
}

/// Adds a distribution times `share`, one roll later.
fn add_later(rolls: &mut Distribution, after: &Distribution, share: f32) {
    for (sum, term) in rolls[1..].iter_mut().zip(after) {
        *sum += share * term;
    }
    rolls[LONGEST - 1] += share * after[LONGEST - 1];
}

/// Every position that one step with this die (1 to 6) leads to.
pub(super) fn steps(counts: [u8; POINTS], die: usize) -> Reachable {
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

/// Every result of a roll, each once; of the position without checkers that position.
pub(super) fn all_results(number: u16, roll: Roll) -> Vec<u16> {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    if roll.is_double() {
        return played(number, &[high; 4]);
    }
    let mut all = played(number, &[high, low]);
    all.extend(played(number, &[low, high]));
    all.sort_unstable();
    all.dedup();
    all
}

/// Every result of these dice, played in this order.
fn played(number: u16, dice: &[usize]) -> Vec<u16> {
    let mut numbers = vec![number];
    for die in dice {
        let step = |number: &u16| match *number {
            NONE_LEFT => vec![NONE_LEFT],
            number => steps(rank::counts_of(usize::from(number)), *die).iter().collect::<Vec<_>>(),
        };
        numbers = numbers.iter().flat_map(step).collect();
        numbers.sort_unstable();
        numbers.dedup();
    }
    numbers
}
