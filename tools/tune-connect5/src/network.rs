//! The networks of the engine's `grid::head`, in real numbers, and how they learn.
//!
//! A rule has a network for each of its tables: in renju the sides to act have their own. The
//! unit of what a network says is a logit; every row of a layer stands in one list of numbers.

use parlour::base::SplitMix64;
use parlour::games::connect5::threat_map::pattern_network::{CHOSEN, ROWS, Row, SHIFT, WIDTH};

use crate::adam::Adam;

/// The engine's whole numbers for 1 in the rows that are chosen from.
const UNIT: f32 = 128.0;
/// Rows are no greater, so that no sum of [`CHOSEN`] of them leaves 16 bits.
const MOST: f32 = 1_000.0;
/// The last row's numbers are no greater, so that no product leaves 32 bits.
const MOST_LAST: f32 = 4_000.0;
/// All numbers start at random within so much of 0.
const START: f32 = 0.25;
/// How far the first step moves a number.
const RATE: f32 = 0.004;
/// What the square of each number costs, halved.
const PULL: f32 = 1e-5;

/// A network's rows for a position, counted on through the networks of a rule.
pub(crate) type Chosen = [u16; CHOSEN];

/// The networks of a rule.
pub(crate) struct Network {
    numbers: Vec<f32>,
    gradient: Vec<f32>,
    adam: Adam,
}

impl Network {
    /// So many networks that know nothing.
    pub(crate) fn new(networks: usize, seed: u64) -> Self {
        let count = networks * (ROWS + 1) * WIDTH;
        let mut random = SplitMix64::new(seed);
        let mut one = || (random.below(2_001) as f32 / 1_000.0 - 1.0) * START;
        let numbers = (0..count).map(|_| one()).collect();
        Self { numbers, gradient: vec![0.0; count], adam: Adam::new(count) }
    }

    /// What a position that chooses these rows is worth, in logits.
    pub(crate) fn value(&self, chosen: &Chosen) -> f32 {
        let hidden = self.hidden(chosen);
        let last = &self.numbers[last(chosen)..];
        hidden.iter().zip(last).map(|(sum, last)| sum.max(0.0) * last).sum()
    }

    /// Adds to the gradient what this slope of the loss of a position, by its logit, makes of it.
    pub(crate) fn learn(&mut self, chosen: &Chosen, slope: f32) {
        let hidden = self.hidden(chosen);
        let last = last(chosen);
        for (at, sum) in hidden.into_iter().enumerate().filter(|(_, sum)| *sum > 0.0) {
            self.gradient[last + at] += slope * sum;
            let slope = slope * self.numbers[last + at];
            for row in chosen {
                self.gradient[usize::from(*row) * WIDTH + at] += slope;
            }
        }
    }

    /// Moves all numbers down the gradient, which starts anew; `left` of the pace, 0 to 1.
    pub(crate) fn step(&mut self, left: f32) {
        for (slope, number) in self.gradient.iter_mut().zip(&self.numbers) {
            *slope += PULL * number;
        }
        self.adam.descend(&mut self.numbers, &self.gradient, RATE * left);
        self.gradient.fill(0.0);
    }

    /// The rows of a network as the engine reads them, where a logit has so many of its units.
    pub(crate) fn rows(&self, network: usize, logit: f32) -> Vec<Row> {
        let start = network * (ROWS + 1) * WIDTH;
        let whole = |number: f32, most: f32| number.round().clamp(-most, most) as i16;
        let row = |row: usize| {
            let numbers = &self.numbers[start + row * WIDTH..];
            std::array::from_fn(|at| {
                if row < ROWS {
                    whole(numbers[at] * UNIT, MOST)
                } else {
                    whole(numbers[at] * logit * (1 << SHIFT) as f32 / UNIT, MOST_LAST)
                }
            })
        };
        (0..=ROWS).map(row).collect()
    }

    fn hidden(&self, chosen: &Chosen) -> [f32; WIDTH] {
        let mut hidden = [0.0; WIDTH];
        for row in chosen {
            let numbers = &self.numbers[usize::from(*row) * WIDTH..];
            for (sum, number) in hidden.iter_mut().zip(numbers) {
                *sum += number;
            }
        }
        hidden
    }
}

/// Where the last row of the network begins that these rows belong to.
fn last(chosen: &Chosen) -> usize {
    let network = usize::from(chosen[0]) / (ROWS + 1);
    (network * (ROWS + 1) + ROWS) * WIDTH
}

#[cfg(test)]
mod tests {
    use super::{Chosen, Network, START};
    use parlour::base::SplitMix64;
    use parlour::games::connect5::threat_map::pattern_network::{CHOSEN, ROWS, WIDTH};

    fn chosen(random: &mut SplitMix64) -> Chosen {
        let start = random.below(2) * (ROWS as u64 + 1);
        std::array::from_fn(|at| (start + at as u64 * 5 + random.below(5)) as u16)
    }

    #[test]
    fn gradient_is_what_a_small_change_makes_of_the_value() {
        let mut network = Network::new(2, 3);
        assert!(network.numbers.iter().all(|number| number.abs() <= START));
        let mut random = SplitMix64::new(1);
        for _ in 0..20 {
            let chosen = chosen(&mut random);
            network.gradient.fill(0.0);
            network.learn(&chosen, 1.0);
            let gradient = network.gradient.clone();
            let before = network.value(&chosen);
            for at in (0..network.numbers.len()).step_by(7) {
                let held = network.numbers[at];
                network.numbers[at] = held + 1e-3;
                let slope = (network.value(&chosen) - before) / 1e-3;
                network.numbers[at] = held;
                assert!((slope - gradient[at]).abs() < 0.02, "{slope} {}", gradient[at]);
            }
        }
    }

    #[test]
    fn whole_numbers_say_nearly_what_the_real_ones_do() {
        let network = Network::new(2, 9);
        let rows = [0, 1].map(|one| network.rows(one, 400.0));
        let mut random = SplitMix64::new(2);
        for _ in 0..50 {
            let chosen = chosen(&mut random);
            let rows = &rows[usize::from(chosen[0]) / (ROWS + 1)];
            let row = |row: u16| &rows[usize::from(row) % (ROWS + 1)];
            let hidden = |at: usize| chosen.iter().map(|c| i32::from(row(*c)[at])).sum::<i32>();
            let sum: i32 = (0..WIDTH).map(|at| hidden(at).max(0) * i32::from(rows[ROWS][at])).sum();
            let (whole, real) = ((sum >> 10) as f32, 400.0 * network.value(&chosen));
            assert!((whole - real).abs() < 5.0 + CHOSEN as f32, "{whole} {real}");
        }
    }
}
