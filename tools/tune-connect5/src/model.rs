//! The model that is fitted: logistic regression on the weights of cells, plus a network.
//!
//! The parameters say how far each weight of a cell is from its start. That change is a sum of
//! eleven parameters: one for the four shapes together, one for each shape, and one for each pair
//! of them. So cells that are seldom seen learn from those that resemble them. All parameters are
//! pulled towards 0 (L2 regularisation) and found by mini-batches with Adam. The network starts at
//! random and is trained at the same time.

use parlour::games::connect5::threat_map::threat_count_network::Row;
use parlour::games::connect5::threat_map::values::{SLOTS, place};

use crate::network::{ActiveRows, Network};
use crate::positions::{Positions, Sample};
use parlour_training::Adam;

/// Units of the evaluation for one logit: the scale for which the margins of the search are tuned.
pub(crate) const LOGIT: f32 = 400.0;
/// How far the first step moves a parameter of the weights, in units of the evaluation; the rate
/// falls to 0 in the course of a fit.
const LEARNING_RATE: f32 = 0.5;
/// Parameters of shapes and pairs of shapes, for each table.
const SHARED: usize = 15 + 15 * 15;

/// The target of a fit: a chance to win that is a mix of the results of games, with this share (0
/// to 1), and of the player's own scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target(pub(crate) f32);

/// The size of a step of the fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The part of the first learning rates, 0 to 1.
    pub(crate) rate_factor: f32,
    /// Half of this times the square of each parameter of the weights is added to the loss.
    pub(crate) weight_decay: f32,
}

/// The weights of a rule and its networks, and the state of their fit.
pub(crate) struct Model {
    start: Vec<f32>,
    /// For each weight, the indices of the parameters whose sum is its change.
    parts: Vec<Vec<usize>>,
    parameters: Vec<f32>,
    adam: Adam,
    weights: Vec<f32>,
    network: Network,
}

impl Model {
    /// A model that starts at these weights, [`SLOTS`] for each table, and at a random network.
    pub(crate) fn new(start: Vec<f32>, seed: u64) -> Self {
        let tables = start.len() / SLOTS;
        let count = tables * (SLOTS + SHARED);
        let parts = parts(tables);
        Self {
            weights: start.clone(),
            start,
            parts,
            parameters: vec![0.0; count],
            adam: Adam::new(count),
            network: Network::new(tables, seed),
        }
    }

    /// The weights, [`SLOTS`] for each table.
    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The rows of a table's network, as the engine reads them.
    pub(crate) fn rows(&self, table: usize) -> Vec<Row> {
        self.network.rows(table, LOGIT)
    }

    /// The evaluation of these features and rows, in logits.
    pub(crate) fn value(&self, features: &[(u16, i16)], active: &ActiveRows) -> f32 {
        let weight = |(f, count): &(u16, i16)| self.weights[usize::from(*f)] * f32::from(*count);
        features.iter().map(weight).sum::<f32>() / LOGIT + self.network.value(active)
    }

    /// The mean loss in nats over all positions.
    pub(crate) fn loss(&self, positions: &Positions, target: Target) -> f64 {
        let each = (0..positions.len()).map(|number| {
            let (sample, features, active) = positions.at(number);
            f64::from(cross_entropy(self.value(features, active), target.chance(sample)))
        });
        each.sum::<f64>() / positions.len() as f64
    }

    /// One step of gradient descent on these positions.
    pub(crate) fn step(
        &mut self,
        positions: &Positions,
        batch: &[usize],
        target: Target,
        step: Step,
    ) {
        let mut slopes = vec![0.0; self.weights.len()];
        for number in batch {
            let (sample, features, active) = positions.at(*number);
            let predicted = sigmoid(self.value(features, active));
            let slope = (predicted - target.chance(sample)) / batch.len() as f32;
            self.network.add_gradient(active, slope);
            for (feature, count) in features {
                slopes[usize::from(*feature)] += slope / LOGIT * f32::from(*count);
            }
        }
        self.network.step(step.rate_factor);
        let mut gradient: Vec<f32> =
            self.parameters.iter().map(|number| number * step.weight_decay).collect();
        for (parts, slope) in self.parts.iter().zip(&slopes).filter(|(_, slope)| **slope != 0.0) {
            for part in parts {
                gradient[*part] += slope;
            }
        }
        self.adam.step(&mut self.parameters, &gradient, LEARNING_RATE * step.rate_factor);
        for (weight, (start, parts)) in
            self.weights.iter_mut().zip(self.start.iter().zip(&self.parts))
        {
            *weight = start + parts.iter().map(|part| self.parameters[*part]).sum::<f32>();
        }
    }
}

