//! A feed-forward neural network laid out for speed, and the four networks of a variant.

pub(crate) mod float_weights;
mod quantized_layer;
pub(crate) mod simd_lanes;
pub(crate) mod weights_file;

use std::sync::LazyLock;

use float_weights::Weights;
use quantized_layer::{Layer, Range};
use simd_lanes::{
    LANES, Lanes, UNIT_STEPS, add, add_products, lanes, sigmoid_lanes, sigmoid_steps, total,
};
use weights_file::FileError;

use super::inputs::features_by_class::EXPERT_FEATURES;
use super::inputs::raw_inputs::{RAW_INPUTS_OF_SIDE, place_inputs};
use super::position_class::PositionClass;
use super::probabilities::Probabilities;
use super::sigmoid::sigmoid;
use crate::base::bits::ones;
use crate::games::backgammon::board::Checkers;
use crate::games::backgammon::board::variant::Variant;

/// The checkers that a place can have: 0 to 15.
const COUNTS: usize = 16;
/// Places of a side: off, the points 1 to 24, the bar.
const PLACES: usize = 26;
/// Hidden units whose accumulators are summed up at a time.
const WIDE: usize = 2 * LANES;

/// Steps of 1.0 in which an accumulator counts, for sums from −32 to 32.
const ACCUMULATOR_STEPS: f32 = 1_024.0;
/// The range of the expert features.
const FEATURES: Range = Range { widest: 8.0, steps: 2_048.0 };
/// The range of the outputs of hidden units.
const UNITS: Range = Range { widest: 1.0, steps: UNIT_STEPS };

/// One network, ready to evaluate.
///
/// ```text
/// places    [side][place][count][unit]       the four raw inputs of a count summed up, in steps
/// outputs   [block of 16 units][output][16]
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    hidden: usize,
    second: usize,
    places: Vec<i16>,
    experts: Layer<4>,
    bias: Vec<f32>,
    inner: Layer<2>,
    inner_bias: Vec<f32>,
    outputs: Vec<f32>,
    output_bias: [f32; 5],
}

impl Network {
    /// Lays the weights out.
    pub fn new(weights: &Weights) -> Self {
        let Weights { hidden, second, .. } = *weights;
        let expert = |unit, feature| weights.experts[feature * hidden + unit];
        let inner = |unit, from| weights.inner[unit * hidden + from];
        Self {
            hidden,
            second,
            places: places(weights),
            experts: Layer::new(hidden, weights.features(), FEATURES, expert),
            bias: weights.bias.clone(),
            inner: Layer::new(second, hidden, UNITS, inner),
            inner_bias: weights.inner_bias.clone(),
            outputs: in_blocks(&weights.outputs, weights.last()),
            output_bias: std::array::from_fn(|o| weights.output_bias[o]),
        }
    }

    /// The length of an accumulator: one number for each hidden unit, and some for padding.
    pub(super) const fn width(&self) -> usize {
        self.hidden.next_multiple_of(WIDE)
    }

    /// Writes the accumulator of one side (0 the mover, 1 the other): what its checkers add to
    /// the input of each hidden unit, in steps.
    #[inline(always)]
    pub(super) fn write_accumulator(&self, side: usize, checkers: Checkers, sums: &mut [i16]) {
        let mut rows = [0_usize; PLACES];
        let mut count = 0;
        let off = u32::from(checkers.count(0) > 0);
        for place in ones(u64::from(checkers.occupied() | off)) {
            let n = usize::from(checkers.count(place as u8));
            rows[count] = ((side * PLACES + place as usize) * COUNTS + n) * self.width();
            count += 1;
        }
        for (block, sums) in sums.as_chunks_mut::<WIDE>().0.iter_mut().enumerate() {
            let mut sum = [0_i16; WIDE];
            for row in &rows[..count] {
                let terms = &self.places[row + block * WIDE..][..WIDE];
                for (sum, term) in sum.iter_mut().zip(terms) {
                    *sum = sum.saturating_add(*term);
                }
            }
            *sums = sum;
        }
    }

    /// The forward pass: the five outputs, by the accumulators of both sides and the features in
    /// steps (those that the class of the position has, or none).
    #[inline(always)]
    pub(super) fn evaluate(&self, sides: [&[i16]; 2], features: &[[i16; 2]]) -> Probabilities {
        let mut out = [[0.0; LANES]; 5];
        let mut hidden = [0_i16; Weights::WIDEST];
        for from in (0..self.hidden).step_by(Layer::<4>::UNITS) {
            let sums = self.experts.sums(from, features);
            for (at, sum) in (from..self.hidden).step_by(LANES).zip(&sums) {
                let inputs = self.inputs(at, sides, sum);
                if self.second == 0 {
                    self.add_units(at, &sigmoid_lanes(&inputs), &mut out);
                } else {
                    sigmoid_steps(&inputs, &mut hidden[at..at + LANES]);
                }
            }
        }
        let (hidden, _) = hidden[..self.hidden].as_chunks();
        for from in (0..self.second).step_by(Layer::<2>::UNITS) {
            let sums = self.inner.sums(from, hidden);
            for (at, sum) in (from..self.second).step_by(LANES).zip(&sums) {
                let mut units = *lanes(&self.inner_bias, at);
                add(&mut units, sum);
                self.add_units(at, &sigmoid_lanes(&units), &mut out);
            }
        }
        let mut outputs = self.output_bias;
        for (output, lanes) in outputs.iter_mut().zip(out) {
            *output = sigmoid(*output + total(lanes));
        }
        Probabilities::from_array(outputs)
    }

