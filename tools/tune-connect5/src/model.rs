//! Logistic regression on sums of worths and what a network adds.
//!
//! What is learned is how far each worth lies from where it starts. For a cell that is a sum of
//! eleven numbers: one for its four shapes together, one for each shape, one for each pair of
//! them; so cells that are seldom seen learn from those that resemble them. All numbers are pulled
//! to 0, and found by mini-batches. The network starts at random and learns with them.

use parlour::games::connect5::threat_map::pattern_network::Row;
use parlour::games::connect5::threat_map::values::{SLOTS, place};

use crate::adam::Adam;
use crate::network::{Chosen, Network};
use crate::positions::{Positions, Sample};

/// Units of the evaluation that are one logit: the scale that the margins of the search are for.
pub(crate) const LOGIT: f32 = 400.0;
/// How far the first step moves each number of the worths, in the unit of the evaluation.
const RATE: f32 = 0.5;
/// Numbers that belong to shapes and pairs of shapes, for each table.
const SHARED: usize = 15 + 15 * 15;

/// What a fit aims at: the chance to win, of which results are this share, 0 to 1, and the
/// player's own scores the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim(pub(crate) f32);

/// Worths, and how they change.
pub(crate) struct Model {
    start: Vec<f32>,
    /// For each worth, the numbers whose sum is its change.
    parts: Vec<Vec<usize>>,
    numbers: Vec<f32>,
    adam: Adam,
    worths: Vec<f32>,
    network: Network,
}

impl Model {
    /// A model that starts at these worths, [`SLOTS`] for each table, and at a random network.
    pub(crate) fn new(start: Vec<f32>, seed: u64) -> Self {
        let tables = start.len() / SLOTS;
        let count = tables * (SLOTS + SHARED);
        let parts = parts(tables);
        Self {
            worths: start.clone(),
            start,
            parts,
            numbers: vec![0.0; count],
            adam: Adam::new(count),
            network: Network::new(tables, seed),
        }
    }

    /// The worths as they stand.
    pub(crate) fn worths(&self) -> &[f32] {
        &self.worths
    }

    /// The rows of a table's network, as the engine reads them.
    pub(crate) fn rows(&self, table: usize) -> Vec<Row> {
        self.network.rows(table, LOGIT)
    }

    /// The evaluation of these features and rows, in logits.
    pub(crate) fn value(&self, features: &[(u16, i16)], chosen: &Chosen) -> f32 {
        let worth = |(f, count): &(u16, i16)| self.worths[usize::from(*f)] * f32::from(*count);
        features.iter().map(worth).sum::<f32>() / LOGIT + self.network.value(chosen)
    }

    /// The mean loss in nats over all positions.
    pub(crate) fn loss(&self, positions: &Positions, aim: Aim) -> f64 {
        let each = (0..positions.len()).map(|number| {
            let (sample, features, chosen) = positions.at(number);
            f64::from(cross_entropy(self.value(features, chosen), aim.target(sample)))
        });
        each.sum::<f64>() / positions.len() as f64
    }

    /// One step down the loss on these positions, with `left` of the pace, 0 to 1; `pull` is what
    /// the square of each number of the worths costs, halved.
    pub(crate) fn step(
        &mut self,
        positions: &Positions,
        batch: &[usize],
        aim: Aim,
        (left, pull): (f32, f32),
    ) {
        let mut slopes = vec![0.0; self.worths.len()];
        for number in batch {
            let (sample, features, chosen) = positions.at(*number);
            let told = sigmoid(self.value(features, chosen));
            let slope = (told - aim.target(sample)) / batch.len() as f32;
            self.network.learn(chosen, slope);
            for (feature, count) in features {
                slopes[usize::from(*feature)] += slope / LOGIT * f32::from(*count);
            }
        }
        self.network.step(left);
        let mut gradient: Vec<f32> = self.numbers.iter().map(|number| number * pull).collect();
        for (parts, slope) in self.parts.iter().zip(&slopes).filter(|(_, slope)| **slope != 0.0) {
            for part in parts {
                gradient[*part] += slope;
            }
        }
        self.adam.descend(&mut self.numbers, &gradient, RATE * left);
        for (worth, (start, parts)) in
            self.worths.iter_mut().zip(self.start.iter().zip(&self.parts))
        {
            *worth = start + parts.iter().map(|part| self.numbers[*part]).sum::<f32>();
        }
    }
}

impl Aim {
    /// The chance to win that a position is said to have.
    fn target(self, sample: Sample) -> f32 {
        self.0 * sample.result + (1.0 - self.0) * sigmoid(sample.score / LOGIT)
    }
}

