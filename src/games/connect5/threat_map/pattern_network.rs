//! The network of the static evaluation: patterns of lines, counts of threats, and the stones.
//!
//! ```text
//! every empty cell near stones: the rows of its four patterns in the codebook are summed and limited to
//! 0 … 1: 16 numbers in the view of the side to act, and 16 in that of the other side. They go on as
//!
//!   sums over each of nine regions ── 32 × 32 ── max(0, x) ── sums over the regions ── 32 × 32 ─┐
//!   sums over all cells ────────────────────────────────────────────────────────────── 32 × 32 ─┤
//!   27 active rows: counts of threats and of stones, one row each ──────────────────────────────┤
//!                                                                                               +
//!        evaluation ── + ─┬───────────────── last row ──────── hidden units ─┬── max(0, x) ─────┘
//!                         └─ second last row ── max(0, x) ── 32 × 32 ────────┘
//! ```
//!
//! The codebook of line patterns follows the idea of Jin, Duan and Hang 2025 (arXiv 2503.13178); the
//! sums over cells are updated with each stone (`network_accumulator.rs`), as in a network of Nasu 2018
//! (NNUE). All numbers are whole. The weights are ours: `tools/train-connect5` makes the files in
//! `networks/`.

use super::cell_threats::Threat;
use super::line_pattern_numbers::{PATTERNS, exchanged};
use crate::base::Side;
use crate::base::intrinsics::{
    CacheLine, PairWeights, Row32, RowChange, change_clipped_row_sums, sum_pair_products,
    with_wide_registers,
};
use crate::games::connect5::Rule;

/// Numbers in a row of the codebook. Set by hand; no measurement is recorded.
pub const CODE_WIDTH: usize = 16;
/// Units of each layer.
///
/// The layers are those of the regions, the hidden one, and the second one. Set by hand; no measurement
/// is recorded.
pub const HIDDEN: usize = 32;
/// The board is divided into this many regions each way. Set by hand; no measurement is recorded.
pub(super) const REGIONS_EACH_WAY: usize = 3;
/// Regions of the board.
pub const REGIONS: usize = REGIONS_EACH_WAY * REGIONS_EACH_WAY;
/// Inputs of the hidden layer from the cells: the sums in either side's view.
pub const POOLED: usize = 2 * CODE_WIDTH;
/// 1.0 in the rows of the codebook; the sum of four is limited to 0 … 1. Set by hand.
pub const CODE_ONE: i16 = 1_016;
/// Fractional bits that a limited sum loses, so that 1.0 is 127.
const CODE_SHIFT: u32 = 3;
/// 1.0 in the rows of counts. Set by hand.
pub const ROW_ONE: f32 = 128.0;
/// The greatest number in a row of counts: a sum of [`ACTIVE_ROWS`] of them fits 16 bits.
pub const MAX_ROW: i16 = 1_000;
/// Fractional bits of the products of sums over cells.
pub const POOLED_SHIFT: u32 = 13;
/// The greatest weight of a sum over cells: [`POOLED`] products fit 32 bits.
pub const MAX_POOLED_WEIGHT: i16 = 2_047;
/// Fractional bits of the products of the sums over a region.
pub const REGION_SHIFT: u32 = 13;
/// The greatest weight of a sum over a region.
///
/// A region has at most 64 cells: [`POOLED`] products fit 32 bits.
pub const MAX_REGION_WEIGHT: i16 = 8_190;
/// Fractional bits of the products of the units of the regions.
pub const REGION_UNITS_SHIFT: u32 = 12;
/// The greatest weight of the units of the regions: [`HIDDEN`] products fit 32 bits.
pub const MAX_REGION_UNITS_WEIGHT: i16 = 2_047;
/// Fractional bits of the products of the second layer.
pub const SECOND_SHIFT: u32 = 10;
/// The greatest weight of the second layer: [`HIDDEN`] products fit 32 bits.
pub const MAX_SECOND_WEIGHT: i16 = 4_095;
/// The greatest number in the last row: [`HIDDEN`] products fit 32 bits.
pub const MAX_LAST: i16 = 4_000;
/// The greatest value of a hidden unit.
const MAX_HIDDEN: i32 = (1 << 14) - 1;
/// Fractional bits of the product of the hidden layer and the last row.
pub const LAST_SHIFT: u32 = 10;

