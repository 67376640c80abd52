//! The arithmetic of a layer, with the same bits on every machine: sixteen numbers side by side
//! (SIMD lanes) in an order that is always the same, quantized weights and inputs, and the logistic
//! function.
//!
//! Every function works lane by lane, or sums lanes in a fixed tree; products are rounded before
//! they are added. So wider registers change the speed and nothing else. A layer with quantized
//! weights and inputs, in whole numbers, is twice as fast as with floats, and as good.

use crate::base::intrinsics::{CacheLine, LayerSums, PairWeights, sum_pair_products};

/// Numbers side by side: hidden units come in multiples of this.
pub(super) const LANES: usize = 16;

/// Positions that are evaluated together at most. Set by hand.
pub(in super::super) const BATCH: usize = 8;

/// Steps of 1.0 in which the output of a unit is counted as the input of the next layer. Set by
/// hand.
pub(super) const UNIT_OUTPUT_SCALE: f32 = 4_096.0;
/// Sixteen numbers.
pub(super) type Lanes = [f32; LANES];

/// Bits of the fraction of a 32-bit float; those of the exponent stand above them.
const FRACTION_BITS: u32 = f32::MANTISSA_DIGITS - 1;
/// What the exponent of 1.0 is stored as in a 32-bit float, 127.
const EXPONENT_BIAS: u32 = f32::MAX_EXP.cast_unsigned() - 1;

/// Adds lane by lane.
#[inline(always)]
pub(super) fn add(sum: &mut Lanes, terms: &Lanes) {
    for i in 0..LANES {
        sum[i] += terms[i];
    }
}

/// Adds the products lane by lane.
#[inline(always)]
pub(super) fn add_products(sum: &mut Lanes, a: &Lanes, b: &Lanes) {
    for i in 0..LANES {
        sum[i] += a[i] * b[i];
    }
}

/// All lanes together: halves are folded until one is left.
#[inline(always)]
pub(super) fn total(mut lanes: Lanes) -> f32 {
    let mut width = LANES / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] += lanes[i + width];
        }
        width /= 2;
    }
    lanes[0]
}

/// The logistic function of each lane.
#[inline(always)]
pub(super) fn sigmoid_lanes(x: &Lanes) -> Lanes {
    let mut out = [0.0; LANES];
    for i in 0..LANES {
        out[i] = sigmoid(x[i]);
    }
    out
}

/// [`sigmoid_steps`] cuts its inputs off at ± this. Chosen by hand: far beyond ±9, where the result
/// is within one step of its end, and small enough for the exponent of a float.
const MOST_INPUT_IN_STEPS: f32 = 30.0;

/// The coefficients of a polynomial that is 2^f within 8·10⁻⁵ of it, for f from −1/2 to 1/2.
///
/// That of f⁰ comes first. They were fitted for a small error over the whole range.
const CUBIC_OF_POWER: [f32; 4] = [0.999_928_94, 0.693_276_2, 0.242_604_05, 0.055_088_68];

/// The logistic function of each lane in steps of 1 / 4,096, within one of them.
///
/// As [`sigmoid`], but with [`CUBIC_OF_POWER`] for 2^f.
#[inline(always)]
pub(super) fn sigmoid_steps(x: &Lanes, steps: &mut [i16]) {
    for (x, steps) in x.iter().zip(steps) {
        let exponent =
            x.clamp(-MOST_INPUT_IN_STEPS, MOST_INPUT_IN_STEPS) * -std::f32::consts::LOG2_E;
        let whole = exponent + ROUNDING_ADDEND;
        let f = exponent - (whole - ROUNDING_ADDEND);
        let power =
            whole.to_bits().wrapping_sub(ROUNDING_ADDEND.to_bits()).wrapping_add(EXPONENT_BIAS)
                << FRACTION_BITS;
        let [c0, c1, c2, c3] = CUBIC_OF_POWER;
        let cubic = ((c3 * f + c2) * f + c1) * f + c0;
        *steps = rounded(UNIT_OUTPUT_SCALE / (1.0 + cubic * f32::from_bits(power))) as i16;
    }
}

/// Steps of 1.0 in which a weight is counted, where it fits; otherwise this halved until it fits.
/// Set by hand.
const FINEST_WEIGHT_SCALE: f32 = 16_384.0;
/// How often [`FINEST_WEIGHT_SCALE`] is halved at most; where that is not enough, all weights count as 0.
/// Chosen by hand.
const MOST_HALVINGS: usize = 32;
/// The part of the range of a sum that may be used: the greatest sum is itself found in floats.
/// Chosen by hand.
const USED_RANGE: f32 = 0.99;

/// The range and the quantization of the inputs of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuantizedRange {
    /// The greatest absolute value of an input; larger ones are cut off.
    pub(super) widest: f32,
    /// Steps of 1.0 in which an input is counted; `widest` × `steps` is 2¹⁵ at most.
    pub(super) steps: f32,
}