/// For each worth of each table, the numbers whose sum is its change.
fn parts(tables: usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = (0..tables * SLOTS).map(|worth| vec![worth]).collect();
    let digits = |n: u16| [n / 3_375, n / 225 % 15, n / 15 % 15, n % 15];
    for shapes in (0..50_625).map(digits).filter(|shapes| shapes.is_sorted()) {
        for table in 0..tables {
            let shared = tables * SLOTS + table * SHARED;
            let parts = &mut parts[table * SLOTS + place(shapes)];
            for (at, one) in shapes.into_iter().map(usize::from).enumerate() {
                parts.push(shared + one);
                let others = shapes[at + 1..].iter();
                parts.extend(others.map(|other| shared + 15 + 15 * one + usize::from(*other)));
            }
        }
    }
    debug_assert!(parts.iter().all(|parts| parts.len() == 11), "1 + 4 + 6 numbers");
    parts
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The loss in nats of saying this logit where the chance is `target`.
fn cross_entropy(logit: f32, target: f32) -> f32 {
    // log(1 + e^x) - x t, without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - logit * target
}

#[cfg(test)]
mod tests {
    use super::{Aim, LOGIT, Model, cross_entropy, parts, sigmoid};
    use crate::positions::Positions;
    use parlour::base::SplitMix64;
    use parlour::games::connect5::threat_map::pattern_network::CHOSEN;
    use parlour::games::connect5::threat_map::values::{SLOTS, place};

    #[test]
    fn worths_and_counts_that_made_the_results_are_found_again() {
        let hidden = |feature: u16| f32::from(feature % 7) * 30.0 - 90.0;
        let mut random = SplitMix64::new(3);
        let mut positions = Positions::default();
        for _ in 0..8_000 {
            let features: Vec<_> =
                (0..6).map(|_| (random.below(40) as u16, random.below(3) as i16 - 1)).collect();
            // The same rows but for two, which are worth something only together.
            let pair = [random.below(2) as u16, random.below(2) as u16];
            let mut chosen: [u16; CHOSEN] = std::array::from_fn(|at| 5 * at as u16);
            (chosen[0], chosen[1]) = (pair[0], 5 + pair[1]);
            let both = if pair[0] == pair[1] { LOGIT } else { -LOGIT };
            let value: f32 = features.iter().map(|(f, n)| hidden(*f) * f32::from(*n)).sum();
            let chance = f64::from(sigmoid((value + both) / LOGIT));
            let is_won = (random.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            positions.push(&features, chosen, (f32::from(u8::from(is_won)), value + both));
        }
        let aim = Aim(0.5);
        let mut model = Model::new(vec![0.0; SLOTS], 1);
        let before = model.loss(&positions, aim);
        for round in 0..600 {
            let batch: Vec<usize> = (0..500).map(|at| (round * 500 + at) % 8_000).collect();
            model.step(&positions, &batch, aim, (1.0, 0.0));
        }
        let after = model.loss(&positions, aim);
        assert!(after < before - 0.1, "{before} {after}");
        for feature in 0..40 {
            let found = model.worths()[usize::from(feature)];
            assert!((found - hidden(feature)).abs() < 40.0, "{feature}: {found}");
        }
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut chosen: [u16; CHOSEN] = std::array::from_fn(|at| 5 * at as u16);
            (chosen[0], chosen[1]) = (a, 5 + b);
            let found = model.value(&[], &chosen);
            let right = if a == b { 1.0 } else { -1.0 };
            assert!((found - right).abs() < 0.2, "{a} {b}: {found}");
        }
    }

    #[test]
    fn cells_share_the_numbers_of_their_shapes() {
        let parts = parts(2);
        let shared = |a: usize, b: usize| parts[a].iter().filter(|p| parts[b].contains(p)).count();
        let (one, other) = (place([0, 0, 3, 5]), place([0, 3, 5, 9]));
        // 0 twice, 3 and 5; 0-3 twice, 0-5 twice, 3-5.
        assert_eq!(shared(one, other), 9);
        assert_eq!(shared(one, SLOTS + one), 0);
    }

    #[test]
    fn loss_is_that_of_the_logarithms() {
        for (logit, target) in [(0.0, 0.5), (1.5, 1.0), (-2.0, 0.25), (3.0, 0.0)] {
            let p = sigmoid(logit);
            let plain = -(target * p.ln() + (1.0 - target) * (1.0 - p).ln());
            assert!((cross_entropy(logit, target) - plain).abs() < 1e-5);
        }
    }
}