/// The greatest count of cells of a threat that has its own row; greater ones use the same row. Set
/// by hand; no measurement is recorded.
const MAX_COUNT: usize = 4;
/// The threats that are counted: all but [`Threat::Nothing`] and [`Threat::Five`].
const COUNTED_THREATS: usize = Threat::Five as usize - 1;
/// Rows of a threat: one for each count.
const ROWS_PER_THREAT: usize = MAX_COUNT + 1;
/// The index of the first row for the stones on the board.
const FIRST_STONE_ROW: usize = 2 * COUNTED_THREATS * ROWS_PER_THREAT;
/// Stones on the board for each of their rows, up to the last row. Set by hand; no measurement is
/// recorded.
const STONES_PER_ROW: u32 = 8;
/// Rows for the stones on the board. Set by hand; no measurement is recorded.
const STONE_ROWS: usize = 8;
/// Rows of counts.
pub const COUNT_ROWS: usize = FIRST_STONE_ROW + STONE_ROWS;
/// Rows of counts that are active in a position.
pub const ACTIVE_ROWS: usize = 2 * COUNTED_THREATS + 1;

/// A row for the hidden layer.
pub type Row = [i16; HIDDEN];
/// A row of the codebook.
pub type CodebookRow = [i16; CODE_WIDTH];

/// The weights of a side, as they are in the file of a rule.
///
/// In the file each is a list of 16-bit numbers, the lower byte first, in the order of the fields.
/// Under freestyle and standard both sides have the same weights, which are there once; under renju
/// First's come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideWeights {
    /// The rows of counts where the side is to act.
    pub rows: Vec<Row>,
    /// The weights of the sums over cells where the side is to act.
    ///
    /// The sums in the view of the side come first, then those in the view of the other side.
    pub pooled: Vec<Row>,
    /// The last row where the side is to act.
    pub last: Row,
    /// The layer of each region where the side is to act.
    ///
    /// First the weights of the sums over its cells, in the order of [`Self::pooled`], then the constant
    /// terms.
    pub region: Vec<Row>,
    /// The weights of the units of the regions, summed over all of them, in the hidden layer.
    pub region_units: Vec<Row>,
    /// The second layer: the weights of the hidden units, then the constant terms.
    pub second: Vec<Row>,
    /// The weight of each unit of the second layer in the output.
    pub second_last: Row,
    /// The codebook for the side's view.
    pub codes: Vec<CodebookRow>,
}

/// The patterns of the four lines of an empty cell near stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellPatterns {
    /// The numbers of the patterns, in the order of the lines – | / \.
    pub patterns: [u16; 4],
    /// The region of the cell, below [`REGIONS`].
    pub region: u8,
}

/// The sums over the empty cells near stones of each region.
///
/// Those in First's view come first, then those in Second's; 127 is 1.0.
pub(super) type RegionSums = [[i16; POOLED]; REGIONS];

/// The number of a row that makes every limited sum 0.
pub(super) const ZEROING_ROW: u16 = PATTERNS as u16;
/// That row.
const ZEROING_CODE: Row32 = CacheLine([i16::MIN / 2; POOLED]);
/// The greatest number in a row of the codebook.
///
/// A sum of three of them and of the row that makes limited sums 0 is below 0 and fits 16 bits.
pub const MAX_CODE: i16 = i16::MAX / 8;

/// How many [`SideWeights`] a rule has.
pub const fn side_weights_count(rule: Rule) -> usize {
    if matches!(rule, Rule::Renju) { 2 } else { 1 }
}

/// Which of them a side uses.
pub const fn side_weights_index(rule: Rule, side: Side) -> usize {
    if matches!((rule, side), (Rule::Renju, Side::Second)) { 1 } else { 0 }
}

/// The built-in weights of a rule.
pub fn built_in(rule: Rule) -> Vec<SideWeights> {
    let bytes: &[u8] = match rule {
        Rule::Freestyle => include_bytes!("networks/freestyle.bin"),
        Rule::Standard => include_bytes!("networks/standard.bin"),
        Rule::Renju => include_bytes!("networks/renju.bin"),
    };
    read(bytes)
}

/// Reads the weights of a file; numbers beyond its end are 0, also in an empty file.
pub fn read(bytes: &[u8]) -> Vec<SideWeights> {
    let mut words = bytes.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
    let mut by_side = Vec::new();
    while by_side.is_empty() || words.len() > 0 {
        let mut rows = |count: usize| -> Vec<Row> {
            (0..count).map(|_| std::array::from_fn(|_| words.next().unwrap_or(0))).collect()
        };
        let (counts, pooled, last) = (rows(COUNT_ROWS), rows(POOLED), rows(1));
        let (region, region_units) = (rows(POOLED + 1), rows(HIDDEN));
        let (second, second_last) = (rows(HIDDEN + 1), rows(1));
        let first = |rows: &[Row]| rows.first().copied().unwrap_or([0; HIDDEN]);
        let code =
            |_| std::array::from_fn(|_| words.next().unwrap_or(0).clamp(-MAX_CODE, MAX_CODE));
        by_side.push(SideWeights {
            rows: counts,
            pooled,
            last: first(&last),
            region,
            region_units,
            second,
            second_last: first(&second_last),
            codes: (0..PATTERNS).map(code).collect(),
        });
    }
    by_side
}