impl Target {
    /// The target chance to win for the side to act in a position, 0 to 1.
    fn chance(self, sample: Sample) -> f32 {
        self.0 * sample.result + (1.0 - self.0) * sigmoid(sample.score / LOGIT)
    }
}

/// For each weight of each table, the indices of the parameters whose sum is its change.
fn parts(tables: usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = (0..tables * SLOTS).map(|weight| vec![weight]).collect();
    let digits = |n: u16| [n / 3_375, n / 225 % 15, n / 15 % 15, n % 15];
    for shapes in (0..50_625).map(digits).filter(|shapes| shapes.is_sorted()) {
        for table in 0..tables {
            let shared = tables * SLOTS + table * SHARED;
            let parts = &mut parts[table * SLOTS + place(shapes)];
            for (at, one) in shapes.into_iter().map(usize::from).enumerate() {
                parts.push(shared + one);
                let others = shapes[at + 1..].iter();
                parts.extend(others.map(|other| shared + 15 + 15 * one + usize::from(*other)));
            }
        }
    }
    debug_assert!(parts.iter().all(|parts| parts.len() == 11), "1 + 4 + 6 parameters");
    parts
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The loss in nats of predicting this logit where the chance is `target`.
fn cross_entropy(logit: f32, target: f32) -> f32 {
    // log(1 + e^x) - x t, without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - logit * target
}

#[cfg(test)]
mod tests {
    use super::{LOGIT, Model, Step, Target, cross_entropy, parts, sigmoid};
    use crate::positions::Positions;
    use parlour::base::SplitMix64;
    use parlour::games::connect5::threat_map::threat_count_network::ACTIVE_ROWS;
    use parlour::games::connect5::threat_map::values::{SLOTS, place};

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let hidden = |feature: u16| f32::from(feature % 7) * 30.0 - 90.0;
        let mut random = SplitMix64::new(3);
        let mut positions = Positions::default();
        for _ in 0..8_000 {
            let features: Vec<_> =
                (0..6).map(|_| (random.below(40) as u16, random.below(3) as i16 - 1)).collect();
            // The same rows but for two, which are weight something only together.
            let pair = [random.below(2) as u16, random.below(2) as u16];
            let mut active: [u16; ACTIVE_ROWS] = std::array::from_fn(|at| 5 * at as u16);
            (active[0], active[1]) = (pair[0], 5 + pair[1]);
            let both = if pair[0] == pair[1] { LOGIT } else { -LOGIT };
            let value: f32 = features.iter().map(|(f, n)| hidden(*f) * f32::from(*n)).sum();
            let chance = f64::from(sigmoid((value + both) / LOGIT));
            let is_won = (random.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            positions.push(&features, active, f32::from(u8::from(is_won)), value + both);
        }
        let target = Target(0.5);
        let mut model = Model::new(vec![0.0; SLOTS], 1);
        let before = model.loss(&positions, target);
        for round in 0..600 {
            let batch: Vec<usize> = (0..500).map(|at| (round * 500 + at) % 8_000).collect();
            let step = Step { rate_factor: 1.0, weight_decay: 0.0 };
            model.step(&positions, &batch, target, step);
        }
        let after = model.loss(&positions, target);
        assert!(after < before - 0.1, "{before} {after}");
        for feature in 0..40 {
            let found = model.weights()[usize::from(feature)];
            assert!((found - hidden(feature)).abs() < 40.0, "{feature}: {found}");
        }
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut active: [u16; ACTIVE_ROWS] = std::array::from_fn(|at| 5 * at as u16);
            (active[0], active[1]) = (a, 5 + b);
            let found = model.value(&[], &active);
            let right = if a == b { 1.0 } else { -1.0 };
            assert!((found - right).abs() < 0.2, "{a} {b}: {found}");
        }
    }

    #[test]
    fn cells_share_the_parameters_of_their_shapes() {
        let parts = parts(2);
        let shared = |a: usize, b: usize| parts[a].iter().filter(|p| parts[b].contains(p)).count();
        let (one, other) = (place([0, 0, 3, 5]), place([0, 3, 5, 9]));
        // 0 twice, 3 and 5; 0-3 twice, 0-5 twice, 3-5.
        assert_eq!(shared(one, other), 9);
        assert_eq!(shared(one, SLOTS + one), 0);
    }

    #[test]
    fn loss_is_that_of_the_logarithms() {
        for (logit, target) in [(0.0, 0.5), (1.5, 1.0), (-2.0, 0.25), (3.0, 0.0)] {
            let p = sigmoid(logit);
            let plain = -(target * p.ln() + (1.0 - target) * (1.0 - p).ln());
            assert!((cross_entropy(logit, target) - plain).abs() < 1e-5);
        }
    }
}
