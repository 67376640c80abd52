//! The engine's pattern-count networks in floating-point numbers, and their training.
//!
//! A rule has a network for each of its tables: in renju each side to act has its own. The unit of
//! the output is a logit; all rows of all networks are in one list of parameters.

use parlour::base::SplitMix64;
use parlour::games::connect5::threat_map::threat_count_network::{
    ACTIVE_ROWS, ROWS, Row, SHIFT, WIDTH,
};

use parlour_training::Adam;

/// The engine's integer for 1.0 in the rows of the first layer.
const ROW_SCALE: f32 = 128.0;
/// The greatest integer in the rows of the first layer: sums of [`ACTIVE_ROWS`] of them fit 16
/// bits.
const MAX_ROW: f32 = 1_000.0;
/// The greatest integer in the last row: the products fit 32 bits.
const MAX_LAST: f32 = 4_000.0;
/// All parameters start at random in the range from minus this to this.
const INITIAL_RANGE: f32 = 0.25;
/// How far the first step moves a parameter; the rate falls to 0 in the course of a fit.
const LEARNING_RATE: f32 = 0.004;
/// Weight decay (L2): half of this times the square of each parameter is added to the loss.
const WEIGHT_DECAY: f32 = 1e-5;

/// The active rows of a position, numbered through all networks of a rule.
pub(crate) type ActiveRows = [u16; ACTIVE_ROWS];

/// The networks of a rule.
pub(crate) struct Network {
    parameters: Vec<f32>,
    gradient: Vec<f32>,
    adam: Adam,
}

impl Network {
    /// This many networks with random parameters.
    pub(crate) fn new(networks: usize, seed: u64) -> Self {
        let count = networks * (ROWS + 1) * WIDTH;
        let mut random = SplitMix64::new(seed);
        let mut one = || (random.below(2_001) as f32 / 1_000.0 - 1.0) * INITIAL_RANGE;
        let parameters = (0..count).map(|_| one()).collect();
        Self { parameters, gradient: vec![0.0; count], adam: Adam::new(count) }
    }

    /// The output for a position with these active rows, in logits for the side to act.
    pub(crate) fn value(&self, active: &ActiveRows) -> f32 {
        let hidden = self.hidden(active);
        let last = &self.parameters[last(active)..];
        hidden.iter().zip(last).map(|(sum, last)| sum.max(0.0) * last).sum()
    }

    /// Backpropagation: adds a position to the gradient, from the slope of its loss by its logit.
    pub(crate) fn add_gradient(&mut self, active: &ActiveRows, slope: f32) {
        let hidden = self.hidden(active);
        let last = last(active);
        for (at, sum) in hidden.into_iter().enumerate().filter(|(_, sum)| *sum > 0.0) {
            self.gradient[last + at] += slope * sum;
            let slope = slope * self.parameters[last + at];
            for row in active {
                self.gradient[usize::from(*row) * WIDTH + at] += slope;
            }
        }
    }

    /// One step of all parameters against the gradient, which is then set to 0; `rate_factor`
    /// scales the learning rate, 0 to 1.
    pub(crate) fn step(&mut self, rate_factor: f32) {
        for (slope, number) in self.gradient.iter_mut().zip(&self.parameters) {
            *slope += WEIGHT_DECAY * number;
        }
        self.adam.step(&mut self.parameters, &self.gradient, LEARNING_RATE * rate_factor);
        self.gradient.fill(0.0);
    }

    /// The rows of a network as the engine reads them; one logit is `logit` units of its
    /// evaluation.
    pub(crate) fn rows(&self, network: usize, logit: f32) -> Vec<Row> {
        let start = network * (ROWS + 1) * WIDTH;
        let whole = |number: f32, most: f32| number.round().clamp(-most, most) as i16;
        let row = |row: usize| {
            let parameters = &self.parameters[start + row * WIDTH..];
            std::array::from_fn(|at| {
                if row < ROWS {
                    whole(parameters[at] * ROW_SCALE, MAX_ROW)
                } else {
                    whole(parameters[at] * logit * (1 << SHIFT) as f32 / ROW_SCALE, MAX_LAST)
                }
            })
        };
        (0..=ROWS).map(row).collect()
    }

    fn hidden(&self, active: &ActiveRows) -> [f32; WIDTH] {
        let mut hidden = [0.0; WIDTH];
        for row in active {
            let parameters = &self.parameters[usize::from(*row) * WIDTH..];
            for (sum, number) in hidden.iter_mut().zip(parameters) {
                *sum += number;
            }
        }
        hidden
    }
}

/// The index of the first parameter of the last row, in the network of these active rows.
fn last(active: &ActiveRows) -> usize {
    let network = usize::from(active[0]) / (ROWS + 1);
    (network * (ROWS + 1) + ROWS) * WIDTH
}

#[cfg(test)]
mod tests {
    use super::{ActiveRows, INITIAL_RANGE, Network};
    use parlour::base::SplitMix64;
    use parlour::games::connect5::threat_map::threat_count_network::{ACTIVE_ROWS, ROWS, WIDTH};

    fn active(random: &mut SplitMix64) -> ActiveRows {
        let start = random.below(2) * (ROWS as u64 + 1);
        std::array::from_fn(|at| (start + at as u64 * 5 + random.below(5)) as u16)
    }

    #[test]
    fn gradient_is_the_change_of_the_value_by_a_small_change() {
        let mut network = Network::new(2, 3);
        assert!(network.parameters.iter().all(|number| number.abs() <= INITIAL_RANGE));
        let mut random = SplitMix64::new(1);
        for _ in 0..20 {
            let active = active(&mut random);
            network.gradient.fill(0.0);
            network.add_gradient(&active, 1.0);
            let gradient = network.gradient.clone();
            let before = network.value(&active);
            for at in (0..network.parameters.len()).step_by(7) {
                let held = network.parameters[at];
                network.parameters[at] = held + 1e-3;
                let slope = (network.value(&active) - before) / 1e-3;
                network.parameters[at] = held;
                assert!((slope - gradient[at]).abs() < 0.02, "{slope} {}", gradient[at]);
            }
        }
    }

    #[test]
    fn integers_give_nearly_the_same_output() {
        let network = Network::new(2, 9);
        let rows = [0, 1].map(|one| network.rows(one, 400.0));
        let mut random = SplitMix64::new(2);
        for _ in 0..50 {
            let active = active(&mut random);
            let rows = &rows[usize::from(active[0]) / (ROWS + 1)];
            let row = |row: u16| &rows[usize::from(row) % (ROWS + 1)];
            let hidden = |at: usize| active.iter().map(|c| i32::from(row(*c)[at])).sum::<i32>();
            let sum: i32 = (0..WIDTH).map(|at| hidden(at).max(0) * i32::from(rows[ROWS][at])).sum();
            let (whole, real) = ((sum >> 10) as f32, 400.0 * network.value(&active));
            assert!((whole - real).abs() < 5.0 + ACTIVE_ROWS as f32, "{whole} {real}");
        }
    }
}
