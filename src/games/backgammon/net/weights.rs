//! The weights of one network as they are trained and stored.

use super::experts::EXPERTS;
use super::lanes::LANES;
use super::raw::RAW;

/// One network's weights, plain: what a trainer changes and a file holds.
///
/// A network has all expert features or none. Hidden unit h is the sigmoid of `bias[h]` + Σ raw inputs × `raw[i][h]` + Σ expert features ×
/// `experts[f][h]`; output o the sigmoid of `output_bias[o]` + Σ hidden units × `outputs[o][h]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Hidden units, a multiple of 16.
    pub hidden: usize,
    /// [`RAW`] rows of `hidden` numbers.
    pub raw: Vec<f32>,
    /// [`EXPERTS`] rows of `hidden` numbers, or none.
    pub experts: Vec<f32>,
    /// `hidden` numbers.
    pub bias: Vec<f32>,
    /// Five rows of `hidden` numbers.
    pub outputs: Vec<f32>,
    /// Five numbers.
    pub output_bias: Vec<f32>,
}

impl Weights {
    /// The most hidden units of a network.
    pub const WIDEST: usize = 1_024;

    /// All zero, with the expert features or without; `hidden` is rounded up to a multiple of 16,
    /// within 16 to [`Self::WIDEST`].
    pub fn zero(hidden: usize, with_experts: bool) -> Self {
        let experts = if with_experts { EXPERTS } else { 0 };
        let hidden = hidden.next_multiple_of(LANES).clamp(LANES, Self::WIDEST);
        Self {
            hidden,
            raw: vec![0.0; RAW * hidden],
            experts: vec![0.0; experts * hidden],
            bias: vec![0.0; hidden],
            outputs: vec![0.0; 5 * hidden],
            output_bias: vec![0.0; 5],
        }
    }

    /// Expert features: all of them or none.
    pub const fn features(&self) -> usize {
        self.experts.len() / self.hidden
    }

    /// The five groups of numbers in the order of the file.
    pub fn groups(&self) -> [&[f32]; 5] {
        [&self.raw, &self.experts, &self.bias, &self.outputs, &self.output_bias]
    }

    /// The same, to be changed.
    pub fn groups_mut(&mut self) -> [&mut [f32]; 5] {
        let Self { raw, experts, bias, outputs, output_bias, .. } = self;
        [raw, experts, bias, outputs, output_bias]
    }
}
