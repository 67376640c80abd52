//! A feed-forward neural network laid out for speed, and the four networks of a variant.

pub(crate) mod layer_arithmetic;
pub(crate) mod weights;

use std::sync::LazyLock;

use layer_arithmetic::{
    BATCH, LANES, Lanes, Layer, QuantizedRange, SumBuffers, UNIT_OUTPUT_SCALE, add, add_products,
    sigmoid, sigmoid_lanes, sigmoid_steps, total,
};
use weights::{FileError, Weights};

use super::inputs::{EXPERT_FEATURES, PositionClass, RAW_INPUTS_OF_SIDE, place_inputs};
use super::probabilities::Probabilities;
use crate::base::bits::ones;
use crate::base::intrinsics::CacheLine;
use crate::games::backgammon::board::variant::Variant;
use crate::games::backgammon::board::{Checkers, PLACE_COUNT};

/// The checkers that a place can have: 0 to 15.
const COUNTS_PER_PLACE: usize = 16;
/// Hidden units whose accumulators are summed up at a time.
const UNITS_AT_A_TIME: usize = 2 * LANES;
/// The blocks of [`LANES`] units among them.
const BLOCKS_AT_A_TIME: usize = UNITS_AT_A_TIME / LANES;
/// Outputs of a network.
const OUTPUTS: usize = 5;
/// The terms that checkers add to the inputs of this many hidden units, in steps.
pub(super) type AccumulatorBlock = [i16; UNITS_AT_A_TIME];

/// Steps of 1.0 in which an accumulator counts, for sums from −32 to 32. Set by hand.
const ACCUMULATOR_STEPS: f32 = 1_024.0;
/// The range of the expert features.
const FEATURE_RANGE: QuantizedRange = QuantizedRange { widest: 8.0, steps: 2_048.0 };
/// The range of the outputs of hidden units.
const UNIT_RANGE: QuantizedRange = QuantizedRange { widest: 1.0, steps: UNIT_OUTPUT_SCALE };

