//! One network, laid out for speed, and the four of them together.

use std::sync::LazyLock;

use super::class::Class;
use super::experts::EXPERTS;
use super::file::{self, FileError};
use super::lanes::{LANES, Lanes, add_products, lanes, rounded, sigmoid, sigmoid_lanes, total};
use super::probabilities::Probabilities;
use super::raw::{SIDE, of_place};
use super::weights::Weights;
use crate::base::bits::ones;
use crate::base::intrinsics::{Pairs, Sums, add_pair_products};
use crate::games::backgammon::board::Checkers;

/// Counts of a place, 0 to 15.
const COUNTS: usize = 16;
/// Places of a side.
const PLACES: usize = 26;
/// Hidden units whose parts of a side are added at a time.
const WIDE: usize = 2 * LANES;
/// Hidden units whose features are summed up at a time.
const FOUR: usize = 4 * LANES;
/// Pairs of features.
const PAIRS: usize = EXPERTS / 2;

/// What a side's checkers put into a unit is counted in steps of 1 / so many, −32 to 32.
const SIDE_STEPS: f32 = 1_024.0;
/// A feature is counted in steps of 1 / so many, −16 to 16.
const FEATURE_STEPS: f32 = 2_048.0;
/// No feature is further from 0.
const WIDEST_FEATURE: f32 = 8.0;
/// The weight of a feature is counted in steps of 1 / so many at most.
const FINEST_WEIGHT_STEPS: f32 = 16_384.0;

/// One network, ready to judge: the first layer in whole numbers, twice as fast and as good.
///
/// ```text
/// places    [side][place][count][unit]       the four raw inputs of a count summed up
/// pairs     [64 units][pair of features]     each feature's weights beside the next one's
/// outputs   [block of 16 units][output][16]
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    hidden: usize,
    places: Vec<i16>,
    pairs: Vec<Pairs>,
    /// What a sum over the features counts in.
    pair_step: f32,
    bias: Vec<f32>,
    outputs: Vec<f32>,
    output_bias: [f32; 5],
}

impl Network {
    /// Lays the weights out.
    pub fn new(weights: &Weights) -> Self {
        let steps = weight_steps(weights);
        Self {
            hidden: weights.hidden,
            places: places(weights),
            pairs: pairs(weights, steps),
            pair_step: 1.0 / (steps * FEATURE_STEPS),
            bias: weights.bias.clone(),
            outputs: in_blocks(&weights.outputs, weights.hidden),
            output_bias: std::array::from_fn(|o| weights.output_bias[o]),
        }
    }

    /// Hidden units, a multiple of 16.
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// Numbers of a side's part: one for each hidden unit, and some that mean nothing.
    pub(super) const fn width(&self) -> usize {
        self.hidden.next_multiple_of(WIDE)
    }

