//! One network while it learns: its answer to a position, and how its weights should change.

use parlour::base::SplitMix64;
use parlour::base::intrinsics::with_wide_registers;
use parlour::games::backgammon::board::Board;
use parlour::games::backgammon::net::{
    Class, EXPERTS, Probabilities, SIDE, Weights, experts, of_place, sigmoid,
};

use crate::adam::Adam;

/// A position and what the network should say of it, for the side about to roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) board: Board,
    pub(crate) target: Probabilities,
}

/// How much each output's error counts: a win makes twice the points of a gammon's.
const SHARES: [f32; 5] = [1.0, 0.5, 0.5, 0.5, 0.5];

/// A network that learns.
pub(crate) struct Model {
    pub(crate) weights: Weights,
    gradient: Weights,
    adams: [Adam; 5],
    hidden: Vec<f32>,
    slopes: Vec<f32>,
}

/// The inputs of a position that are not zero: rows of the raw weights, and all features.
struct Inputs {
    rows: [(usize, f32); 128],
    count: usize,
    experts: [f32; EXPERTS],
}

impl Inputs {
    #[inline(always)]
    fn of(board: Board) -> Self {
        let (mut rows, mut count) = ([(0, 0.0); 128], 0);
        for (side, checkers) in [board.mover, board.other].into_iter().enumerate() {
            for (place, n) in checkers.counts().into_iter().enumerate().filter(|(_, n)| *n > 0) {
                for (k, input) in of_place(place, n).into_iter().enumerate() {
                    if input != 0.0 {
                        rows[count] = (side * SIDE + place * 4 + k, input);
                        count += 1;
                    }
                }
            }
        }
        Self { rows, count, experts: experts::features(board, Class::of(board)) }
    }
}

/// Weights small and random, outputs near how games usually end.
pub(crate) fn fresh(hidden: usize, with_experts: bool, seed: u64) -> Weights {
    let mut random = SplitMix64::new(seed);
    let mut weights = Weights::zero(hidden, with_experts);
    for group in weights.groups_mut() {
        group.fill_with(|| (random.below(2_001) as f32 - 1_000.0) / 10_000.0);
    }
    weights.output_bias.copy_from_slice(&[0.0, -1.5, -4.0, -1.5, -4.0]);
    weights
}

impl Model {
    pub(crate) fn new(weights: Weights) -> Self {
        let adams = weights.groups().map(|group| Adam::new(group.len()));
        let hidden = vec![0.0; weights.hidden];
        let gradient = Weights::zero(weights.hidden, weights.features() > 0);
        Self { gradient, adams, slopes: hidden.clone(), hidden, weights }
    }

    /// One step of Adam over each batch of these samples; the mean squared error of the equity
    /// before.
    pub(crate) fn fit(&mut self, samples: &[Sample], batch: usize, rate: f32) -> f64 {
        let mut error = 0.0;
        for batch in samples.chunks(batch) {
            error += with_wide_registers(
                #[inline(always)]
                || self.step(batch, rate),
            );
        }
        error / samples.len().max(1) as f64
    }

    #[inline(always)]
    fn step(&mut self, batch: &[Sample], rate: f32) -> f64 {
        self.gradient.groups_mut().into_iter().for_each(|group| group.fill(0.0));
        let mut error = 0.0;
        let share = 1.0 / batch.len() as f32;
        for sample in batch {
            let inputs = Inputs::of(sample.board);
            let said = self.forward(&inputs);
            self.backward(&inputs, said, sample.target, share);
            error += f64::from((said.equity() - sample.target.equity()).powi(2));
        }
        let groups = self.weights.groups_mut().into_iter().zip(self.gradient.groups());
        for ((weights, gradient), adam) in groups.zip(&mut self.adams) {
            adam.step(weights, gradient, rate);
        }
        error
    }

