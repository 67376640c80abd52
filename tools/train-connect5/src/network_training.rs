//! The engine's network in floating-point numbers, and its training.
//!
//! The rows of the codebook are sums: one part for the two shapes that First and Second would make
//! on the line, and one for the pattern itself, which learns more slowly. So patterns that are
//! seldom seen learn from those that resemble them.

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

use parlour::base::intrinsics::with_wide_registers;
use parlour::base::{Side, SplitMix64};
use parlour::games::connect5::Rule;
use parlour::games::connect5::threat_map::line_pattern_numbers::{exchanged, shapes};
use parlour::games::connect5::threat_map::pattern_network::{
    CODE_WIDTH, CellPatterns, HIDDEN, POOLED, REGIONS, SideWeights, side_weights_count,
    side_weights_index,
};
use parlour_training::{Adam, cross_entropy, sigmoid};

use crate::layer_products::{add_layer, add_scaled, product};
use crate::network_parameters::{
    GROUPS, POOLED_SCALE, Parameters, REGION_SCALE, REGION_UNITS_SCALE, UNITS_PER_LOGIT,
};
use crate::training_positions::{Positions, TargetMix, TrainingPosition};

/// How far a step moves a parameter after the first [`WARM_UP`] steps; the rate falls to 0 in the course of a fit. Set by
/// hand; no measurement is recorded.
const LEARNING_RATE: f32 = 0.005;
/// Steps in which the rate grows to that. Set by hand.
const WARM_UP: f32 = 200.0;
/// The rates of the groups of [`Parameters::groups`], as parts of it. Set by hand.
const RATE_OF_GROUPS: [f32; GROUPS] = [1.0, 1.0, 1.0, 0.15, 0.5, 1.0, 1.0, 1.0, 1.0];
/// The parts of a batch whose gradients are found at the same time, whatever the number of threads.
/// Set by hand.
const PARTS: usize = 4;

/// The network of a rule, and the state of its fit.
pub(crate) struct TrainedNetwork {
    rule: Rule,
    tables: Vec<TrainedTable>,
    /// By the number of a pattern: that of the pattern with the sides' stones exchanged.
    exchanged: &'static [u16],
    /// Steps of the fit so far, from 0.
    steps: f32,
}

/// The numbers of one table.
struct TrainedTable {
    parameters: Parameters,
    /// By the number of a pattern in the view of the table's side: its pair of shapes.
    shapes: Vec<u8>,
    adams: [Adam; GROUPS],
    /// The rows of the codebook, the sums of both parts.
    codes: Vec<[f32; CODE_WIDTH]>,
}

/// The intermediate results of a position's evaluation that its gradient needs.
#[derive(Default)]
struct ForwardTrace {
    /// By cell: the sums of codes, in the view of the side to act and in the other one.
    cells: Vec<[[f32; CODE_WIDTH]; 2]>,
    /// The sums over all cells, multiplied by [`POOLED_SCALE`], in both views.
    pooled: [f32; POOLED],
    /// The sums over the cells of each region, multiplied by [`REGION_SCALE`], in both views.
    regions: [[f32; POOLED]; REGIONS],
    /// The outputs of the units of each region, 0 or more.
    units: [[f32; HIDDEN]; REGIONS],
    /// Their sums over the regions, multiplied by [`REGION_UNITS_SCALE`].
    unit_sums: [f32; HIDDEN],
    /// The outputs of the hidden units, 0 or more.
    hidden: [f32; HIDDEN],
    /// The outputs of the second layer, 0 or more.
    second: [f32; HIDDEN],
}

impl TrainedNetwork {
    /// A network that starts at these weights of the engine, or at random.
    pub(crate) fn new(rule: Rule, start: Option<&[SideWeights]>, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let table = |number: usize| {
            let parameters = match start {
                Some(weights) => {
                    let mut parameters = Parameters::of(&weights[number.min(weights.len() - 1)]);
                    parameters.begin_empty_layers(&mut random);
                    parameters
                }
                None => Parameters::random(&mut random),
            };
            let adams = parameters.clone().groups().map(|group| Adam::new(group.len()));
            // Where a rule has one table, that is of both sides, and their shapes are the same.
            let shapes = shapes(rule, Side::BOTH[number]);
            TrainedTable { parameters, shapes, adams, codes: Vec::new() }
        };
        let tables = (0..side_weights_count(rule)).map(table).collect();
        let mut network = Self { rule, tables, exchanged: exchanged(), steps: 0.0 };
        network.add_codes();
        network
    }