impl QuantizedRange {
    /// The input as a whole number of steps, the nearest one, after it is cut off at ±`widest`.
    #[inline(always)]
    pub(super) const fn in_steps(self, input: f32) -> i16 {
        let most = self.widest * self.steps;
        rounded((input * self.steps).clamp(-most, most)) as i16
    }
}

/// The weights from inputs to units; `BLOCKS` blocks of sixteen units are summed up at a time.
///
/// ```text
/// rows  [blocks of units][pair of inputs]     each input's weights beside the next one's
/// ```
#[derive(Clone, Debug)]
pub(super) struct Layer<const BLOCKS: usize> {
    /// Pairs of inputs.
    pairs: usize,
    rows: Vec<PairWeights<BLOCKS>>,
    /// The value of one step of a sum.
    step: f32,
}

impl<const BLOCKS: usize> Layer<BLOCKS> {
    /// Units that are summed up at a time.
    pub(super) const UNITS: usize = BLOCKS * LANES;

    /// A layer of `units` units and `inputs` inputs (an even number), by the weight of each unit
    /// and input.
    pub(super) fn new(
        units: usize,
        inputs: usize,
        range: QuantizedRange,
        weight: impl Fn(usize, usize) -> f32,
    ) -> Self {
        let heaviest = |unit| (0..inputs).map(|input| weight(unit, input).abs()).sum::<f32>();
        let sum = (0..units).map(heaviest).fold(0.0, f32::max) * range.widest * range.steps;
        let largest = (0..units)
            .flat_map(|unit| (0..inputs).map(move |input| (unit, input)))
            .fold(0.0_f32, |most, (unit, input)| most.max(weight(unit, input).abs()));
        // The finest steps with which neither a weight nor a sum overflows.
        let fits = |steps: &f32| {
            largest * steps < f32::from(i16::MAX) && sum * steps < USED_RANGE * i32::MAX as f32
        };
        let steps = std::iter::successors(Some(FINEST_WEIGHT_SCALE), |steps| Some(steps / 2.0));
        let steps = steps.take(MOST_HALVINGS).find(fits).unwrap_or(0.0);
        let whole = |unit, input| {
            let weight = if unit < units { weight(unit, input) } else { 0.0 };
            (weight * steps).round() as i16
        };
        let row = |(unit, pair): (usize, usize)| -> PairWeights<BLOCKS> {
            std::array::from_fn(|block| {
                let first = unit + block * LANES;
                CacheLine(std::array::from_fn(|i| whole(first + i / 2, 2 * pair + i % 2)))
            })
        };
        let groups = (0..units).step_by(Self::UNITS);
        let places = groups.flat_map(|unit| (0..inputs / 2).map(move |pair| (unit, pair)));
        let rows = places.map(row).collect();
        let step = if steps > 0.0 { 1.0 / (steps * range.steps) } else { 0.0 };
        Self { pairs: inputs / 2, rows, step }
    }

    /// The sums of [`Self::UNITS`] units from `first` on (a multiple of that) for each of a batch, by
    /// all of the inputs in steps.
    #[inline(always)]
    pub(super) fn sums<'b, const N: usize>(
        &self,
        first: usize,
        inputs: [&[[i16; 2]]; N],
        buffers: &'b mut SumBuffers<BLOCKS>,
    ) -> &'b [[Lanes; BLOCKS]] {
        let SumBuffers { in_steps, values } = buffers;
        let rows = first / Self::UNITS * self.pairs;
        if let Some(sums) = in_steps.0.first_chunk_mut::<N>() {
            sum_pair_products(sums, &self.rows[rows..rows + self.pairs], inputs);
        }
        // One loop over all units of all: of a loop around another one, the compiler would make the
        // outer one wide, at half the speed.
        let sums = in_steps.0[..N].as_flattened().as_flattened();
        for (value, sum) in values.0.as_flattened_mut().as_flattened_mut().iter_mut().zip(sums) {
            *value = *sum as f32 * self.step;
        }
        &values.0[..N]
    }
}

/// The sums of a layer for each of a batch; buffers that are used again.
#[derive(Clone, Debug)]
pub(super) struct SumBuffers<const BLOCKS: usize> {
    in_steps: CacheLine<[LayerSums<BLOCKS>; BATCH]>,
    values: CacheLine<[[Lanes; BLOCKS]; BATCH]>,
}

impl<const BLOCKS: usize> SumBuffers<BLOCKS> {
    /// All zero.
    pub(super) const ZERO: Self = Self {
        in_steps: CacheLine([[[0; LANES]; BLOCKS]; BATCH]),
        values: CacheLine([[[0.0; LANES]; BLOCKS]; BATCH]),
    };
}

/// 1.5 · 2²³: added to a small number it leaves the nearest whole one in the low bits.
const ROUNDING_ADDEND: f32 = 12_582_912.0;

