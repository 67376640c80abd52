//! The weights of one network as floats, as they are trained and stored.

use super::super::inputs::features_by_class::EXPERT_FEATURES;
use super::super::inputs::raw_inputs::RAW_INPUTS;
use super::simd_lanes::LANES;

/// The weights of one network: what the trainer changes and a file holds.
///
/// A network has all expert features or none, and one layer of hidden units or two. Unit h of
/// the first is the sigmoid of `bias[h]` + Σ raw inputs × `raw[i][h]` + Σ expert features ×
/// `experts[f][h]`; unit u of the second that of `inner_bias[u]` + Σ first units ×
/// `inner[u][h]`; output o that of `output_bias[o]` + Σ units of the last layer × `outputs[o]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Units of the first layer, a multiple of 16.
    pub hidden: usize,
    /// Units of the second layer, a multiple of 16; 0 without one.
    pub second: usize,
    /// [`RAW_INPUTS`] rows of `hidden` numbers.
    pub raw: Vec<f32>,
    /// [`EXPERT_FEATURES`] rows of `hidden` numbers, or none.
    pub experts: Vec<f32>,
    /// `hidden` numbers.
    pub bias: Vec<f32>,
    /// `second` rows of `hidden` numbers.
    pub inner: Vec<f32>,
    /// `second` numbers.
    pub inner_bias: Vec<f32>,
    /// Five rows of numbers, one for each unit of the last layer.
    pub outputs: Vec<f32>,
    /// Five numbers.
    pub output_bias: Vec<f32>,
}

impl Weights {
    /// The networks of a file: contact, crashed, race, and the pruning network.
    pub const NETWORKS: usize = 4;
    /// Which of them have the expert features.
    pub const WITH_EXPERTS: [bool; Self::NETWORKS] = [true, true, true, false];
    /// The most units of a layer.
    pub const WIDEST: usize = 512;

    /// All zero, with the expert features or without; the units of both layers are rounded up to
    /// multiples of 16, those of the first within 16 to [`Self::WIDEST`], of the second from 0.
    pub fn zero(units: [usize; 2], with_experts: bool) -> Self {
        let experts = if with_experts { EXPERT_FEATURES } else { 0 };
        let [hidden, second] = units.map(|n| n.next_multiple_of(LANES).min(Self::WIDEST));
        let hidden = hidden.max(LANES);
        let last = if second > 0 { second } else { hidden };
        Self {
            hidden,
            second,
            raw: vec![0.0; RAW_INPUTS * hidden],
            experts: vec![0.0; experts * hidden],
            bias: vec![0.0; hidden],
            inner: vec![0.0; second * hidden],
            inner_bias: vec![0.0; second],
            outputs: vec![0.0; 5 * last],
            output_bias: vec![0.0; 5],
        }
    }

    /// Expert features: all of them or none.
    pub const fn features(&self) -> usize {
        self.experts.len() / self.hidden
    }

    /// Units of the last layer.
    pub const fn last(&self) -> usize {
        if self.second > 0 { self.second } else { self.hidden }
    }

    /// The groups of numbers in the order of the file.
    pub fn groups(&self) -> [&[f32]; 7] {
        let Self { raw, experts, bias, inner, inner_bias, outputs, output_bias, .. } = self;
        [raw, experts, bias, inner, inner_bias, outputs, output_bias]
    }

    /// The same, to be changed.
    pub fn groups_mut(&mut self) -> [&mut [f32]; 7] {
        let Self { raw, experts, bias, inner, inner_bias, outputs, output_bias, .. } = self;
        [raw, experts, bias, inner, inner_bias, outputs, output_bias]
    }
}