/// The bytes of a file of weights.
pub fn write(by_side: &[SideWeights]) -> Vec<u8> {
    let words = by_side.iter().flat_map(|weights| {
        let heads = weights.rows.iter().chain(&weights.pooled).chain([&weights.last]);
        let regions = weights.region.iter().chain(&weights.region_units);
        let seconds = weights.second.iter().chain([&weights.second_last]);
        heads.chain(regions).chain(seconds).flatten().chain(weights.codes.iter().flatten())
    });
    words.flat_map(|word| word.to_le_bytes()).collect()
}

/// The network of a rule.
#[derive(Clone, Debug)]
pub struct PatternNetwork {
    /// By [`Side::index`] of the side to act.
    output_layers: [OutputLayers; 2],
    /// By the number of a pattern: its rows in First's view and in Second's; then [`ZEROING_ROW`].
    codes: Vec<Row32>,
}

/// The layers after the sums, for one side to act.
#[derive(Clone, Debug)]
struct OutputLayers {
    /// The rows of counts, by their index below [`COUNT_ROWS`]; [`ROW_ONE`] is 1.0.
    rows: Vec<Row>,
    /// Of two sums each: First's view, then Second's.
    pooled: [PairWeights<2>; POOLED / 2],
    /// The weight of each hidden unit in the output, ±[`MAX_LAST`] at most.
    last: Row,
    /// Of two sums over a region each, as [`Self::pooled`].
    region: [PairWeights<2>; POOLED / 2],
    /// The constant terms of the units of a region.
    region_terms: Row,
    /// Of two units of the regions each.
    region_units: [PairWeights<2>; HIDDEN / 2],
    /// Of two hidden units each, for the second layer.
    second: [PairWeights<2>; HIDDEN / 2],
    /// The constant terms of the second layer.
    second_terms: Row,
    /// The weight of each unit of the second layer in the output, ±[`MAX_LAST`] at most.
    second_last: Row,
}

impl PatternNetwork {
    /// The network with these weights: of both sides together, or First's and then Second's.
    pub fn new(by_side: &[SideWeights]) -> Self {
        let of = |side: Side| &by_side[side.index().min(by_side.len() - 1)];
        let [first, second] = Side::BOTH.map(|side| &of(side).codes);
        let views = |(code, other): (&CodebookRow, &u16)| {
            let both = [*code, second[usize::from(*other)]];
            CacheLine(std::array::from_fn(|at| both.as_flattened()[at]))
        };
        Self {
            output_layers: Side::BOTH.map(|side| OutputLayers::new(of(side), side)),
            codes: first.iter().zip(exchanged()).map(views).chain([ZEROING_CODE]).collect(),
        }
    }

    /// Writes the sums over the cells of the regions after these changes.
    #[inline]
    pub(super) fn write_sums_after(
        &self,
        sums: &RegionSums,
        changes: &[RowChange],
        after: &mut RegionSums,
    ) {
        change_clipped_row_sums::<CODE_ONE, CODE_SHIFT, REGIONS>(sums, &self.codes, changes, after);
    }

    /// The output for a side to act, in hundredths, from the active rows and the sums over cells.
    #[inline]
    pub(super) fn output(
        &self,
        side: Side,
        active: [usize; ACTIVE_ROWS],
        regions: &RegionSums,
    ) -> i32 {
        let layers = &self.output_layers[side.index()];
        with_wide_registers(
            #[inline(always)]
            || layers.output(active, regions),
        )
    }
}

