//! The numbers of one side's network: in floating-point, and as the engine has them.

use parlour::base::SplitMix64;
use parlour::games::connect5::threat_map::line_pattern_numbers::PATTERNS;
use parlour::games::connect5::threat_map::pattern_network::{
    CODE_ONE, CODE_WIDTH, COUNT_ROWS, HIDDEN, LAST_SHIFT, MAX_CODE, MAX_LAST, MAX_POOLED_WEIGHT,
    MAX_ROW, POOLED, POOLED_SHIFT, ROW_ONE, SideWeights,
};

/// Units of the evaluation for one logit: the scale for which the margins of the search are tuned.
/// Set by hand.
pub(crate) const UNITS_PER_LOGIT: f32 = 400.0;
/// Sums over cells are multiplied by this. Set by hand.
pub(crate) const POOLED_SCALE: f32 = 1.0 / 8.0;
/// The engine's integer for 1.0 in the weights of the sums over cells.
const POOLED_ONE: f32 = ROW_ONE * ((1 << POOLED_SHIFT) as f32) / (127.0 / POOLED_SCALE);
/// The greatest of these weights.
pub(crate) const MAX_POOLED: f32 = MAX_POOLED_WEIGHT as f32 / POOLED_ONE;
/// The engine's integer for 1.0 in the last row.
const LAST_ONE: f32 = UNITS_PER_LOGIT * ((1 << LAST_SHIFT) as f32) / ROW_ONE;
/// Pairs of shapes: 16 numbers for each side.
const SHAPE_PAIRS: usize = 256;

/// The numbers of a side's network, all of them floating-point. One logit is 1.0.
#[derive(Clone)]
pub(crate) struct Parameters {
    /// The rows of counts: the terms that each adds to the hidden units.
    pub(crate) rows: Vec<[f32; HIDDEN]>,
    /// The terms that each limited sum over cells adds to the hidden units.
    pub(crate) pooled: Vec<[f32; HIDDEN]>,
    /// The weights of the hidden units in the output.
    pub(crate) last: [f32; HIDDEN],
    /// Of each pattern.
    pub(crate) codes: Vec<[f32; CODE_WIDTH]>,
    /// Of each pair of shapes.
    pub(crate) shapes: Vec<[f32; CODE_WIDTH]>,
}

impl Parameters {
    /// All numbers 0.
    pub(crate) fn zero() -> Self {
        Self {
            rows: vec![[0.0; HIDDEN]; COUNT_ROWS],
            pooled: vec![[0.0; HIDDEN]; POOLED],
            last: [0.0; HIDDEN],
            codes: vec![[0.0; CODE_WIDTH]; PATTERNS],
            shapes: vec![[0.0; CODE_WIDTH]; SHAPE_PAIRS],
        }
    }

    /// Random numbers, with codes of 0: each group evenly within a range, in the unit of what the
    /// numbers are added to. The ranges are set by hand.
    pub(crate) fn random(random: &mut SplitMix64) -> Self {
        let mut one = |range: f32| (random.below(2_001) as f32 / 1_000.0 - 1.0) * range;
        let mut parameters = Self::zero();
        let [rows, pooled, last, _, shapes] = parameters.groups();
        for group in [rows, pooled, last] {
            group.fill_with(|| one(0.2));
        }
        // Most of the limited sums begin above 0, where they learn.
        shapes.fill_with(|| one(0.1) + 0.02);
        parameters
    }

    /// The numbers of the engine.
    pub(crate) fn of(weights: &SideWeights) -> Self {
        let row = |one: f32| move |row: &[i16; HIDDEN]| row.map(|n| f32::from(n) / one);
        let code = |code: &[i16; CODE_WIDTH]| code.map(|n| f32::from(n) / f32::from(CODE_ONE));
        Self {
            rows: weights.rows.iter().map(row(ROW_ONE)).collect(),
            pooled: weights.pooled.iter().map(row(POOLED_ONE)).collect(),
            last: row(LAST_ONE)(&weights.last),
            codes: weights.codes.iter().map(code).collect(),
            shapes: vec![[0.0; CODE_WIDTH]; SHAPE_PAIRS],
        }
    }

    /// The numbers of the engine, with these rows of the codebook: both parts of each, summed.
    pub(crate) fn weights(&self, codes: &[[f32; CODE_WIDTH]]) -> SideWeights {
        let whole =
            |number: f32, most: i16| number.round().clamp(f32::from(-most), f32::from(most)) as i16;
        let code =
            |code: &[f32; CODE_WIDTH]| code.map(|n| whole(n * f32::from(CODE_ONE), MAX_CODE));
        let row =
            |one: f32, most: i16| move |row: &[f32; HIDDEN]| row.map(|n| whole(n * one, most));
        SideWeights {
            rows: self.rows.iter().map(row(ROW_ONE, MAX_ROW)).collect(),
            pooled: self.pooled.iter().map(row(POOLED_ONE, MAX_POOLED_WEIGHT)).collect(),
            last: row(LAST_ONE, MAX_LAST)(&self.last),
            codes: codes.iter().map(code).collect(),
        }
    }

    /// All numbers, in the order of the fields.
    pub(crate) const fn groups(&mut self) -> [&mut [f32]; 5] {
        [
            self.rows.as_mut_slice().as_flattened_mut(),
            self.pooled.as_mut_slice().as_flattened_mut(),
            self.last.as_mut_slice(),
            self.codes.as_mut_slice().as_flattened_mut(),
            self.shapes.as_mut_slice().as_flattened_mut(),
        ]
    }
}