    /// Mixes the numbers with those of the weights that the fit started from, which get this share.
    ///
    /// The mean of a network and of one that was fitted from it may be better than both.
    pub(crate) fn mix_with_start(&mut self, start: &[SideWeights], share: f32) {
        for (table, weights) in self.tables.iter_mut().zip(start.iter().cycle()) {
            let mut other = Parameters::of(weights);
            let groups = table.parameters.groups().into_iter().zip(other.groups());
            for (number, start) in groups.flat_map(|(group, other)| group.iter_mut().zip(other)) {
                *number += share * (*start - *number);
            }
        }
        self.add_codes();
    }

    /// The weights as the engine reads them.
    pub(crate) fn weights(&self) -> Vec<SideWeights> {
        self.tables.iter().map(|table| table.parameters.weights(&table.codes)).collect()
    }

    /// The evaluation of a position for its side to act, in logits.
    #[cfg(test)]
    pub(crate) fn value(&self, sample: &TrainingPosition, cells: &[CellPatterns]) -> f32 {
        self.forward(sample, cells, &mut ForwardTrace::default())
    }

    /// The mean losses in nats over all positions, one for each target.
    pub(crate) fn losses<const N: usize>(
        &self,
        positions: &Positions,
        targets: [TargetMix; N],
    ) -> [f64; N] {
        let sum = |range: std::ops::Range<usize>| {
            with_wide_registers(
                #[inline(always)]
                || {
                    let (mut sums, mut trace) = ([0.0; N], ForwardTrace::default());
                    for number in range {
                        let (sample, cells) = positions.at(number);
                        let logit = self.forward(sample, cells, &mut trace);
                        for (sum, target) in sums.iter_mut().zip(targets) {
                            *sum += f64::from(cross_entropy(
                                logit,
                                target.chance(sample, UNITS_PER_LOGIT),
                            ));
                        }
                    }
                    sums
                },
            )
        };
        let half = positions.len() / 2;
        let sums = thread::scope(|scope| {
            let other = scope.spawn(|| sum(half..positions.len()));
            let one = sum(0..half);
            [one, other.join().unwrap_or_else(|fault| resume_unwind(fault))]
        });
        std::array::from_fn(|at| (sums[0][at] + sums[1][at]) / positions.len() as f64)
    }

