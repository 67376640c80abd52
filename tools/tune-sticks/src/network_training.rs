//! The network of the evaluation in floating-point numbers, and its training.

use parlour::base::{Side, SplitMix64};
use parlour::games::sticks::board::sequence_states::LOCATIONS;
use parlour::games::sticks::search_board::evaluation_network::{
    EvaluationNetwork, HIDDEN, HIDDEN_ONE, INPUT_ONE, INPUTS, LAST_ONE, MAX_HIDDEN_TERM, MAX_INPUT,
    MAX_LAST, MAX_ROW, MAX_START, ROW_ONE, SHARE_ONE, WIDTH,
};
use parlour::games::sticks::search_board::evaluation_weights::TRAY_VALUE_COUNT;
use parlour::games::sticks::search_board::location_features::{
    EMPTY_FEATURE, FEATURE_COUNT, LOCATION_FEATURES,
};
use parlour_training::{Adam, cross_entropy, sigmoid};

use crate::logistic_regression::{SCALE, chance};
use crate::training_positions::QuietPosition;

/// How far a step moves a number after the first [`WARM_UP`] steps; the rate falls to 0 in the course of a fit. With 0.002,
/// 0.004 and 0.006 the losses differ by less than 0.001.
const LEARNING_RATE: f32 = 0.004;
/// Steps in which the rate grows to that. Set by hand.
const WARM_UP: f32 = 100.0;
/// The rates of the groups of [`Parameters::groups`], as parts of it. Set by hand.
const RATE_OF_GROUPS: [f32; 7] = [1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.2];
/// The greatest number of a row, either way.
const MOST_OF_ROW: f32 = MAX_ROW as f32 / ROW_ONE as f32;

/// What the fit of the network needs of a position.
pub(crate) struct NetworkPosition {
    /// The feature of each location, in the view of First.
    features: [u8; LOCATIONS.len()],
    /// The indices of the rows of the trays, those of the side to move first.
    trays: [[u8; 3]; 2],
    side: Side,
    /// The sum of the values for the side to move, in logits.
    linear: f32,
    /// The result of the game for the side to move, 0 to 1.
    result: f32,
    /// The score of the search for the side to move, in hundredths.
    score: f32,
}

impl NetworkPosition {
    /// What the fit needs of a position.
    pub(crate) fn new(QuietPosition { board, result, score }: &QuietPosition) -> Self {
        let side = board.mover();
        let is_first = side == Side::First;
        Self {
            features: board
                .patterns()
                .map(|pattern| LOCATION_FEATURES.of_pattern[usize::from(pattern)]),
            trays: [side, side.other()].map(|of| board.tray_indices(of).map(|index| index as u8)),
            side,
            linear: board.linear_value() as f32 / SCALE,
            result: if is_first { *result } else { 1.0 - result },
            score: if is_first { *score } else { -score },
        }
    }

    /// The chance that the network should give.
    pub(crate) fn target(&self, share: f32) -> f32 {
        share * self.result + (1.0 - share) * chance(self.score)
    }
}

/// All numbers, in floating point. One logit is 1.0.
#[derive(Clone)]
struct Parameters {
    /// The sums of an empty board, in either view.
    start: [f32; WIDTH],
    /// That of empty holes stays 0.
    rows: Vec<[f32; WIDTH]>,
    trays: Vec<[f32; HIDDEN]>,
    inputs: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    last: [f32; HIDDEN],
    /// The share of the sum of the values.
    share: [f32; 1],
}

