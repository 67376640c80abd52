//! One network while it learns: forward pass, backpropagation, steps of Adam.

use parlour::base::SplitMix64;
use parlour::base::intrinsics::with_wide_registers;
use parlour::games::backgammon::board::Board;
use parlour::games::backgammon::eval::inputs;
use parlour::games::backgammon::eval::{
    EXPERT_FEATURES, PositionClass, Probabilities, RAW_INPUTS_OF_SIDE, Weights, place_inputs,
    sigmoid,
};

use parlour_training::Adam;

/// A position and the target of its evaluation, for the side about to roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainingPosition {
    /// The position; the side about to roll is the mover.
    pub(crate) board: Board,
    /// The probabilities that the network should return, for the side about to roll.
    pub(crate) target: Probabilities,
}

/// The weight of the error of each output: a win changes twice the points that a gammon does.
const ERROR_WEIGHTS: [f32; 5] = [1.0, 0.5, 0.5, 0.5, 0.5];

/// A network that learns.
pub(crate) struct LearningNetwork {
    /// The weights as they are now.
    pub(crate) weights: Weights,
    gradient: Weights,
    /// The state of Adam for each group of weights.
    pub(crate) adams: [Adam; 7],
    /// Outputs and slopes of the units of either layer.
    first: Units,
    second: Units,
}

/// The outputs of the units of a layer, and the slopes of the loss: by the outputs at first, by the
/// inputs of the units after [`Units::slopes_by_inputs`].
struct Units {
    /// By unit: its output.
    outputs: Vec<f32>,
    /// By unit: the derivative of the loss.
    slopes: Vec<f32>,
}

impl Units {
    fn new(count: usize) -> Self {
        Self { outputs: vec![0.0; count], slopes: vec![0.0; count] }
    }

    /// From the slopes by the outputs of the units to those by their inputs.
    #[inline(always)]
    fn slopes_by_inputs(&mut self) {
        for (slope, unit) in self.slopes.iter_mut().zip(&self.outputs) {
            *slope *= unit * (1.0 - unit);
        }
    }
}

/// The inputs of a position that are not zero: rows of the raw weights, and all features.
struct Inputs {
    /// The number of a row of the raw weights, and the input; the first `count` are in use.
    rows: [(usize, f32); 128],
    /// How many raw inputs are not zero, at most 128.
    count: usize,
    /// The expert features, those that are zero included.
    experts: [f32; EXPERT_FEATURES],
}

impl Inputs {
    #[inline(always)]
    fn of(board: Board) -> Self {
        let (mut rows, mut count) = ([(0, 0.0); 128], 0);
        for (side, checkers) in [board.mover, board.other].into_iter().enumerate() {
            for (place, n) in checkers.counts().into_iter().enumerate().filter(|(_, n)| *n > 0) {
                for (k, input) in place_inputs(place, n).into_iter().enumerate() {
                    if input != 0.0 {
                        rows[count] = (side * RAW_INPUTS_OF_SIDE + place * 4 + k, input);
                        count += 1;
                    }
                }
            }
        }
        Self { rows, count, experts: inputs::features(board, PositionClass::of(board)) }
    }
}

/// Weights within ±0.1, random, and output biases (inputs of the sigmoids) near how games usually
/// end. Set by hand.
pub(crate) fn fresh(units: [usize; 2], with_experts: bool, seed: u64) -> Weights {
    let mut random = SplitMix64::new(seed);
    let mut weights = Weights::zero(units, with_experts);
    for group in weights.groups_mut() {
        group.fill_with(|| (random.below(2_001) as f32 - 1_000.0) / 10_000.0);
    }
    weights.output_bias.copy_from_slice(&[0.0, -1.5, -4.0, -1.5, -4.0]);
    weights
}

/// The same network with at least this many units in the first layer.
///
/// The new units read small random weights, and nothing reads them yet, so the outputs stay.
pub(crate) fn widened(weights: &Weights, units: usize, seed: u64) -> Weights {
    let (old, with_experts) = (weights.hidden, weights.features() > 0);
    let mut wide = fresh([units.max(old), weights.second], with_experts, seed);
    let width = wide.hidden;
    // By input: a row of a number for each unit.
    let by_unit = [
        (&weights.raw, &mut wide.raw),
        (&weights.experts, &mut wide.experts),
        (&weights.bias, &mut wide.bias),
    ];
    for (from, to) in by_unit {
        for (from, to) in from.chunks_exact(old).zip(to.chunks_exact_mut(width)) {
            to[..old].copy_from_slice(from);
        }
    }
    // By unit of the next layer: a row of a number for each unit of the first.
    let readers = if weights.second > 0 {
        (&weights.inner, &mut wide.inner)
    } else {
        (&weights.outputs, &mut wide.outputs)
    };
    for (from, to) in readers.0.chunks_exact(old).zip(readers.1.chunks_exact_mut(width)) {
        to[..old].copy_from_slice(from);
        to[old..].fill(0.0);
    }
    wide.inner_bias.copy_from_slice(&weights.inner_bias);
    wide.output_bias.copy_from_slice(&weights.output_bias);
    if weights.second > 0 {
        wide.outputs.copy_from_slice(&weights.outputs);
    }
    wide
}