/// One network, ready to evaluate.
///
/// ```text
/// places    [side][place][count][block of 32 units][32]   the four raw inputs of a count, summed
///                                                         up in steps
/// outputs   [block of 16 units][output][16]
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    /// Units of the first layer, a multiple of 16.
    hidden: usize,
    /// Units of the second layer, a multiple of 16; 0 without one.
    second: usize,
    places: Vec<CacheLine<AccumulatorBlock>>,
    experts: Layer<4>,
    bias: Vec<CacheLine<Lanes>>,
    inner: Layer<2>,
    inner_bias: Vec<CacheLine<Lanes>>,
    outputs: Vec<[CacheLine<Lanes>; OUTPUTS]>,
    /// The constant term of each output, in logits, in the order of [`Probabilities`].
    output_bias: [f32; OUTPUTS],
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
            experts: Layer::new(hidden, weights.features(), FEATURE_RANGE, expert),
            bias: in_lanes(&weights.bias),
            inner: Layer::new(second, hidden, UNIT_RANGE, inner),
            inner_bias: in_lanes(&weights.inner_bias),
            outputs: in_blocks(&weights.outputs, weights.last_layer_units()),
            output_bias: std::array::from_fn(|o| weights.output_bias[o]),
        }
    }

    /// An accumulator without any checkers: one number for each hidden unit, and some for padding.
    pub(super) fn empty_accumulator(&self) -> Vec<CacheLine<AccumulatorBlock>> {
        vec![CacheLine([0; UNITS_AT_A_TIME]); self.hidden.div_ceil(UNITS_AT_A_TIME)]
    }

    /// Writes the accumulator of one side (0 the mover, 1 the other): what its checkers add to
    /// the input of each hidden unit, in steps.
    #[inline(always)]
    pub(super) fn write_accumulator(
        &self,
        side: usize,
        checkers: Checkers,
        sums: &mut [CacheLine<AccumulatorBlock>],
    ) {
        let mut rows = [0_usize; PLACE_COUNT];
        let mut count = 0;
        let off = u32::from(checkers.count(0) > 0);
        for place in ones(u64::from(checkers.occupied() | off)) {
            let n = usize::from(checkers.count(place as u8));
            rows[count] =
                ((side * PLACE_COUNT + place as usize) * COUNTS_PER_PLACE + n) * sums.len();
            count += 1;
        }
        for (block, sums) in sums.iter_mut().enumerate() {
            let mut sum = [0_i16; UNITS_AT_A_TIME];
            for row in &rows[..count] {
                for (sum, term) in sum.iter_mut().zip(&self.places[row + block].0) {
                    *sum = sum.saturating_add(*term);
                }
            }
            sums.0 = sum;
        }
    }

    /// Writes the part of the inputs of the first layer that the checkers add, by the accumulators of
    /// both sides.
    #[inline(always)]
    pub(super) fn write_inputs(
        &self,
        [mine, theirs]: [&[CacheLine<AccumulatorBlock>]; 2],
        inputs: &mut Units,
    ) {
        let blocks = self.bias.iter().zip(&mut inputs.0);
        for (at, (bias, inputs)) in blocks.enumerate() {
            let (block, from) = (at / BLOCKS_AT_A_TIME, at % BLOCKS_AT_A_TIME * LANES);
            let [mine, theirs] = [mine, theirs].map(|side| &side[block].0[from..][..LANES]);
            let mut sum = bias.0;
            for i in 0..LANES {
                let checkers = i32::from(mine[i]) + i32::from(theirs[i]);
                sum[i] += checkers as f32 / ACCUMULATOR_STEPS;
            }
            inputs.0 = sum;
        }
    }

    /// The forward pass for the first `N` positions of a batch: the five outputs of each, by what
    /// [`Self::write_inputs`] wrote and the first `pairs` pairs of features: all that the class of the
    /// positions has, or none.
    ///
    /// Each layer is finished for all of them before the next, so that weights are read once, and no
    /// position waits for another. The outputs have the same bits for any `N`.
    #[inline(always)]
    pub(super) fn evaluate<const N: usize>(
        &self,
        batch: &mut Batch,
        pairs: usize,
    ) -> [Probabilities; N] {
        let Batch { features, inputs, hidden, last, sums, inner_sums } = batch;
        if pairs > 0 {
            let mut all: [&[[i16; 2]]; N] = [&[]; N];
            for (slice, features) in all.iter_mut().zip(features.iter()) {
                *slice = &features.0[..pairs];
            }
            for from in (0..self.hidden).step_by(Layer::<4>::UNITS) {
                let sums = self.experts.sums(from, all, sums);
                for (inputs, sums) in inputs.iter_mut().zip(sums) {
                    for (inputs, sum) in inputs.0[from / LANES..].iter_mut().zip(sums) {
                        add(&mut inputs.0, sum);
                    }
                }
            }
        }
        for n in 0..N {
            let units = inputs[n].0.iter().zip(hidden[n].0.as_chunks_mut::<LANES>().0);
            for (block, (inputs, steps)) in units.enumerate().take(self.hidden / LANES) {
                if self.second == 0 {
                    last[n].0[block].0 = sigmoid_lanes(&inputs.0);
                } else {
                    sigmoid_steps(&inputs.0, steps);
                }
            }
        }
        let mut all: [&[[i16; 2]]; N] = [&[]; N];
        for (slice, hidden) in all.iter_mut().zip(hidden.iter()) {
            *slice = hidden.0[..self.hidden].as_chunks().0;
        }
        for from in (0..self.second).step_by(Layer::<2>::UNITS) {
            let sums = self.inner.sums(from, all, inner_sums);
            let blocks = from / LANES..(self.second / LANES).min(from / LANES + 2);
            for (sums, last) in sums.iter().zip(last.iter_mut()) {
                for (block, sum) in blocks.clone().zip(sums) {
                    let mut units = self.inner_bias[block].0;
                    add(&mut units, sum);
                    last.0[block].0 = sigmoid_lanes(&units);
                }
            }
        }
        self.outputs_of(last)
    }

    /// The outputs for each of a batch, by its units of the last layer before them.
    #[inline(always)]
    fn outputs_of<const N: usize>(&self, units: &[Units]) -> [Probabilities; N] {
        let mut logits = CacheLine([[0.0; OUTPUTS]; N]);
        for (logits, units) in logits.0.iter_mut().zip(units) {
            let mut terms = CacheLine([[0.0; LANES]; OUTPUTS]);
            for (units, weights) in units.0.iter().zip(&self.outputs) {
                for (terms, weights) in terms.0.iter_mut().zip(weights) {
                    add_products(terms, &units.0, &weights.0);
                }
            }
            for ((logit, terms), bias) in logits.iter_mut().zip(terms.0).zip(self.output_bias) {
                *logit = bias + total(terms);
            }
        }
        for logit in logits.0.as_flattened_mut() {
            *logit = sigmoid(*logit);
        }
        let mut found = [Probabilities::default(); N];
        for (found, logits) in found.iter_mut().zip(logits.0) {
            *found = Probabilities::from_array(logits);
        }
        found
    }
}