impl OutputLayers {
    #[inline(always)]
    fn output(&self, active: [usize; ACTIVE_ROWS], regions: &RegionSums) -> i32 {
        let mut counts = [0_i16; HIDDEN];
        for row in active {
            for (sum, number) in counts.iter_mut().zip(&self.rows[row.min(COUNT_ROWS - 1)]) {
                *sum = sum.wrapping_add(*number);
            }
        }
        let mut pooled = [0_u16; POOLED];
        for sums in regions {
            for (all, sum) in pooled.iter_mut().zip(sums) {
                *all = all.wrapping_add(sum.cast_unsigned());
            }
        }
        let mut sums = [[[0_i32; 16]; 2]];
        sum_pair_products(&mut sums, &self.pooled, [inputs_of(&pooled).as_chunks().0]);
        let mut unit_sums = [[[0_i32; 16]; 2]];
        let units = self.region_units_of(regions);
        sum_pair_products(&mut unit_sums, &self.region_units, [units.as_chunks().0]);
        let (sums, unit_sums) =
            (sums.as_flattened().as_flattened(), unit_sums.as_flattened().as_flattened());
        let mut hidden = [0_i16; HIDDEN];
        for (at, hidden) in hidden.iter_mut().enumerate() {
            let sum = (sums[at] >> POOLED_SHIFT) + (unit_sums[at] >> REGION_UNITS_SHIFT);
            *hidden = (sum + i32::from(counts[at])).clamp(0, MAX_HIDDEN) as i16;
        }
        let output: i32 = hidden
            .iter()
            .zip(self.last)
            .map(|(unit, last)| i32::from(*unit) * i32::from(last))
            .sum();
        let mut seconds = [[[0_i32; 16]; 2]];
        sum_pair_products(&mut seconds, &self.second, [hidden.as_chunks().0]);
        let mut second_output = 0;
        for (at, sum) in seconds.as_flattened().as_flattened().iter().enumerate() {
            let unit = (sum >> SECOND_SHIFT) + i32::from(self.second_terms[at]);
            second_output += unit.clamp(0, MAX_HIDDEN) * i32::from(self.second_last[at]);
        }
        (output >> LAST_SHIFT) + (second_output >> LAST_SHIFT)
    }

    /// The units of the regions, summed over all regions.
    #[inline(always)]
    fn region_units_of(&self, regions: &RegionSums) -> [i16; HIDDEN] {
        let mut sums = [[[0_i32; 16]; 2]; REGIONS];
        sum_pair_products(&mut sums, &self.region, regions.each_ref().map(|row| row.as_chunks().0));
        let mut units = [0_i32; HIDDEN];
        for sums in &sums {
            let sums = sums.as_flattened().iter().zip(self.region_terms);
            for (all, (sum, terms)) in units.iter_mut().zip(sums) {
                *all += ((sum >> REGION_SHIFT) + i32::from(terms)).clamp(0, MAX_HIDDEN);
            }
        }
        let mut inputs = [0; HIDDEN];
        for (input, unit) in inputs.iter_mut().zip(units) {
            *input = unit.min(i32::from(i16::MAX)) as i16;
        }
        inputs
    }

    fn new(weights: &SideWeights, side: Side) -> Self {
        // The weights are in the order of own view and other view.
        let by_view = |rows: &[Row]| {
            std::array::from_fn(|at| rows[(at + side.index() * CODE_WIDTH) % POOLED])
        };
        let in_order = |rows: &[Row]| std::array::from_fn(|at| rows[at]);
        Self {
            rows: weights.rows.clone(),
            pooled: pairs(&by_view(&weights.pooled)),
            last: weights.last,
            region: pairs(&by_view(&weights.region)),
            region_terms: weights.region[POOLED],
            region_units: pairs(&in_order(&weights.region_units)),
            second: pairs(&in_order(&weights.second)),
            second_terms: weights.second[HIDDEN],
            second_last: weights.second_last,
        }
    }
}

/// The sums over cells as inputs of a layer.
#[inline(always)]
fn inputs_of(sums: &[u16; POOLED]) -> [i16; POOLED] {
    let mut inputs = [0; POOLED];
    for (input, sum) in inputs.iter_mut().zip(sums) {
        *input = (*sum).min(i16::MAX.cast_unsigned()).cast_signed();
    }
    inputs
}

/// The weights of pairs of inputs, from a row for each input.
fn pairs(rows: &[Row; POOLED]) -> [PairWeights<2>; POOLED / 2] {
    std::array::from_fn(|pair| {
        std::array::from_fn(|block| {
            CacheLine(std::array::from_fn(|at| rows[2 * pair + at % 2][16 * block + at / 2]))
        })
    })
}

/// The active rows for the counts of cells by the number of their [`Threat`], of the side to act
/// and of the other one, and for the stones on the board.
#[inline]
pub(super) fn active_rows(
    counts: &[impl Fn(usize) -> u32; 2],
    stones: u32,
) -> [usize; ACTIVE_ROWS] {
    let stone_row = (stones / STONES_PER_ROW).min(STONE_ROWS as u32 - 1) as usize;
    let mut rows = [FIRST_STONE_ROW + stone_row; ACTIVE_ROWS];
    for (at, row) in rows.iter_mut().enumerate().take(2 * COUNTED_THREATS) {
        let count = counts[at / COUNTED_THREATS](1 + at % COUNTED_THREATS);
        *row = at * ROWS_PER_THREAT + (count as usize).min(MAX_COUNT);
    }
    rows
}