impl LearningNetwork {
    /// A network that learns from these weights on.
    pub(crate) fn new(weights: Weights) -> Self {
        let adams = weights.groups().map(|group| Adam::new(group.len()));
        Self::with_adams(weights, adams)
    }

    /// A network that goes on learning: its weights, and the state of Adam for each group of them.
    pub(crate) fn with_adams(weights: Weights, adams: [Adam; 7]) -> Self {
        let (first, second) = (Units::new(weights.hidden), Units::new(weights.second));
        let gradient = Weights::zero([weights.hidden, weights.second], weights.features() > 0);
        Self { weights, gradient, adams, first, second }
    }

    /// One step of Adam over each batch of these samples; the mean squared error of the equity
    /// before.
    pub(crate) fn fit(&mut self, samples: &[TrainingPosition], batch: usize, rate: f32) -> f64 {
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
    fn step(&mut self, batch: &[TrainingPosition], rate: f32) -> f64 {
        self.gradient.groups_mut().into_iter().for_each(|group| group.fill(0.0));
        let mut error = 0.0;
        let share = 1.0 / batch.len() as f32;
        for sample in batch {
            let inputs = Inputs::of(sample.board);
            let outputs = self.forward(&inputs);
            self.backward(&inputs, outputs, sample.target, share);
            error += f64::from((outputs.equity() - sample.target.equity()).powi(2));
        }
        let groups = self.weights.groups_mut().into_iter().zip(self.gradient.groups());
        for ((weights, gradient), adam) in groups.zip(&mut self.adams) {
            adam.step(weights, gradient, rate);
        }
        error
    }

    #[inline(always)]
    fn forward(&mut self, inputs: &Inputs) -> Probabilities {
        let Self { weights, first, second, .. } = self;
        let width = weights.hidden;
        let hidden = &mut first.outputs[..];
        hidden.copy_from_slice(&weights.bias);
        for &(row, input) in &inputs.rows[..inputs.count] {
            add_scaled(hidden, input, &weights.raw[row * width..(row + 1) * width]);
        }
        for (input, row) in inputs.experts.iter().zip(weights.experts.chunks_exact(width)) {
            add_scaled(hidden, *input, row);
        }
        for unit in hidden {
            *unit = sigmoid(*unit);
        }
        layer(&first.outputs, &weights.inner, &weights.inner_bias, &mut second.outputs);
        let last = if weights.second > 0 { second } else { first };
        let mut out = [0.0; 5];
        layer(&last.outputs, &weights.outputs, &weights.output_bias, &mut out);
        Probabilities::from_array(out)
    }

    /// Adds the slope of the cross entropy to the gradient.
    #[inline(always)]
    fn backward(
        &mut self,
        inputs: &Inputs,
        outputs: Probabilities,
        target: Probabilities,
        share: f32,
    ) {
        let Self { weights, gradient, first, second, .. } = self;
        let (outputs, wanted) = (outputs.to_array(), target.to_array());
        let errors: [f32; 5] =
            std::array::from_fn(|o| share * ERROR_WEIGHTS[o] * (outputs[o] - wanted[o]));
        let is_deep = weights.second > 0;
        let last = if is_deep { &mut *second } else { &mut *first };
        learn_layer(&errors, &weights.outputs, last, &mut gradient.outputs);
        add_scaled(&mut gradient.output_bias, 1.0, &errors);
        if is_deep {
            second.slopes_by_inputs();
            learn_layer(&second.slopes, &weights.inner, first, &mut gradient.inner);
            add_scaled(&mut gradient.inner_bias, 1.0, &second.slopes);
        }
        first.slopes_by_inputs();
        let (width, slopes) = (weights.hidden, &first.slopes[..]);
        add_scaled(&mut gradient.bias, 1.0, slopes);
        for &(row, input) in &inputs.rows[..inputs.count] {
            add_scaled(&mut gradient.raw[row * width..(row + 1) * width], input, slopes);
        }
        for (input, row) in inputs.experts.iter().zip(gradient.experts.chunks_exact_mut(width)) {
            add_scaled(row, *input, slopes);
        }
    }
}

/// The forward pass of a layer: a row of weights and a bias for each unit.
#[inline(always)]
fn layer(inputs: &[f32], weights: &[f32], bias: &[f32], outputs: &mut [f32]) {
    let rows = weights.chunks_exact(inputs.len()).zip(bias);
    for (outputs, (row, bias)) in outputs.iter_mut().zip(rows) {
        *outputs = sigmoid(bias + dot(row, inputs));
    }
}

/// Backpropagation through a layer: from the slopes by the inputs of its units to those by its
/// weights, and by the outputs of the layer below.
#[inline(always)]
fn learn_layer(slopes: &[f32], weights: &[f32], below: &mut Units, gradient: &mut [f32]) {
    let Units { outputs, slopes: back } = below;
    back.fill(0.0);
    let rows = weights.chunks_exact(outputs.len()).zip(gradient.chunks_exact_mut(outputs.len()));
    for (slope, (row, gradient)) in slopes.iter().zip(rows) {
        add_scaled(back, *slope, row);
        add_scaled(gradient, *slope, outputs);
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
    use super::{ERROR_WEIGHTS, Inputs, LearningNetwork, TrainingPosition, fresh, widened};
    use parlour::games::backgammon::Variant;
    use parlour::games::backgammon::board::Board;
    use parlour::games::backgammon::eval::{Evaluator, Nets, Probabilities, Weights};

    fn start() -> Board {
        let start = Variant::Standard.start();
        Board { mover: start, other: start }
    }

    #[test]
    fn model_and_engine_give_the_same() {
        let weights = [1, 2, 3, 4].map(|seed| fresh([32, 16], seed < 4, seed));
        let mut model = LearningNetwork::new(weights[0].clone());
        let outputs = model.forward(&Inputs::of(start()));
        let nets = Nets::new(&weights);
        let found = Evaluator::new(&nets).evaluate(start());
        assert!(outputs.to_array().iter().zip(found.to_array()).all(|(a, b)| (a - b).abs() < 5e-4));
    }

    #[test]
    fn wider_network_gives_the_same_until_it_learns() {
        for (second, with_experts) in [(16, true), (0, false)] {
            let narrow = fresh([32, second], with_experts, 3);
            let wide = widened(&narrow, 48, 4);
            assert_eq!(wide.hidden, 48);
            let inputs = Inputs::of(start());
            let mut wide = LearningNetwork::new(wide);
            let same = LearningNetwork::new(narrow).forward(&inputs).to_array();
            let found = wide.forward(&inputs).to_array();
            assert!(same.iter().zip(found).all(|(a, b)| (a - b).abs() < 1e-6));
            let target = Probabilities::from_array([0.75, 0.3, 0.05, 0.1, 0.01]);
            let readers = |of: &Weights| if second > 0 { of.inner[40] } else { of.outputs[40] };
            assert!(readers(&wide.weights).abs() < 1e-9);
            wide.fit(&[TrainingPosition { board: start(), target }; 64], 16, 0.01);
            assert!(readers(&wide.weights).abs() > 1e-4);
        }
    }

    #[test]
    fn one_position_is_learnt() {
        let target = Probabilities::from_array([0.75, 0.3, 0.05, 0.1, 0.01]);
        let samples = [TrainingPosition { board: start(), target }; 64];
        for second in [0, 16] {
            let mut model = LearningNetwork::new(fresh([32, second], true, 5));
            let first = model.fit(&samples, 16, 0.01);
            let errors: Vec<f64> = (0..20).map(|_| model.fit(&samples, 16, 0.01)).collect();
            let last = model.fit(&samples, 16, 0.001);
            assert!(errors[0] < first && first > 1e-3 && last < 1e-5, "{first} {last}");
        }
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let target = Probabilities::from_array([0.7, 0.2, 0.1, 0.15, 0.05]);
        let inputs = Inputs::of(start());
        let mut model = LearningNetwork::new(fresh([16, 16], true, 8));
        let outputs = model.forward(&inputs);
        model.backward(&inputs, outputs, target, 1.0);
        let loss = |weights: &Weights| -> f64 {
            let outputs =
                LearningNetwork::new(weights.clone()).forward(&inputs).to_array().map(f64::from);
            let one = |o: usize| {
                let wanted = f64::from(target.to_array()[o]);
                -f64::from(ERROR_WEIGHTS[o])
                    * (wanted * outputs[o].ln() + (1.0 - wanted) * (1.0 - outputs[o]).ln())
            };
            (0..5).map(one).sum()
        };
        for (group, at) in [(0, 16 * 25 + 3), (1, 5), (2, 7), (3, 40), (4, 9), (5, 33), (6, 2)] {
            let mut moved = model.weights.clone();
            let mut losses = [0.01_f32, -0.01].map(|step| {
                moved.groups_mut()[group][at] = model.weights.groups()[group][at] + step;
                loss(&moved)
            });
            losses[0] = (losses[0] - losses[1]) / 0.02;
            let slope = f64::from(model.gradient.groups()[group][at]);
            assert!((losses[0] - slope).abs() < 1e-3 + 0.02 * slope.abs(), "{group} {slope}");
        }
    }
}
