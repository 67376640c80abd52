//! The numbers of one side's network: in floating-point, and as the engine has them.

use std::slice;

use parlour::base::SplitMix64;
use parlour::games::connect5::threat_map::line_pattern_numbers::PATTERNS;
use parlour::games::connect5::threat_map::pattern_network::{
    CODE_ONE, CODE_WIDTH, COUNT_ROWS, HIDDEN, LAST_SHIFT, MAX_CODE, MAX_LAST, MAX_POOLED_WEIGHT,
    MAX_REGION_UNITS_WEIGHT, MAX_REGION_WEIGHT, MAX_ROW, MAX_SECOND_WEIGHT, POOLED, POOLED_SHIFT,
    REGION_SHIFT, REGION_UNITS_SHIFT, ROW_ONE, Row, SECOND_SHIFT, SideWeights,
};

/// Units of the evaluation for one logit: the scale for which the margins of the search are tuned.
/// Set by hand.
pub(crate) const UNITS_PER_LOGIT: f32 = 400.0;
/// Sums over cells are multiplied by this. Set by hand.
pub(crate) const POOLED_SCALE: f32 = 1.0 / 8.0;
/// The engine's integer for 1.0 in the weights of the sums over cells.
const POOLED_ONE: f32 = ROW_ONE * ((1 << POOLED_SHIFT) as f32) / (127.0 / POOLED_SCALE);
/// The greatest of these weights.
const MAX_POOLED: f32 = MAX_POOLED_WEIGHT as f32 / POOLED_ONE;
/// Sums over the cells of a region are multiplied by this. Set by hand.
pub(crate) const REGION_SCALE: f32 = 1.0 / 4.0;
/// The engine's integer for 1.0 in the weights of the sums over a region.
const REGION_ONE: f32 = ROW_ONE * ((1 << REGION_SHIFT) as f32) / (127.0 / REGION_SCALE);
/// The greatest of these weights.
const MAX_REGION: f32 = MAX_REGION_WEIGHT as f32 / REGION_ONE;
/// Sums of the units of all regions are multiplied by this. Set by hand.
pub(crate) const REGION_UNITS_SCALE: f32 = 1.0 / 4.0;
/// The engine's integer for 1.0 in the weights of the units of the regions.
const REGION_UNITS_ONE: f32 = ((1 << REGION_UNITS_SHIFT) as f32) * REGION_UNITS_SCALE;
/// The greatest of these weights.
const MAX_REGION_UNITS: f32 = MAX_REGION_UNITS_WEIGHT as f32 / REGION_UNITS_ONE;
/// The engine's integer for 1.0 in the weights of the second layer.
const SECOND_ONE: f32 = (1 << SECOND_SHIFT) as f32;
/// The greatest of these weights.
const MAX_SECOND: f32 = MAX_SECOND_WEIGHT as f32 / SECOND_ONE;
/// The engine's integer for 1.0 in the last row.
const LAST_ONE: f32 = UNITS_PER_LOGIT * ((1 << LAST_SHIFT) as f32) / ROW_ONE;
/// The greatest of these weights: 1.25.
const MAX_LAST_WEIGHT: f32 = MAX_LAST as f32 / LAST_ONE;
/// The greatest number in a row of counts.
const MAX_ROW_NUMBER: f32 = MAX_ROW as f32 / ROW_ONE;
/// The greatest number in a row of the codebook, the sum of its two parts.
const MAX_CODE_SUM: f32 = MAX_CODE as f32 / CODE_ONE as f32;
/// The groups of numbers that [`Parameters::groups`] returns.
pub(crate) const GROUPS: usize = 9;
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
    /// The terms that each limited sum over the cells of a region adds to its units, then the constant
    /// terms.
    pub(crate) region: Vec<[f32; HIDDEN]>,
    /// The terms that each unit of the regions adds to the hidden units.
    pub(crate) region_units: Vec<[f32; HIDDEN]>,
    /// The terms that each hidden unit adds to the second layer, then the constant terms.
    pub(crate) second: Vec<[f32; HIDDEN]>,
    /// The weights of the second layer in the output.
    pub(crate) second_last: [f32; HIDDEN],
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
            region: vec![[0.0; HIDDEN]; POOLED + 1],
            region_units: vec![[0.0; HIDDEN]; HIDDEN],
            second: vec![[0.0; HIDDEN]; HIDDEN + 1],
            second_last: [0.0; HIDDEN],
        }
    }

    /// Random numbers, with codes of 0: each group evenly within a range, in the unit of what the
    /// numbers are added to. The ranges are set by hand.
    pub(crate) fn random(random: &mut SplitMix64) -> Self {
        let mut one = |range: f32| (random.below(2_001) as f32 / 1_000.0 - 1.0) * range;
        let mut parameters = Self::zero();
        let [rows, pooled, last, _, shapes, region, region_units, second, second_last] =
            parameters.groups();
        for group in [rows, pooled, last, region, second] {
            group.fill_with(|| one(0.2));
        }
        for group in [region_units, second_last] {
            group.fill_with(|| one(0.1));
        }
        // Most of the limited sums begin above 0, where they learn.
        shapes.fill_with(|| one(0.1) + 0.02);
        parameters
    }

    /// The numbers of the engine.
    pub(crate) fn of(weights: &SideWeights) -> Self {
        let row = |one: f32| move |row: &[i16; HIDDEN]| row.map(|n| f32::from(n) / one);
        let code = |code: &[i16; CODE_WIDTH]| code.map(|n| f32::from(n) / f32::from(CODE_ONE));
        let rows_and_terms = |rows: &[Row], one: f32| {
            let (terms, others) = rows.split_last().unwrap_or((&[0; HIDDEN], &[]));
            others.iter().map(row(one)).chain([row(ROW_ONE)(terms)]).collect()
        };
        Self {
            rows: weights.rows.iter().map(row(ROW_ONE)).collect(),
            pooled: weights.pooled.iter().map(row(POOLED_ONE)).collect(),
            last: row(LAST_ONE)(&weights.last),
            codes: weights.codes.iter().map(code).collect(),
            shapes: vec![[0.0; CODE_WIDTH]; SHAPE_PAIRS],
            region: rows_and_terms(&weights.region, REGION_ONE),
            region_units: weights.region_units.iter().map(row(REGION_UNITS_ONE)).collect(),
            second: rows_and_terms(&weights.second, SECOND_ONE),
            second_last: row(LAST_ONE)(&weights.second_last),
        }
    }

    /// Fills layers that are all 0 with random numbers, so that they can learn; the output stays the
    /// same.
    pub(crate) fn begin_empty_layers(&mut self, random: &mut SplitMix64) {
        let start = Self::random(random);
        let is_empty = |rows: &[[f32; HIDDEN]]| rows.as_flattened().iter().all(|n| *n == 0.0);
        if is_empty(&self.region_units) && is_empty(&self.region) {
            self.region = start.region;
        }
        if is_empty(&[self.second_last]) && is_empty(&self.second) {
            self.second = start.second;
        }
    }

    /// Limits the numbers to those that the engine's integers can hold, so that the network that is
    /// written is the one that was trained. `shapes` has the pair of shapes of each pattern.
    pub(crate) fn limit(&mut self, shapes: &[u8]) {
        let limits = [
            (&mut self.rows[..], MAX_ROW_NUMBER),
            (&mut self.pooled[..], MAX_POOLED),
            (slice::from_mut(&mut self.last), MAX_LAST_WEIGHT),
            (&mut self.region[..POOLED], MAX_REGION),
            (&mut self.region_units[..], MAX_REGION_UNITS),
            (&mut self.second[..HIDDEN], MAX_SECOND),
            (slice::from_mut(&mut self.second_last), MAX_LAST_WEIGHT),
        ];
        for (rows, most) in limits {
            for weight in rows.as_flattened_mut() {
                *weight = weight.clamp(-most, most);
            }
        }
        for (code, shapes) in self.codes.iter_mut().zip(shapes) {
            for (number, shared) in code.iter_mut().zip(&self.shapes[usize::from(*shapes)]) {
                *number = (*number + shared).clamp(-MAX_CODE_SUM, MAX_CODE_SUM) - shared;
            }
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
        let terms = row(ROW_ONE, i16::MAX);
        let with_terms = |rows: &[[f32; HIDDEN]], weights: &dyn Fn(&[f32; HIDDEN]) -> Row| {
            let (last, others) = rows.split_last().unwrap_or((&[0.0; HIDDEN], &[]));
            others.iter().map(weights).chain([terms(last)]).collect()
        };
        SideWeights {
            rows: self.rows.iter().map(row(ROW_ONE, MAX_ROW)).collect(),
            pooled: self.pooled.iter().map(row(POOLED_ONE, MAX_POOLED_WEIGHT)).collect(),
            last: row(LAST_ONE, MAX_LAST)(&self.last),
            codes: codes.iter().map(code).collect(),
            region: with_terms(&self.region, &row(REGION_ONE, MAX_REGION_WEIGHT)),
            region_units: self
                .region_units
                .iter()
                .map(row(REGION_UNITS_ONE, MAX_REGION_UNITS_WEIGHT))
                .collect(),
            second: with_terms(&self.second, &row(SECOND_ONE, MAX_SECOND_WEIGHT)),
            second_last: row(LAST_ONE, MAX_LAST)(&self.second_last),
        }
    }

    /// All numbers, in the order of the fields.
    pub(crate) const fn groups(&mut self) -> [&mut [f32]; GROUPS] {
        [
            self.rows.as_mut_slice().as_flattened_mut(),
            self.pooled.as_mut_slice().as_flattened_mut(),
            self.last.as_mut_slice(),
            self.codes.as_mut_slice().as_flattened_mut(),
            self.shapes.as_mut_slice().as_flattened_mut(),
            self.region.as_mut_slice().as_flattened_mut(),
            self.region_units.as_mut_slice().as_flattened_mut(),
            self.second.as_mut_slice().as_flattened_mut(),
            self.second_last.as_mut_slice(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::{CODE_WIDTH, Parameters};
    use parlour::base::SplitMix64;

    #[test]
    fn limited_numbers_come_back_from_the_engine() {
        let mut limited = Parameters::random(&mut SplitMix64::new(3));
        for group in limited.groups() {
            for number in group {
                *number *= 100.0;
            }
        }
        limited.limit(&vec![7; limited.codes.len()]);
        let sum =
            |code: &[f32; CODE_WIDTH]| std::array::from_fn(|at| code[at] + limited.shapes[7][at]);
        let codes: Vec<_> = limited.codes.iter().map(sum).collect();
        let mut engine = Parameters::of(&limited.weights(&codes));
        let are_near = |numbers: &[f32], held: &[f32]| {
            numbers.iter().zip(held).all(|(number, held)| (number - held).abs() < 0.005)
        };
        assert!(are_near(codes.as_flattened(), engine.codes.as_flattened()));
        let groups = limited.groups().into_iter().zip(engine.groups());
        // The groups 3 and 4 are the two parts of the rows of the codebook.
        for (group, (numbers, held)) in groups.enumerate().filter(|(at, _)| ![3, 4].contains(at)) {
            assert!(are_near(numbers, held), "{group}");
        }
    }
}