/// Units of a layer, in blocks of sixteen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Units([CacheLine<Lanes>; Weights::WIDEST / LANES]);

/// The positions that are evaluated together, at each layer: buffers that are used again, since to
/// clear them each time would take long.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// The features, in steps.
    pub(super) features: [FeaturePairs; BATCH],
    /// The inputs of the units of the first layer.
    pub(super) inputs: [Units; BATCH],
    /// The outputs of those units, in steps.
    hidden: [CacheLine<[i16; Weights::WIDEST]>; BATCH],
    /// The outputs of the units of the last layer before the outputs of the network.
    last: [Units; BATCH],
    sums: SumBuffers<4>,
    inner_sums: SumBuffers<2>,
}

impl Batch {
    /// All zero.
    pub(super) fn new() -> Box<Self> {
        let units = [Units([CacheLine([0.0; LANES]); Weights::WIDEST / LANES]); BATCH];
        Box::new(Self {
            features: [CacheLine([[0; 2]; EXPERT_FEATURES / 2]); BATCH],
            inputs: units,
            hidden: [CacheLine([0; Weights::WIDEST]); BATCH],
            last: units,
            sums: SumBuffers::ZERO,
            inner_sums: SumBuffers::ZERO,
        })
    }
}

/// Features in steps, in pairs.
pub(super) type FeaturePairs = CacheLine<[[i16; 2]; EXPERT_FEATURES / 2]>;

/// The features in steps, in pairs.
#[inline(always)]
pub(super) fn in_pairs(features: &[f32; EXPERT_FEATURES]) -> FeaturePairs {
    let mut pairs = CacheLine([[0; 2]; EXPERT_FEATURES / 2]);
    for (pair, two) in pairs.0.iter_mut().zip(features.as_chunks::<2>().0) {
        *pair = [FEATURE_RANGE.in_steps(two[0]), FEATURE_RANGE.in_steps(two[1])];
    }
    pairs
}

/// The row of weights for every count on every place, summed over its raw inputs.
fn places(weights: &Weights) -> Vec<CacheLine<AccumulatorBlock>> {
    let hidden = weights.hidden;
    let blocks = hidden.div_ceil(UNITS_AT_A_TIME);
    let mut places =
        vec![CacheLine([0; UNITS_AT_A_TIME]); 2 * PLACE_COUNT * COUNTS_PER_PLACE * blocks];
    for (index, row) in places.chunks_exact_mut(blocks).enumerate() {
        let (side, place) =
            (index / COUNTS_PER_PLACE / PLACE_COUNT, index / COUNTS_PER_PLACE % PLACE_COUNT);
        let inputs = place_inputs(place, (index % COUNTS_PER_PLACE) as u8);
        let first = (side * RAW_INPUTS_OF_SIDE + place * 4) * hidden;
        for (h, steps) in row.iter_mut().flat_map(|block| &mut block.0).take(hidden).enumerate() {
            let weights = (0..4).map(|k| weights.raw[first + k * hidden + h]);
            let sum: f32 = inputs.into_iter().zip(weights).map(|(input, w)| input * w).sum();
            *steps = (sum * ACCUMULATOR_STEPS).round() as i16;
        }
    }
    places
}

/// Numbers in blocks of sixteen.
fn in_lanes(numbers: &[f32]) -> Vec<CacheLine<Lanes>> {
    numbers.as_chunks().0.iter().copied().map(CacheLine).collect()
}

/// Five rows of `units` numbers, cut into blocks of sixteen that hold all rows.
fn in_blocks(rows: &[f32], units: usize) -> Vec<[CacheLine<Lanes>; OUTPUTS]> {
    let rows: Vec<_> = rows.chunks_exact(units).map(in_lanes).collect();
    (0..units / LANES).map(|block| std::array::from_fn(|output| rows[output][block])).collect()
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
    /// The networks of these weights.
    ///
    /// They come in the order of [`PositionClass::ALL`], the pruning network last.
    pub fn new(weights: &[Weights; Weights::NETWORKS]) -> Self {
        let [contact, crashed, race, pruning] = weights.each_ref().map(Network::new);
        Self { classes: [contact, crashed, race], pruning }
    }

    /// The networks of a file of weights.
    ///
    /// # Errors
    /// [`FileError`] if it is not such a file, of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        Weights::read_file(bytes).map(|weights| Self::new(&weights))
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