impl Parameters {
    fn zero() -> Self {
        Self {
            start: [0.0; WIDTH],
            rows: vec![[0.0; WIDTH]; FEATURE_COUNT],
            trays: vec![[0.0; HIDDEN]; 2 * TRAY_VALUE_COUNT],
            inputs: vec![[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            last: [0.0; HIDDEN],
            share: [0.0],
        }
    }

    /// Random numbers, each group evenly within a range. The ranges are set by hand.
    fn random(random: &mut SplitMix64) -> Self {
        let mut one = |range: f32| (random.below(2_001) as f32 / 1_000.0 - 1.0) * range;
        let mut parameters = Self::zero();
        let [start, rows, trays, inputs, _, last, share] = parameters.groups();
        for group in [trays, inputs, last] {
            group.fill_with(|| one(0.2));
        }
        // Most of the limited sums begin above 0, where they learn.
        start.fill_with(|| one(0.4) + 0.5);
        rows[WIDTH..].fill_with(|| one(0.05));
        share.fill(1.0);
        parameters
    }

    const fn groups(&mut self) -> [&mut [f32]; 7] {
        [
            &mut self.start,
            self.rows.as_mut_slice().as_flattened_mut(),
            self.trays.as_mut_slice().as_flattened_mut(),
            self.inputs.as_mut_slice().as_flattened_mut(),
            &mut self.bias,
            &mut self.last,
            &mut self.share,
        ]
    }
}

/// The intermediate results of a position's evaluation that its gradient needs.
struct ForwardTrace {
    /// The sums of the rows, those of the side to move first.
    sums: [f32; INPUTS],
    /// The hidden units before negative ones become 0.
    hidden: [f32; HIDDEN],
    logit: f32,
}

/// The network, and the state of its fit.
pub(crate) struct TrainedNetwork {
    parameters: Parameters,
    adams: [Adam; 7],
    /// Steps of the fit so far, from 0.
    steps: f32,
}

impl TrainedNetwork {
    /// A network that starts at random.
    pub(crate) fn new(seed: u64) -> Self {
        let mut parameters = Parameters::random(&mut SplitMix64::new(seed));
        let adams = parameters.groups().map(|group| Adam::new(group.len()));
        Self { parameters, adams, steps: 0.0 }
    }

    /// The mean losses in nats over some positions: of the targets, and of the results.
    pub(crate) fn losses(&self, positions: &[NetworkPosition], share: f32) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for position in positions {
            let logit = self.forward(position).logit;
            for (sum, share) in sums.iter_mut().zip([share, 1.0]) {
                *sum += f64::from(cross_entropy(logit, position.target(share)));
            }
        }
        sums.map(|sum| sum / positions.len().max(1) as f64)
    }

    /// One step of gradient descent on these positions; `rate` scales the learning rate.
    pub(crate) fn step(&mut self, batch: &[&NetworkPosition], share: f32, rate: f32) {
        let mut gradient = self.gradient(batch, share);
        self.steps += 1.0;
        let rate = LEARNING_RATE * rate * (self.steps / WARM_UP).min(1.0);
        let groups = self.parameters.groups().into_iter().zip(gradient.groups());
        for (((group, slopes), adam), part) in groups.zip(&mut self.adams).zip(RATE_OF_GROUPS) {
            adam.step(group, slopes, rate * part);
        }
        for number in self.parameters.rows.as_flattened_mut() {
            *number = number.clamp(-MOST_OF_ROW, MOST_OF_ROW);
        }
    }

    /// The numbers as the engine reads them.
    pub(crate) fn whole_numbers(&self) -> EvaluationNetwork {
        let Parameters { start, rows, trays, inputs, bias, last, share } = &self.parameters;
        let row = |numbers: &[f32; WIDTH]| numbers.map(|n| whole(n, ROW_ONE, MAX_ROW) as i16);
        let unit = |numbers: &[f32; HIDDEN]| numbers.map(|n| whole(n, HIDDEN_ONE, MAX_HIDDEN_TERM));
        let (own, other) = trays.split_at(TRAY_VALUE_COUNT);
        let one_of_last = SCALE as i32 * LAST_ONE;
        EvaluationNetwork {
            start: Default::default(),
            rows: Vec::new(),
            trays: [own, other].map(|rows| rows.iter().map(unit).collect()),
            inputs: std::array::from_fn(|at| {
                inputs[at].map(|n| whole(n, INPUT_ONE, MAX_INPUT) as i16)
            }),
            bias: unit(bias),
            last: last.map(|n| whole(n, one_of_last, MAX_LAST) as i16),
            share: whole(share[0], SHARE_ONE, MAX_LAST),
        }
        .with_rows(
            &start.map(|n| whole(n, ROW_ONE, MAX_START) as i16),
            &rows.iter().map(row).collect::<Vec<_>>(),
        )
    }

    fn forward(&self, position: &NetworkPosition) -> ForwardTrace {
        let Parameters { start, rows, inputs, bias, last, share, .. } = &self.parameters;
        let sums = std::array::from_fn(|at| start[at % WIDTH]);
        let mut trace = ForwardTrace { sums, hidden: *bias, logit: 0.0 };
        let (own, other) = trace.sums.split_at_mut(WIDTH);
        for (sums, views) in [(own, 0), (other, 1)] {
            for feature in position.filled() {
                let row = &rows[view(feature, position.side, views)];
                sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            }
        }
        for at in position.tray_rows() {
            add_scaled(&mut trace.hidden, 1.0, &self.parameters.trays[at]);
        }
        for (sum, weights) in trace.sums.iter().zip(inputs) {
            add_scaled(&mut trace.hidden, sum.clamp(0.0, 1.0), weights);
        }
        let units = trace.hidden.iter().zip(last).map(|(unit, weight)| unit.max(0.0) * weight);
        trace.logit = units.sum::<f32>() + share[0] * position.linear;
        trace
    }

    /// The gradient of the mean loss, by backpropagation.
    fn gradient(&self, batch: &[&NetworkPosition], share: f32) -> Parameters {
        let mut gradient = Parameters::zero();
        for position in batch {
            let trace = self.forward(position);
            let slope = (sigmoid(trace.logit) - position.target(share)) / batch.len() as f32;
            self.add_gradient(&mut gradient, position, &trace, slope);
        }
        gradient
    }

    /// Adds a position to the gradient, from the slope of its loss by its logit.
    fn add_gradient(
        &self,
        gradient: &mut Parameters,
        position: &NetworkPosition,
        trace: &ForwardTrace,
        slope: f32,
    ) {
        gradient.share[0] += slope * position.linear;
        let mut hidden = [0.0; HIDDEN];
        for (at, unit) in trace.hidden.iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
            gradient.last[at] += slope * unit;
            hidden[at] = slope * self.parameters.last[at];
        }
        add_scaled(&mut gradient.bias, 1.0, &hidden);
        for at in position.tray_rows() {
            add_scaled(&mut gradient.trays[at], 1.0, &hidden);
        }
        let mut sums = [0.0; INPUTS];
        for (at, sum) in trace.sums.iter().enumerate() {
            add_scaled(&mut gradient.inputs[at], sum.clamp(0.0, 1.0), &hidden);
            if *sum > 0.0 && *sum < 1.0 {
                let terms = hidden.iter().zip(&self.parameters.inputs[at]);
                sums[at] = terms.map(|(slope, weight)| slope * weight).sum();
            }
        }
        for (views, sums) in sums.chunks(WIDTH).enumerate() {
            gradient.start.iter_mut().zip(sums).for_each(|(number, slope)| *number += slope);
            for feature in position.filled() {
                let row = &mut gradient.rows[view(feature, position.side, views)];
                row.iter_mut().zip(sums).for_each(|(number, slope)| *number += slope);
            }
        }
    }
}