    #[inline(always)]
    fn forward(&mut self, inputs: &Inputs) -> Probabilities {
        let width = self.weights.hidden;
        let hidden = &mut self.hidden[..];
        hidden.copy_from_slice(&self.weights.bias);
        for &(row, input) in &inputs.rows[..inputs.count] {
            add_scaled(hidden, input, &self.weights.raw[row * width..(row + 1) * width]);
        }
        for (input, row) in inputs.experts.iter().zip(self.weights.experts.chunks_exact(width)) {
            add_scaled(hidden, *input, row);
        }
        for unit in hidden.iter_mut() {
            *unit = sigmoid(*unit);
        }
        let rows = self.weights.outputs.chunks_exact(width);
        let mut out = [0.0; 5];
        for ((out, row), bias) in out.iter_mut().zip(rows).zip(&self.weights.output_bias) {
            *out = sigmoid(bias + dot(row, hidden));
        }
        Probabilities(out)
    }

    /// Adds the slope of the cross entropy to the gradient.
    #[inline(always)]
    fn backward(
        &mut self,
        inputs: &Inputs,
        said: Probabilities,
        target: Probabilities,
        share: f32,
    ) {
        let width = self.weights.hidden;
        let slopes = &mut self.slopes[..];
        slopes.fill(0.0);
        for (o, weight) in SHARES.into_iter().enumerate() {
            let slope = share * weight * (said.0[o] - target.0[o]);
            let row = o * width..(o + 1) * width;
            add_scaled(slopes, slope, &self.weights.outputs[row.clone()]);
            add_scaled(&mut self.gradient.outputs[row], slope, &self.hidden);
            self.gradient.output_bias[o] += slope;
        }
        for (slope, unit) in slopes.iter_mut().zip(&self.hidden) {
            *slope *= unit * (1.0 - unit);
        }
        add_scaled(&mut self.gradient.bias, 1.0, slopes);
        for &(row, input) in &inputs.rows[..inputs.count] {
            add_scaled(&mut self.gradient.raw[row * width..(row + 1) * width], input, slopes);
        }
        let rows = self.gradient.experts.chunks_exact_mut(width);
        for (input, row) in inputs.experts.iter().zip(rows) {
            add_scaled(row, *input, slopes);
        }
    }
}

#[inline(always)]
fn add_scaled(sum: &mut [f32], factor: f32, terms: &[f32]) {
    for (sum, term) in sum.iter_mut().zip(terms) {
        *sum += factor * term;
    }
}

/// The sum of products, in sixteen lanes, so that it can be vectorised.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for i in 0..16 {
            lanes[i] += a[i] * b[i];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::{Inputs, Model, Sample, fresh};
    use parlour::games::backgammon::Variant;
    use parlour::games::backgammon::board::Board;
    use parlour::games::backgammon::net::{Evaluator, Nets, Probabilities};

    fn start() -> Board {
        let start = Variant::Standard.start();
        Board { mover: start, other: start }
    }

    #[test]
    fn model_says_what_the_engine_says() {
        let weights = [1, 2, 3, 4].map(|seed| fresh(32, seed < 4, seed));
        let mut model = Model::new(weights[0].clone());
        let said = model.forward(&Inputs::of(start()));
        let nets = Nets::new(&weights);
        let judged = Evaluator::new(&nets).evaluate(start());
        assert!(said.0.iter().zip(judged.0).all(|(a, b)| (a - b).abs() < 1e-5));
    }

    #[test]
    fn one_position_is_learnt() {
        let target = Probabilities([0.75, 0.3, 0.05, 0.1, 0.01]);
        let samples = [Sample { board: start(), target }; 64];
        let mut model = Model::new(fresh(32, true, 5));
        let first = model.fit(&samples, 16, 0.01);
        let errors: Vec<f64> = (0..20).map(|_| model.fit(&samples, 16, 0.01)).collect();
        let last = model.fit(&samples, 16, 0.001);
        assert!(errors[0] < first && first > 1e-3 && last < 1e-5, "{first} {last}");
    }
}
