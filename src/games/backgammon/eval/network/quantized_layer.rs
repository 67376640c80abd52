//! A layer with quantized weights and inputs, in whole numbers: twice as fast as with floats, and
//! as good.

use super::super::sigmoid::rounded;
use super::simd_lanes::{LANES, Lanes};
use crate::base::intrinsics::{CacheLine, Pairs, Sums, add_pair_products};

/// Steps of 1.0 in which a weight is counted, where it fits; otherwise this halved until it fits.
const FINEST: f32 = 16_384.0;

/// The range and the quantization of the inputs of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// The greatest absolute value; larger inputs are cut off.
    pub(super) widest: f32,
    /// Steps of 1.0 in which an input is counted; `widest` × `steps` is 2¹⁵ at most.
    pub(super) steps: f32,
}

impl Range {
    /// An input in steps.
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
    rows: Vec<Pairs<BLOCKS>>,
    /// What one step of a sum is worth.
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
        range: Range,
        weight: impl Fn(usize, usize) -> f32,
    ) -> Self {
        let heaviest = |unit| (0..inputs).map(|input| weight(unit, input).abs()).sum::<f32>();
        let sum = (0..units).map(heaviest).fold(0.0, f32::max) * range.widest * range.steps;
        let largest = (0..units)
            .flat_map(|unit| (0..inputs).map(move |input| (unit, input)))
            .fold(0.0_f32, |most, (unit, input)| most.max(weight(unit, input).abs()));
        // The finest steps with which neither a weight nor a sum overflows.
        let fits = |steps: &f32| {
            largest * steps < f32::from(i16::MAX) && sum * steps < 0.99 * i32::MAX as f32
        };
        let steps = std::iter::successors(Some(FINEST), |steps| Some(steps / 2.0));
        let steps = steps.take(32).find(fits).unwrap_or(0.0);
        let whole = |unit, input| {
            let weight = if unit < units { weight(unit, input) } else { 0.0 };
            (weight * steps).round() as i16
        };
        let row = |(unit, pair): (usize, usize)| -> Pairs<BLOCKS> {
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

    /// The sums of [`Self::UNITS`] units from `first` on (a multiple of that), by the inputs in
    /// steps: all of them, or none if all are 0.
    #[inline(always)]
    pub(super) fn sums(&self, first: usize, inputs: &[[i16; 2]]) -> [Lanes; BLOCKS] {
        let mut outputs = [[0.0; LANES]; BLOCKS];
        if inputs.is_empty() {
            return outputs;
        }
        let mut sums: Sums<BLOCKS> = [[0; LANES]; BLOCKS];
        let rows = first / Self::UNITS * self.pairs;
        add_pair_products(&mut sums, &self.rows[rows..rows + self.pairs], inputs);
        for (output, sums) in outputs.iter_mut().zip(&sums) {
            for i in 0..LANES {
                output[i] = sums[i] as f32 * self.step;
            }
        }
        outputs
    }
}

#[cfg(test)]
mod tests {
    use super::{Layer, Range};

    #[test]
    fn sums_are_those_of_the_fractions_and_never_overflow() {
        for (size, tolerance) in [(0.01, 0.001), (1.0, 0.01), (300.0, 3.0)] {
            let range = Range { widest: 2.0, steps: 8_192.0 };
            let weight = |unit: usize, input: usize| {
                size * ((unit * 7 + input * 13) % 29) as f32 / 14.0 - size
            };
            let layer = Layer::<4>::new(80, 40, range, weight);
            let inputs: [f32; 40] = std::array::from_fn(|i| (i % 9) as f32 / 2.0 - 2.0);
            let steps = inputs.map(|input| range.in_steps(input));
            for unit in 0..80 {
                let sum =
                    layer.sums(unit / 64 * 64, steps.as_chunks().0)[unit % 64 / 16][unit % 16];
                let terms = inputs.iter().enumerate().map(|(i, input)| weight(unit, i) * input);
                let expected: f32 = terms.sum();
                assert!((sum - expected).abs() < tolerance, "{size} {unit} {sum} {expected}");
            }
        }
    }
}