impl NetworkPosition {
    /// The features of the locations that are not empty.
    fn filled(&self) -> impl Iterator<Item = u8> {
        self.features.into_iter().filter(|feature| usize::from(*feature) != EMPTY_FEATURE)
    }

    /// The rows of the trays of both sides, those of the side to move first.
    fn tray_rows(&self) -> impl Iterator<Item = usize> {
        let first_rows = [0, TRAY_VALUE_COUNT].into_iter();
        let sides = self.trays.into_iter().zip(first_rows);
        sides.flat_map(|(tray, first)| tray.map(|index| first + usize::from(index)))
    }
}

/// A feature in the view of the side to move (0) or of the other one (1).
fn view(feature: u8, side: Side, number: usize) -> usize {
    let is_of_first = (side == Side::First) == (number == 0);
    let feature = usize::from(feature);
    if is_of_first { feature } else { usize::from(LOCATION_FEATURES.exchanged[feature]) }
}

/// A number in a unit of the engine, at most `most` either way.
fn whole(number: f32, one: impl Into<i32>, most: i32) -> i32 {
    ((number * one.into() as f32).round() as i32).clamp(-most, most)
}

fn add_scaled(sums: &mut [f32; HIDDEN], factor: f32, row: &[f32; HIDDEN]) {
    sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += factor * number);
}