    /// One step of gradient descent on these positions; `rate_factor` scales the learning rate.
    pub(crate) fn step(
        &mut self,
        positions: &Positions,
        batch: &[usize],
        target: TargetMix,
        rate_factor: f32,
    ) {
        let share = 1.0 / batch.len() as f32;
        let part = |part: &[usize]| self.gradient(positions, part, target, share);
        let mut gradients: Vec<Vec<Parameters>> = thread::scope(|scope| {
            let parts = batch.chunks(batch.len().div_ceil(PARTS));
            let threads: Vec<_> = parts.map(|numbers| scope.spawn(move || part(numbers))).collect();
            let sums = threads.into_iter().map(ScopedJoinHandle::join);
            sums.map(|sum| sum.unwrap_or_else(|fault| resume_unwind(fault))).collect()
        });
        let Some(mut sum) = gradients.pop() else { return };
        for other in &mut gradients {
            for (sum, other) in sum.iter_mut().zip(other) {
                for (sum, other) in sum.groups().into_iter().zip(other.groups()) {
                    sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += *other);
                }
            }
        }
        self.steps += 1.0;
        let rate = LEARNING_RATE * rate_factor * (self.steps / WARM_UP).min(1.0);
        for (table, gradient) in self.tables.iter_mut().zip(&mut sum) {
            for (shapes, code) in table.shapes.iter().zip(&gradient.codes) {
                let sum = &mut gradient.shapes[usize::from(*shapes)];
                sum.iter_mut().zip(code).for_each(|(sum, slope)| *sum += slope);
            }
            let groups = table.parameters.groups().into_iter().zip(gradient.groups());
            for (((group, slopes), adam), part) in groups.zip(&mut table.adams).zip(RATE_OF_GROUPS)
            {
                adam.step(group, slopes, rate * part);
            }
            table.parameters.limit(&table.shapes);
        }
        self.add_codes();
    }

    /// Adds up the two parts of the codebooks.
    fn add_codes(&mut self) {
        for TrainedTable { parameters, shapes, codes, .. } in &mut self.tables {
            let parts = parameters.codes.iter().zip(&*shapes);
            *codes = parts
                .map(|(code, shapes)| {
                    let shared = &parameters.shapes[usize::from(*shapes)];
                    std::array::from_fn(|at| code[at] + shared[at])
                })
                .collect();
        }
    }

    /// The gradients of all tables for these positions, each of which counts `share`.
    fn gradient(
        &self,
        positions: &Positions,
        numbers: &[usize],
        target: TargetMix,
        share: f32,
    ) -> Vec<Parameters> {
        let mut gradient = vec![Parameters::zero(); self.tables.len()];
        let mut trace = ForwardTrace::default();
        with_wide_registers(
            #[inline(always)]
            || {
                for number in numbers {
                    let (sample, cells) = positions.at(*number);
                    let chance = sigmoid(self.forward(sample, cells, &mut trace));
                    let slope = (chance - target.chance(sample, UNITS_PER_LOGIT)) * share;
                    self.backward(sample, cells, &trace, slope, &mut gradient);
                }
            },
        );
        gradient
    }

    /// The tables of the side to act and of the other side.
    #[inline(always)]
    const fn tables_of(&self, side: Side) -> [usize; 2] {
        [side_weights_index(self.rule, side), side_weights_index(self.rule, side.other())]
    }

    /// A pattern in the view of the side to act, and in that of the other side.
    #[inline(always)]
    fn views(&self, pattern: u16, side: Side) -> [usize; 2] {
        let exchanged = self.exchanged[usize::from(pattern)];
        let views = [pattern, exchanged].map(usize::from);
        if matches!(side, Side::First) { views } else { [views[1], views[0]] }
    }

    #[inline(always)]
    fn forward(
        &self,
        sample: &TrainingPosition,
        cells: &[CellPatterns],
        trace: &mut ForwardTrace,
    ) -> f32 {
        let tables = self.tables_of(sample.side);
        let codes = tables.map(|table| &self.tables[table].codes);
        trace.cells.clear();
        trace.regions = [[0.0; POOLED]; REGIONS];
        for CellPatterns { patterns, region } in cells {
            let mut sums = [[0.0; CODE_WIDTH]; 2];
            for pattern in patterns {
                let views = self.views(*pattern, sample.side);
                for view in 0..2 {
                    add_scaled(&mut sums[view], 1.0, &codes[view][views[view]]);
                }
            }
            let region = &mut trace.regions[usize::from(*region)];
            for (all, sum) in region.iter_mut().zip(sums.as_flattened()) {
                *all += sum.clamp(0.0, 1.0) * REGION_SCALE;
            }
            trace.cells.push(sums);
        }
        let parameters = &self.tables[tables[0]].parameters;
        let Parameters { rows, pooled, last, region, region_units, second, second_last, .. } =
            parameters;
        trace.pooled = [0.0; POOLED];
        trace.unit_sums = [0.0; HIDDEN];
        for (sums, units) in trace.regions.iter().zip(&mut trace.units) {
            add_scaled(&mut trace.pooled, POOLED_SCALE / REGION_SCALE, sums);
            *units = region[POOLED];
            for (sum, weights) in sums.iter().zip(region) {
                add_scaled(units, *sum, weights);
            }
            *units = units.map(|unit| unit.max(0.0));
            add_scaled(&mut trace.unit_sums, REGION_UNITS_SCALE, units);
        }
        trace.hidden = [0.0; HIDDEN];
        for row in sample.active {
            add_scaled(&mut trace.hidden, 1.0, &rows[usize::from(row)]);
        }
        for (sum, weights) in trace.pooled.iter().zip(pooled) {
            add_scaled(&mut trace.hidden, *sum, weights);
        }
        for (sum, weights) in trace.unit_sums.iter().zip(region_units) {
            add_scaled(&mut trace.hidden, *sum, weights);
        }
        trace.hidden = trace.hidden.map(|unit| unit.max(0.0));
        trace.second = second[HIDDEN];
        for (unit, weights) in trace.hidden.iter().zip(second) {
            add_scaled(&mut trace.second, *unit, weights);
        }
        trace.second = trace.second.map(|unit| unit.max(0.0));
        product(&trace.hidden, last) + product(&trace.second, second_last)
    }

    /// Backpropagation: adds a position to the gradient, from the slope of its loss by its logit.
    #[inline(always)]
    fn backward(
        &self,
        sample: &TrainingPosition,
        cells: &[CellPatterns],
        trace: &ForwardTrace,
        slope: f32,
        gradient: &mut [Parameters],
    ) {
        let tables = self.tables_of(sample.side);
        let Parameters { pooled, last, region, region_units, second, second_last, .. } =
            &self.tables[tables[0]].parameters;
        let own = &mut gradient[tables[0]];
        let seconds = add_layer(&mut own.second_last, &trace.second, second_last, slope);
        add_scaled(&mut own.second[HIDDEN], 1.0, &seconds);
        let mut slopes = add_layer(&mut own.last, &trace.hidden, last, slope);
        for at in 0..HIDDEN {
            if trace.hidden[at] > 0.0 {
                add_scaled(&mut own.second[at], trace.hidden[at], &seconds);
                slopes[at] += product(&seconds, &second[at]);
            }
        }
        for row in sample.active {
            add_scaled(&mut own.rows[usize::from(row)], 1.0, &slopes);
        }
        let mut sums = [0.0; POOLED];
        for (at, sum) in trace.pooled.iter().enumerate() {
            add_scaled(&mut own.pooled[at], *sum, &slopes);
            sums[at] = product(&slopes, &pooled[at]) * POOLED_SCALE;
        }
        let mut units = [0.0; HIDDEN];
        for (at, sum) in trace.unit_sums.iter().enumerate() {
            add_scaled(&mut own.region_units[at], *sum, &slopes);
            units[at] = product(&slopes, &region_units[at]) * REGION_UNITS_SCALE;
        }
        let mut sums_of_regions = [sums; REGIONS];
        for (number, sums) in sums_of_regions.iter_mut().enumerate() {
            let mut slopes = units;
            for (slope, unit) in slopes.iter_mut().zip(trace.units[number]) {
                *slope = if unit > 0.0 { *slope } else { 0.0 };
            }
            add_scaled(&mut own.region[POOLED], 1.0, &slopes);
            for at in 0..POOLED {
                add_scaled(&mut own.region[at], trace.regions[number][at], &slopes);
                sums[at] += product(&slopes, &region[at]) * REGION_SCALE;
            }
        }
        for (CellPatterns { patterns, region }, values) in cells.iter().zip(&trace.cells) {
            let mut slopes = [[0.0; CODE_WIDTH]; 2];
            let sums = &sums_of_regions[usize::from(*region)];
            let values = values.as_flattened().iter().zip(sums);
            for (slope, (value, sum)) in slopes.as_flattened_mut().iter_mut().zip(values) {
                let is_active = *value > 0.0 && *value < 1.0;
                *slope = if is_active { *sum } else { 0.0 };
            }
            for pattern in patterns {
                let views = self.views(*pattern, sample.side);
                for view in 0..2 {
                    let code = &mut gradient[tables[view]].codes[views[view]];
                    add_scaled(code, 1.0, &slopes[view]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Parameters, TrainedNetwork, UNITS_PER_LOGIT, cross_entropy};
    use crate::training_positions::{Positions, TargetMix};
    use parlour::base::SplitMix64;
    use parlour::game::{Position, Turn};
    use parlour::games::connect5::threat_map::ThreatMap;
    use parlour::games::connect5::threat_map::pattern_network::PatternNetwork;
    use parlour::games::connect5::{Board, Rule};

    /// Positions of random games; the result is 1 where `wins` says so.
    fn positions(rule: Rule, games: u64, wins: impl Fn(&ThreatMap) -> bool) -> Positions {
        let mut random = SplitMix64::new(7);
        let mut positions = Positions::default();
        for _ in 0..games {
            let mut board = Board::with(15, 15, rule).unwrap();
            for _ in 0..60 {
                if !matches!(board.turn(), Turn::Decide(_)) {
                    break;
                }
                let map = ThreatMap::new(&board);
                positions.push(&map, if wins(&map) { 1.0 } else { 0.0 }, 0.0);
                let mut moves = Vec::new();
                board.moves(&mut moves);
                board.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
        positions
    }

    #[test]
    fn gradient_is_the_change_of_the_loss_by_a_small_change() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let positions = positions(rule, 1, |map| map.empties() % 3 == 0);
            let mut network = TrainedNetwork::new(rule, None, 3);
            let numbers: Vec<usize> = (20..40).collect();
            let target = TargetMix(1.0);
            let loss = |network: &TrainedNetwork| -> f32 {
                let each = numbers.iter().map(|number| {
                    let (sample, cells) = positions.at(*number);
                    cross_entropy(
                        network.value(sample, cells),
                        target.chance(sample, UNITS_PER_LOGIT),
                    )
                });
                each.sum()
            };
            let gradient = network.gradient(&positions, &numbers, target, 1.0);
            for (table, mut gradient) in gradient.into_iter().enumerate() {
                let groups = gradient.groups().into_iter().enumerate();
                // The shapes get their gradient in a step, from that of the patterns.
                for (group, slopes) in groups.filter(|(group, _)| *group != 4) {
                    let mut order: Vec<usize> = (0..slopes.len()).collect();
                    order.sort_by(|a, b| slopes[*b].abs().total_cmp(&slopes[*a].abs()));
                    for at in order.into_iter().take(12) {
                        let mut shifted = |by: f32| {
                            network.tables[table].parameters.groups()[group][at] += by;
                            network.add_codes();
                            loss(&network)
                        };
                        let difference = shifted(2e-3) - shifted(-4e-3);
                        shifted(2e-3);
                        let slope = difference / 4e-3;
                        assert!(
                            (slope - slopes[at]).abs() < 0.05 + 0.1 * slope.abs(),
                            "{group} {slope} {}",
                            slopes[at]
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_decides_the_results_is_learned() {
        // The side with more cells of open threes wins.
        let positions = positions(Rule::Freestyle, 200, |map| {
            map.three_cells(map.side()).len() > map.three_cells(map.side().other()).len()
        });
        let mut network = TrainedNetwork::new(Rule::Freestyle, None, 1);
        let [before] = network.losses(&positions, [TargetMix(1.0)]);
        for round in 0..400 {
            let batch: Vec<usize> =
                (0..500).map(|at| (round * 500 + at) % positions.len()).collect();
            network.step(&positions, &batch, TargetMix(1.0), 1.0);
        }
        let [after] = network.losses(&positions, [TargetMix(1.0)]);
        assert!(after < 0.6 * before, "{before} {after}");
    }

    #[test]
    fn engine_holds_the_numbers_of_a_step() {
        let positions = positions(Rule::Freestyle, 1, |_| true);
        let mut network = TrainedNetwork::new(Rule::Freestyle, None, 3);
        network.tables[0].parameters.last.fill(10.0);
        network.step(&positions, &[20, 21], TargetMix(1.0), 1.0);
        let engine = Parameters::of(&network.weights()[0]).last;
        let numbers = network.tables[0].parameters.last;
        assert!(numbers.iter().zip(engine).all(|(a, b)| (a - b).abs() < 1e-3), "{numbers:?}");
    }

    #[test]
    fn integers_of_the_engine_give_nearly_the_same_evaluation() {
        for rule in [Rule::Standard, Rule::Renju] {
            let positions = positions(rule, 3, |_| false);
            let network = TrainedNetwork::new(rule, None, 9);
            let weights = network.weights();
            let engine = PatternNetwork::new(&weights);
            let again = TrainedNetwork::new(rule, Some(&weights), 1);
            for number in 0..positions.len() {
                let (sample, cells) = positions.at(number);
                let whole =
                    engine.evaluate(sample.side, sample.active.map(usize::from), cells) as f32;
                let real = UNITS_PER_LOGIT * network.value(sample, cells);
                assert!((whole - real).abs() < 12.0, "{whole} {real}");
                let read = UNITS_PER_LOGIT * again.value(sample, cells);
                assert!((read - real).abs() < 12.0, "{read} {real}");
            }
        }
    }
}
