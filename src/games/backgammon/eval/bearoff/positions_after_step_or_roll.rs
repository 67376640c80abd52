//! What a position of a bear-off leads to by a step and by a roll, by the numbers of positions.

use super::super::fewest_mean_rolls_solver::Reachable;
use super::position_numbers::{POINTS, counts_of, of};
use crate::games::backgammon::board::rolls_and_moves::Roll;

/// The number of the position without checkers.
pub(super) const NONE_LEFT: u16 = 0;

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
        next.push(of(&after) as u16);
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