    /// The inputs of the block of units at `at` of the first layer.
    #[inline(always)]
    fn inputs(&self, at: usize, sides: [&[i16]; 2], features: &Lanes) -> Lanes {
        let mut sum = *lanes(&self.bias, at);
        let (mine, theirs) = (&sides[0][at..at + LANES], &sides[1][at..at + LANES]);
        for i in 0..LANES {
            let checkers = i32::from(mine[i]) + i32::from(theirs[i]);
            sum[i] += checkers as f32 / ACCUMULATOR_STEPS;
        }
        add(&mut sum, features);
        sum
    }

    /// Adds the block of units at `at` of the last layer to the outputs.
    #[inline(always)]
    fn add_units(&self, at: usize, units: &Lanes, out: &mut [Lanes; 5]) {
        let weights = &self.outputs[at * 5..(at + LANES) * 5];
        for (weights, out) in weights.chunks_exact(LANES).zip(out) {
            add_products(out, units, lanes(weights, 0));
        }
    }
}

/// The features in steps, in pairs.
#[inline(always)]
pub(super) fn in_pairs(features: &[f32; EXPERT_FEATURES]) -> [[i16; 2]; EXPERT_FEATURES / 2] {
    let mut pairs = [[0; 2]; EXPERT_FEATURES / 2];
    for (pair, two) in pairs.iter_mut().zip(features.as_chunks::<2>().0) {
        *pair = [FEATURES.in_steps(two[0]), FEATURES.in_steps(two[1])];
    }
    pairs
}

/// The row of weights for every count on every place, summed over its raw inputs.
fn places(weights: &Weights) -> Vec<i16> {
    let (hidden, width) = (weights.hidden, weights.hidden.next_multiple_of(WIDE));
    let mut places = vec![0; 2 * PLACES * COUNTS * width];
    for (index, row) in places.chunks_exact_mut(width).enumerate() {
        let (side, place) = (index / COUNTS / PLACES, index / COUNTS % PLACES);
        let inputs = place_inputs(place, (index % COUNTS) as u8);
        let first = (side * RAW_INPUTS_OF_SIDE + place * 4) * hidden;
        for (h, steps) in row[..hidden].iter_mut().enumerate() {
            let weights = (0..4).map(|k| weights.raw[first + k * hidden + h]);
            let sum: f32 = inputs.into_iter().zip(weights).map(|(input, w)| input * w).sum();
            *steps = (sum * ACCUMULATOR_STEPS).round() as i16;
        }
    }
    places
}

/// Five rows of `units` numbers, cut into blocks of sixteen that hold all rows.
fn in_blocks(rows: &[f32], units: usize) -> Vec<f32> {
    let starts = (0..units).step_by(LANES);
    let pieces = starts.flat_map(|at| rows.chunks_exact(units).map(move |row| &row[at..]));
    pieces.flat_map(|row| &row[..LANES]).copied().collect()
}

/// The networks of a variant: one for each class of position, and a small pruning network.
#[derive(Clone, Debug)]
pub struct Nets {
    /// By [`PositionClass::index`].
    classes: [Network; 3],
    pruning: Network,
}

/// The weights that are built in, for the usual game and for three checkers a side.
const BUILT_IN: [&[u8]; 2] = [include_bytes!("weights.bin"), include_bytes!("hypergammon.bin")];

impl Nets {
    /// The networks of these weights, in the order of [`PositionClass::ALL`], the pruning network
    /// last.
    pub fn new(weights: &[Weights; Weights::NETWORKS]) -> Self {
        let [contact, crashed, race, pruning] = weights.each_ref().map(Network::new);
        Self { classes: [contact, crashed, race], pruning }
    }

    /// The networks of a file of weights.
    ///
    /// # Errors
    /// [`FileError`] if it is not such a file, of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        weights_file::read(bytes).map(|weights| Self::new(&weights))
    }

    /// The networks that are built in for the usual game.
    pub fn built_in() -> &'static Self {
        Self::of_variant(Variant::Standard)
    }

    /// The networks that are built in for a variant: hypergammon has its own.
    ///
    /// Should their file be damaged, all weights are zero; a test holds that none is.
    pub fn of_variant(variant: Variant) -> &'static Self {
        static NETS: [LazyLock<Nets>; 2] = [
            LazyLock::new(|| read_or_zero(BUILT_IN[0])),
            LazyLock::new(|| read_or_zero(BUILT_IN[1])),
        ];
        &NETS[usize::from(variant == Variant::Hypergammon)]
    }

    /// The network of a class.
    #[inline]
    pub const fn of(&self, class: PositionClass) -> &Network {
        &self.classes[class.index()]
    }

    /// The pruning network, without expert features: several times as fast, for all classes.
    #[inline]
    pub const fn pruning(&self) -> &Network {
        &self.pruning
    }
}

fn read_or_zero(bytes: &[u8]) -> Nets {
    let zero = |experts| Weights::zero([0, 0], experts);
    Nets::read(bytes).unwrap_or_else(|_| Nets::new(&Weights::WITH_EXPERTS.map(zero)))
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, Nets, Variant};

    #[test]
    fn files_that_are_built_in_are_whole_and_hypergammon_has_its_own() {
        for bytes in BUILT_IN {
            assert!(Nets::read(bytes).is_ok());
        }
        let nets = Variant::NAMES.map(|(_, variant)| std::ptr::from_ref(Nets::of_variant(variant)));
        assert!(nets[0] == nets[1] && nets[0] != nets[2]);
    }
}
