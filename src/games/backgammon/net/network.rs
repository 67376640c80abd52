//! One network, laid out for speed, and the four of them together.

use std::sync::LazyLock;

use super::class::Class;
use super::file::{self, FileError};
use super::lanes::{
    LANES, Lanes, add, add_products, add_scaled, lanes, sigmoid, sigmoid_lanes, total,
};
use super::probabilities::Probabilities;
use super::raw::{SIDE, of_place};
use super::weights::Weights;
use crate::base::bits::ones;
use crate::games::backgammon::board::Checkers;

/// Counts of a place, 0 to 15.
const COUNTS: usize = 16;
/// Places of a side.
const PLACES: usize = 26;

/// One network, ready to judge.
///
/// ```text
/// places    [side][place][count][hidden]     the four raw inputs of a count summed up
/// experts   [block][feature][64]             hidden units in blocks of 64, what is left in 16s
/// outputs   [block][output][16]
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    hidden: usize,
    places: Vec<f32>,
    experts: Vec<f32>,
    bias: Vec<f32>,
    outputs: Vec<f32>,
    output_bias: [f32; 5],
}

impl Network {
    /// Lays the weights out.
    pub fn new(weights: &Weights) -> Self {
        let hidden = weights.hidden;
        let mut places = vec![0.0; 2 * PLACES * COUNTS * hidden];
        for (index, row) in places.chunks_exact_mut(hidden).enumerate() {
            let (side, place) = (index / COUNTS / PLACES, index / COUNTS % PLACES);
            let inputs = of_place(place, (index % COUNTS) as u8);
            for (k, input) in inputs.into_iter().enumerate().filter(|(_, input)| *input != 0.0) {
                let from = (side * SIDE + place * 4 + k) * hidden;
                let weights = &weights.raw[from..from + hidden];
                row.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        Self {
            hidden,
            places,
            experts: in_blocks(&weights.experts, weights.features(), hidden, 4 * LANES),
            bias: weights.bias.clone(),
            outputs: in_blocks(&weights.outputs, 5, hidden, LANES),
            output_bias: std::array::from_fn(|o| weights.output_bias[o]),
        }
    }

    /// Hidden units.
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// The part of one side's checkers (0 the mover, 1 the other) in every hidden unit.
    #[inline(always)]
    pub(super) fn sum_side(&self, side: usize, checkers: Checkers, sums: &mut [f32]) {
        let mut rows = [0_usize; PLACES];
        let mut count = 0;
        let off = u32::from(checkers.count(0) > 0);
        for place in ones(u64::from(checkers.occupied() | off)) {
            let n = usize::from(checkers.count(place as u8));
            rows[count] = ((side * PLACES + place as usize) * COUNTS + n) * self.hidden;
            count += 1;
        }
        for (block, sums) in sums.chunks_exact_mut(LANES).enumerate() {
            let mut sum: Lanes = [0.0; LANES];
            for row in &rows[..count] {
                add(&mut sum, lanes(&self.places, row + block * LANES));
            }
            sums.copy_from_slice(&sum);
        }
    }

    /// The outputs, given the parts of both sides and the features, as many as the network has.
    #[inline(always)]
    pub(super) fn judge<const N: usize>(
        &self,
        sides: [&[f32]; 2],
        experts: &[f32; N],
    ) -> Probabilities {
        let mut out = [[0.0; LANES]; 5];
        let fours = self.hidden - self.hidden % (4 * LANES);
        for at in (0..fours).step_by(4 * LANES) {
            for (block, sum) in self.sum_four(at, sides, experts).iter().enumerate() {
                self.add_units(at + block * LANES, sum, &mut out);
            }
        }
        for at in (fours..self.hidden).step_by(LANES) {
            let mut sum = self.known(at, sides);
            let weights = &self.experts[at * N..(at + LANES) * N];
            for (weights, input) in weights.chunks_exact(LANES).zip(experts) {
                add_scaled(&mut sum, *input, lanes(weights, 0));
            }
            self.add_units(at, &sum, &mut out);
        }
        let outputs = std::array::from_fn(|o| sigmoid(self.output_bias[o] + total(out[o])));
        Probabilities(outputs)
    }

    /// The inputs of four blocks of units from `at` on: side by side, so that no addition waits
    /// for the one before it.
    #[inline(always)]
    fn sum_four<const N: usize>(
        &self,
        at: usize,
        sides: [&[f32]; 2],
        experts: &[f32; N],
    ) -> [Lanes; 4] {
        let mut a = self.known(at, sides);
        let mut b = self.known(at + LANES, sides);
        let mut c = self.known(at + 2 * LANES, sides);
        let mut d = self.known(at + 3 * LANES, sides);
        let weights = &self.experts[at * N..(at + 4 * LANES) * N];
        for (row, input) in weights.chunks_exact(4 * LANES).zip(experts) {
            add_scaled(&mut a, *input, lanes(row, 0));
            add_scaled(&mut b, *input, lanes(row, LANES));
            add_scaled(&mut c, *input, lanes(row, 2 * LANES));
            add_scaled(&mut d, *input, lanes(row, 3 * LANES));
        }
        [a, b, c, d]
    }

    /// What the bias and both sides' checkers put into the block of units at `at`.
    #[inline(always)]
    fn known(&self, at: usize, sides: [&[f32]; 2]) -> Lanes {
        let mut sum = *lanes(&self.bias, at);
        add(&mut sum, lanes(sides[0], at));
        add(&mut sum, lanes(sides[1], at));
        sum
    }

    /// Adds to the outputs what a block of units says with these inputs.
    #[inline(always)]
    fn add_units(&self, at: usize, sum: &Lanes, out: &mut [Lanes; 5]) {
        let unit = sigmoid_lanes(sum);
        let weights = &self.outputs[at * 5..(at + LANES) * 5];
        for (weights, out) in weights.chunks_exact(LANES).zip(out) {
            add_products(out, &unit, lanes(weights, 0));
        }
    }
}

/// Rows of `hidden` numbers each, cut into blocks of units that hold all rows: of so many units
/// while they last, then of sixteen.
fn in_blocks(rows: &[f32], count: usize, hidden: usize, units: usize) -> Vec<f32> {
    let whole = hidden - hidden % units;
    let blocks = (0..whole).step_by(units).map(|at| (at, units));
    let blocks = blocks.chain((whole..hidden).step_by(LANES).map(|at| (at, LANES)));
    let pieces = blocks.flat_map(|(at, units)| {
        (0..count).flat_map(move |row| rows[row * hidden + at..][..units].iter().copied())
    });
    pieces.collect()
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