    /// The part of one side's checkers (0 the mover, 1 the other) in every hidden unit.
    #[inline(always)]
    pub(super) fn sum_side(&self, side: usize, checkers: Checkers, sums: &mut [i16]) {
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

    /// The outputs, given the parts of both sides and the features: none, or as many as count.
    #[inline(always)]
    pub(super) fn judge(&self, sides: [&[i16]; 2], features: &[[i16; 2]]) -> Probabilities {
        let mut out = [[0.0; LANES]; 5];
        for from in (0..self.hidden).step_by(FOUR) {
            let mut sums: Sums = [[0; LANES]; 4];
            if !features.is_empty() {
                let first = from / FOUR * PAIRS;
                add_pair_products(&mut sums, &self.pairs[first..first + PAIRS], features);
            }
            for (at, sum) in (from..self.hidden).step_by(LANES).zip(&sums) {
                let unit = sigmoid_lanes(&self.inputs(at, sides, sum));
                let weights = &self.outputs[at * 5..(at + LANES) * 5];
                for (weights, out) in weights.chunks_exact(LANES).zip(&mut out) {
                    add_products(out, &unit, lanes(weights, 0));
                }
            }
        }
        let outputs = std::array::from_fn(|o| sigmoid(self.output_bias[o] + total(out[o])));
        Probabilities(outputs)
    }

    /// The inputs of the block of units at `at`.
    #[inline(always)]
    fn inputs(&self, at: usize, sides: [&[i16]; 2], features: &[i32; LANES]) -> Lanes {
        let bias = lanes(&self.bias, at);
        let [mine, theirs] = sides.map(|side| &side[at..at + LANES]);
        std::array::from_fn(|i| {
            let checkers = i32::from(mine[i]) + i32::from(theirs[i]);
            bias[i] + checkers as f32 / SIDE_STEPS + features[i] as f32 * self.pair_step
        })
    }
}

/// Features in steps, two by two.
#[inline(always)]
pub(super) fn in_pairs(features: &[f32; EXPERTS]) -> [[i16; 2]; PAIRS] {
    let most = WIDEST_FEATURE * FEATURE_STEPS;
    let steps = |feature: f32| rounded((feature * FEATURE_STEPS).clamp(-most, most)) as i16;
    std::array::from_fn(|pair| [steps(features[2 * pair]), steps(features[2 * pair + 1])])
}

/// The rows of every count on every place, summed over its raw inputs.
fn places(weights: &Weights) -> Vec<i16> {
    let (hidden, width) = (weights.hidden, weights.hidden.next_multiple_of(WIDE));
    let mut places = vec![0; 2 * PLACES * COUNTS * width];
    for (index, row) in places.chunks_exact_mut(width).enumerate() {
        let (side, place) = (index / COUNTS / PLACES, index / COUNTS % PLACES);
        let inputs = of_place(place, (index % COUNTS) as u8);
        let first = (side * SIDE + place * 4) * hidden;
        for (h, steps) in row[..hidden].iter_mut().enumerate() {
            let weights = (0..4).map(|k| weights.raw[first + k * hidden + h]);
            let sum: f32 = inputs.into_iter().zip(weights).map(|(input, w)| input * w).sum();
            *steps = (sum * SIDE_STEPS).round() as i16;
        }
    }
    places
}

/// Into how many steps the weights of features are cut: the finest with which neither a weight
/// nor a sum can overflow.
fn weight_steps(weights: &Weights) -> f32 {
    let hidden = weights.hidden;
    let rows = || weights.experts.chunks_exact(hidden);
    let largest = weights.experts.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let heaviest = (0..hidden)
        .map(|h| rows().map(|row| row[h].abs()).sum::<f32>())
        .fold(0.0_f32, |most, sum| most.max(sum));
    let sum = heaviest * WIDEST_FEATURE * FEATURE_STEPS;
    let fits = |steps: f32| {
        largest * steps < f32::from(i16::MAX) && sum * steps < 0.99 * i32::MAX as f32
    };
    let finer = std::iter::successors(Some(FINEST_WEIGHT_STEPS), |steps| Some(steps / 2.0));
    finer.take(32).find(|steps| fits(*steps)).unwrap_or(f32::MIN_POSITIVE)
}

/// The weights of the features in so many steps, two features beside each other.
fn pairs(weights: &Weights, steps: f32) -> Vec<Pairs> {
    let hidden = weights.hidden;
    let weight = |unit: usize, feature: usize| {
        let weight = if unit < hidden { weights.experts[feature * hidden + unit] } else { 0.0 };
        (weight * steps).round() as i16
    };
    let groups = (0..hidden).step_by(FOUR);
    let rows = groups.flat_map(|unit| (0..weights.features() / 2).map(move |pair| (unit, pair)));
    let row = |(unit, pair)| -> Pairs {
        std::array::from_fn(|block| {
            std::array::from_fn(|i| weight(unit + block * LANES + i / 2, 2 * pair + i % 2))
        })
    };
    rows.map(row).collect()
}

/// Five rows of `hidden` numbers, cut into blocks of sixteen that hold all rows.
fn in_blocks(rows: &[f32], hidden: usize) -> Vec<f32> {
    let starts = (0..hidden).step_by(LANES);
    let pieces = starts.flat_map(|at| rows.chunks_exact(hidden).map(move |row| &row[at..]));
    pieces.flat_map(|row| &row[..LANES]).copied().collect()
}

/// The networks: one for each class, and a small one that picks the plays worth a judgement.
#[derive(Clone, Debug)]
pub struct Nets {
    /// By [`Class::index`].
    classes: [Network; 3],
    screen: Network,
}

/// The weights that are built in.
const BUILT_IN: &[u8] = include_bytes!("weights.bin");

impl Nets {
    /// Networks of both kinds.
    pub const COUNT: usize = 4;
    /// Which of them have the expert features.
    pub const WITH_EXPERTS: [bool; Self::COUNT] = [true, true, true, false];

    /// The networks of these weights, in the order of [`Class::ALL`], the screen last.
    pub fn new(weights: &[Weights; Self::COUNT]) -> Self {
        let [contact, crashed, race, screen] = weights.each_ref().map(Network::new);
        Self { classes: [contact, crashed, race], screen }
    }

    /// The networks of a file of weights.
    ///
    /// # Errors
    /// [`FileError`] if it is not such a file, of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        file::read(bytes).map(|weights| Self::new(&weights))
    }

    /// The networks that are built in.
    ///
    /// Should their file be damaged, all weights are zero; a test holds that it is not.
    pub fn built_in() -> &'static Self {
        static NETS: LazyLock<Nets> = LazyLock::new(|| {
            Nets::read(BUILT_IN).unwrap_or_else(|_| {
                Nets::new(&Nets::WITH_EXPERTS.map(|experts| Weights::zero(0, experts)))
            })
        });
        &NETS
    }

    /// The network of a class.
    #[inline]
    pub const fn of(&self, class: Class) -> &Network {
        &self.classes[class.index()]
    }

    /// The network without expert features: several times as fast, for all classes.
    #[inline]
    pub const fn screen(&self) -> &Network {
        &self.screen
    }
}
