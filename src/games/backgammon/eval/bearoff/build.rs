//! Building the table: every position after those that it can lead to.

use super::rank::POINTS;
use super::{Distribution, LONGEST, rank};

/// For each die: the position that is reached by playing it 1 to 4 times as well as can be.
type Best = [[u16; 4]; 6];

/// The positions that one die leads to.
type Next = ([u16; POINTS], usize);

struct Tables {
    best: Vec<Best>,
    mean: Vec<f32>,
    rolls: Vec<Distribution>,
}

/// The distribution of every position, by its number.
pub(super) fn all() -> Vec<Distribution> {
    let mut tables = Tables {
        best: Vec::with_capacity(rank::COUNT),
        mean: Vec::with_capacity(rank::COUNT),
        rolls: Vec::with_capacity(rank::COUNT),
    };
    let mut none_left = [0.0; LONGEST];
    none_left[0] = 1.0;
    tables.best.push([[0; 4]; 6]);
    tables.mean.push(0.0);
    tables.rolls.push(none_left);
    for counts in rank::all().skip(1) {
        tables.add(counts);
    }
    tables.rolls
}

impl Tables {
    /// Adds the next position; all that it leads to have been added.
    fn add(&mut self, counts: [u8; POINTS]) {
        let next: [Next; 6] = std::array::from_fn(|die| steps(counts, die + 1));
        let best = std::array::from_fn(|die| {
            std::array::from_fn(|times| self.after(&next[die], die, times))
        });
        let mut rolls = [0.0; LONGEST];
        let mut mean = 1.0;
        for high in 0..6_usize {
            for low in 0..=high {
                let (to, share) = if high == low {
                    (best[high][3], 1.0 / 36.0)
                } else {
                    let [a, b] = [self.after(&next[high], low, 1), self.after(&next[low], high, 1)];
                    (self.better(a, b), 2.0 / 36.0)
                };
                mean += share * self.mean[usize::from(to)];
                add_later(&mut rolls, &self.rolls[usize::from(to)], share);
            }
        }
        self.best.push(best);
        self.mean.push(mean);
        self.rolls.push(rolls);
    }

    /// The best position after one step to `next` and then `times` steps with this die (from 0).
    fn after(&self, next: &Next, die: usize, times: usize) -> u16 {
        let reached = next.0[..next.1].iter().map(|step| match times {
            0 => *step,
            _ => self.best[usize::from(*step)][die][times - 1],
        });
        reached.reduce(|a, b| self.better(a, b)).unwrap_or(0)
    }

    fn better(&self, a: u16, b: u16) -> u16 {
        if self.mean[usize::from(b)] < self.mean[usize::from(a)] { b } else { a }
    }
}

/// Adds a distribution times `share`, one roll later.
fn add_later(rolls: &mut Distribution, after: &Distribution, share: f32) {
    for (sum, term) in rolls[1..].iter_mut().zip(after) {
        *sum += share * term;
    }
    rolls[LONGEST - 1] += share * after[LONGEST - 1];
}

/// Every position that one step with this die (1 to 6) leads to.
fn steps(counts: [u8; POINTS], die: usize) -> Next {
    let mut next = ([0; POINTS], 0);
    let Some(highest) = counts.iter().rposition(|n| *n > 0) else { return next };
    let lowest_source = if highest + 1 < die { highest } else { die - 1 };
    for from in (lowest_source..=highest).filter(|from| counts[*from] > 0) {
        let mut after = counts;
        after[from] -= 1;
        if from >= die {
            after[from - die] += 1;
        }
        next.0[next.1] = rank::of(&after) as u16;
        next.1 += 1;
    }
    next
}