#[cfg(test)]
mod tests {
    use super::{LOCATION_FEATURES, NetworkPosition, SCALE, TrainedNetwork, cross_entropy};
    use crate::training_positions::QuietPosition;
    use parlour::base::SplitMix64;
    use parlour::game::{Position, Turn};
    use parlour::games::sticks::Sticks;
    use parlour::games::sticks::search_board::SearchBoard;
    use parlour::games::sticks::search_board::evaluation_network::EvaluationNetwork;

    /// Positions of random games; the side to move wins with an even number of legal moves.
    fn boards() -> Vec<QuietPosition> {
        let mut random = SplitMix64::new(5);
        let mut positions = Vec::new();
        for _ in 0..10 {
            let mut game = Sticks::new();
            for _ in 0..50 {
                let board = SearchBoard::new(&game);
                let result = if board.count_moves().is_multiple_of(2) { 1.0 } else { 0.0 };
                positions.push(QuietPosition { board, result, score: 0.0 });
                let mut moves = Vec::new();
                game.moves(&mut moves);
                game.play(moves[random.below(moves.len() as u64) as usize]);
                if matches!(game.turn(), Turn::Over(_)) {
                    break;
                }
            }
        }
        positions
    }

    #[test]
    fn gradient_is_the_change_of_the_loss_by_a_small_change() {
        let positions: Vec<NetworkPosition> = boards().iter().map(NetworkPosition::new).collect();
        let batch: Vec<&NetworkPosition> = positions.iter().skip(20).take(60).collect();
        let mut network = TrainedNetwork::new(3);
        let mut gradient = network.gradient(&batch, 1.0);
        for (group, slopes) in gradient.groups().into_iter().enumerate() {
            let mut order: Vec<usize> = (0..slopes.len()).collect();
            order.sort_by(|a, b| slopes[*b].abs().total_cmp(&slopes[*a].abs()));
            for at in order.into_iter().take(8) {
                let mut loss_after = |change: f32| -> f64 {
                    network.parameters.groups()[group][at] += change;
                    let loss = |position: &&NetworkPosition| {
                        let logit = network.forward(position).logit;
                        f64::from(cross_entropy(logit, position.target(1.0)))
                    };
                    batch.iter().map(loss).sum::<f64>() / batch.len() as f64
                };
                let difference = loss_after(3e-4) - loss_after(-6e-4);
                loss_after(3e-4);
                let (slope, expected) = (difference / 6e-4, f64::from(slopes[at]));
                assert!(
                    (slope - expected).abs() < 2e-3 + 0.15 * expected.abs(),
                    "{group} {slope} {expected}"
                );
            }
        }
    }

    #[test]
    fn whole_numbers_give_nearly_the_same_evaluation_and_come_back_from_their_text() {
        let boards = boards();
        let mut network = TrainedNetwork::new(4);
        let positions: Vec<NetworkPosition> = boards.iter().map(NetworkPosition::new).collect();
        let batch: Vec<&NetworkPosition> = positions.iter().collect();
        let before = network.losses(&positions, 1.0);
        (0..60).for_each(|_| network.step(&batch, 1.0, 1.0));
        assert!(network.losses(&positions, 1.0)[1] < before[1] - 0.01);
        let engine = network.whole_numbers();
        assert_eq!(EvaluationNetwork::read(&engine.text()).as_ref(), Some(&engine));
        let mut difference = 0.0;
        for (board, position) in boards.iter().zip(&positions) {
            let QuietPosition { board, .. } = board;
            let mut sums = engine.start;
            for pattern in board.patterns() {
                let change = [0, usize::from(*pattern)];
                engine.update(&mut sums, &LOCATION_FEATURES.of_pattern, change);
            }
            let side = board.mover();
            let trays = [side, side.other()].map(|of| board.tray_indices(of));
            let whole = engine.evaluate(&sums, side, trays, board.linear_value()) as f32;
            let real = SCALE * network.forward(position).logit;
            difference += (whole - real).abs() / positions.len() as f32;
        }
        assert!(difference < 2.0, "{difference}");
    }
}