/// [`sigmoid`] cuts its input off at ± this. Chosen by hand: far beyond ±17, where the result is
/// within 10⁻⁷ of its end, and small enough for the exponent of a float.
const MOST_INPUT: f32 = 60.0;

/// The coefficients of the Taylor polynomial of 2^f: (ln 2)^k / k! for f^k, from k = 0 on.
const TAYLOR_OF_POWER: [f32; 7] = [
    1.0,
    std::f32::consts::LN_2,
    0.240_226_5,
    0.055_504_11,
    0.009_618_129,
    0.001_333_355_8,
    0.000_154_035_3,
];

/// The logistic function, 1 / (1 + e^−x), within 3·10⁻⁷ of it.
///
/// The result has the same bits on every machine.
///
/// e^−x is 2^n times 2^f: n goes into the exponent, 2^f is its Taylor polynomial, f from −1/2 to 1/2.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    let exponent = x.clamp(-MOST_INPUT, MOST_INPUT) * -std::f32::consts::LOG2_E;
    let whole = exponent + ROUNDING_ADDEND;
    let f = exponent - (whole - ROUNDING_ADDEND);
    let power = whole.to_bits().wrapping_sub(ROUNDING_ADDEND.to_bits()).wrapping_add(EXPONENT_BIAS)
        << FRACTION_BITS;
    let [c0, c1, c2, c3, c4, c5, c6] = TAYLOR_OF_POWER;
    let mut taylor = c6 * f + c5;
    taylor = taylor * f + c4;
    taylor = taylor * f + c3;
    taylor = taylor * f + c2;
    taylor = taylor * f + c1;
    taylor = taylor * f + c0;
    1.0 / (1.0 + taylor * f32::from_bits(power))
}

/// The nearest whole number of one within ±2²², halves to the even one, on any processor alike.
#[inline(always)]
const fn rounded(x: f32) -> i32 {
    (x + ROUNDING_ADDEND).to_bits().wrapping_sub(ROUNDING_ADDEND.to_bits()).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::{
        LANES, Layer, QuantizedRange, SumBuffers, UNIT_OUTPUT_SCALE, rounded, sigmoid,
        sigmoid_lanes, sigmoid_steps, total,
    };

    #[test]
    fn steps_are_those_of_the_logistic_function() {
        for step in -4_000..4_000 {
            let x = step as f32 * 0.01;
            let mut steps = [0];
            sigmoid_steps(&[x; LANES], &mut steps);
            let expected = UNIT_OUTPUT_SCALE / (1.0 + (-x).exp());
            assert!((f32::from(steps[0]) - expected).abs() < 1.0, "{x}");
        }
    }

    #[test]
    fn lanes_give_the_same_bits_as_one_number_alone() {
        let x: [f32; LANES] = std::array::from_fn(|i| (i as f32 - 7.3) * 1.7);
        assert_eq!(sigmoid_lanes(&x).map(f32::to_bits), x.map(|x| sigmoid(x).to_bits()));
        assert!((total(x) - x.iter().sum::<f32>()).abs() < 1e-4);
    }

    #[test]
    fn sums_are_those_of_the_fractions_and_never_overflow() {
        for (size, tolerance) in [(0.01, 0.001), (1.0, 0.01), (300.0, 3.0)] {
            let range = QuantizedRange { widest: 2.0, steps: 8_192.0 };
            let weight = |unit: usize, input: usize| {
                size * ((unit * 7 + input * 13) % 29) as f32 / 14.0 - size
            };
            let layer = Layer::<4>::new(80, 40, range, weight);
            let inputs: [f32; 40] = std::array::from_fn(|i| (i % 9) as f32 / 2.0 - 2.0);
            let steps = inputs.map(|input| range.in_steps(input));
            for unit in 0..80 {
                let mut buffers = SumBuffers::ZERO;
                let sums = layer.sums(unit / 64 * 64, [steps.as_chunks().0], &mut buffers);
                let sum = sums[0][unit % 64 / 16][unit % 16];
                let terms = inputs.iter().enumerate().map(|(i, input)| weight(unit, i) * input);
                let expected: f32 = terms.sum();
                assert!((sum - expected).abs() < tolerance, "{size} {unit} {sum} {expected}");
            }
        }
    }

    #[test]
    fn sigmoid_is_the_logistic_function() {
        for step in -4_000..4_000 {
            let x = step as f32 * 0.01;
            let expected = 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!((f64::from(sigmoid(x)) - expected).abs() < 3e-7, "{x}");
        }
        assert!(sigmoid(f32::INFINITY) > 0.999_999 && sigmoid(f32::NEG_INFINITY) < 1e-6);
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        assert!((-9..9).all(|n| rounded(n as f32 + 0.4) == n && rounded(n as f32 - 0.4) == n));
    }
}
