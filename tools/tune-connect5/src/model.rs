//! Logistic regression on sums of worths.
//!
//! What is learned is how far each worth lies from where it starts. For a cell that is a sum of
//! eleven numbers: one for its four shapes together, one for each shape, one for each pair of
//! them; so cells that are seldom seen learn from those that resemble them. All numbers are pulled
//! to 0, and found by Adam (Kingma and Ba 2015) on mini-batches.

use parlour::games::connect5::grid::values::{COUNT, SLOTS, place};

use crate::positions::Positions;

/// Adam's memories of the gradient and of its square.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// Numbers that belong to shapes and pairs of shapes, for each table.
const SHARED: usize = 15 + 15 * 15;

/// What a fit aims at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// The unit of the evaluation that is one logit.
    pub(crate) logit: f32,
    /// Of the result in the target, 0 to 1; the rest is the score's.
    pub(crate) share: f32,
}

/// Worths, and how they change.
pub(crate) struct Model {
    start: Vec<f32>,
    /// For each worth, the numbers whose sum is its change.
    parts: Vec<Vec<usize>>,
    numbers: Vec<f32>,
    moments: [Vec<f32>; 2],
    worths: Vec<f32>,
    steps: i32,
}

impl Model {
    /// A model that starts at these worths: [`SLOTS`] for each table.
    pub(crate) fn new(start: Vec<f32>) -> Self {
        let tables = start.len() / SLOTS;
        let count = tables * (SLOTS + SHARED);
        let parts = parts(tables);
        let moments = [vec![0.0; count], vec![0.0; count]];
        Self { worths: start.clone(), start, parts, numbers: vec![0.0; count], moments, steps: 0 }
    }

    /// The worths as they stand.
    pub(crate) fn worths(&self) -> &[f32] {
        &self.worths
    }

    /// The evaluation of these features.
    pub(crate) fn value(&self, features: &[(u16, i16)]) -> f32 {
        features.iter().map(|(f, count)| self.worths[usize::from(*f)] * f32::from(*count)).sum()
    }

    /// The mean loss in nats over all positions.
    pub(crate) fn loss(&self, positions: &Positions, aim: Aim) -> f64 {
        let each = (0..positions.len()).map(|number| {
            let (sample, features) = positions.at(number);
            let target = aim.target(sample.result, sample.score);
            f64::from(cross_entropy(self.value(features) / aim.logit, target))
        });
        each.sum::<f64>() / positions.len() as f64
    }

    /// One step of Adam, this far at most, down the loss on these positions; `pull` is what the
    /// square of each number costs, halved.
    pub(crate) fn step(
        &mut self,
        positions: &Positions,
        batch: &[usize],
        aim: Aim,
        (rate, pull): (f32, f32),
    ) {
        let mut slopes = vec![0.0; self.worths.len()];
        for number in batch {
            let (sample, features) = positions.at(*number);
            let told = sigmoid(self.value(features) / aim.logit);
            let slope = (told - aim.target(sample.result, sample.score)) / aim.logit;
            for (feature, count) in features {
                slopes[usize::from(*feature)] += slope * f32::from(*count);
            }
        }
        let mut gradient: Vec<f32> = self.numbers.iter().map(|number| number * pull).collect();
        for (parts, slope) in self.parts.iter().zip(&slopes).filter(|(_, slope)| **slope != 0.0) {
            for part in parts {
                gradient[*part] += slope / batch.len() as f32;
            }
        }
        self.descend(&gradient, rate);
        for (worth, (start, parts)) in
            self.worths.iter_mut().zip(self.start.iter().zip(&self.parts))
        {
            *worth = start + parts.iter().map(|part| self.numbers[*part]).sum::<f32>();
        }
    }

    fn descend(&mut self, gradient: &[f32], rate: f32) {
        self.steps += 1;
        let [first, second] = &mut self.moments;
        let [bias, bias_of_square] = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        for (at, slope) in gradient.iter().enumerate() {
            first[at] += (1.0 - MEMORY[0]) * (slope - first[at]);
            second[at] += (1.0 - MEMORY[1]) * (slope * slope - second[at]);
            let size = (second[at] / bias_of_square).sqrt() + 1e-9;
            self.numbers[at] -= rate * first[at] / bias / size;
        }
    }
}

impl Aim {
    /// The chance to win that a position is said to have.
    fn target(self, result: f32, score: f32) -> f32 {
        self.share * result + (1.0 - self.share) * sigmoid(score / self.logit)
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
    debug_assert!(parts[..COUNT].iter().all(|parts| parts.len() == 11), "1 + 4 + 6 numbers");
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
    use super::{Aim, Model, cross_entropy, parts, sigmoid};
    use crate::positions::Positions;
    use parlour::base::SplitMix64;
    use parlour::games::connect5::grid::values::{SLOTS, TEMPO, place};

    #[test]
    fn worths_that_made_the_results_are_found_again() {
        let hidden = |feature: u16| f32::from(feature % 7) * 30.0 - 90.0;
        let mut random = SplitMix64::new(3);
        let mut positions = Positions::default();
        for _ in 0..8_000 {
            let features: Vec<_> =
                (0..6).map(|_| (random.below(40) as u16, random.below(3) as i16 - 1)).collect();
            let value: f32 = features.iter().map(|(f, n)| hidden(*f) * f32::from(*n)).sum();
            let chance = f64::from(sigmoid(value / 100.0));
            let is_won = (random.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            positions.push(&features, f32::from(u8::from(is_won)), value);
        }
        let aim = Aim { logit: 100.0, share: 0.5 };
        let mut model = Model::new(vec![0.0; SLOTS]);
        let before = model.loss(&positions, aim);
        for round in 0..600 {
            let batch: Vec<usize> = (0..500).map(|at| (round * 500 + at) % 8_000).collect();
            model.step(&positions, &batch, aim, (1.0, 0.0));
        }
        let after = model.loss(&positions, aim);
        assert!(after < before - 0.1, "{before} {after}");
        for feature in 0..40 {
            let found = model.worths()[usize::from(feature)];
            assert!((found - hidden(feature)).abs() < 20.0, "{feature}: {found}");
        }
    }

    #[test]
    fn cells_share_the_numbers_of_their_shapes_and_the_tempo_has_its_own() {
        let parts = parts(2);
        let shared = |a: usize, b: usize| parts[a].iter().filter(|p| parts[b].contains(p)).count();
        let (one, other) = (place([0, 0, 3, 5]), place([0, 3, 5, 9]));
        // 0 twice, 3 and 5; 0-3 twice, 0-5 twice, 3-5.
        assert_eq!(shared(one, other), 9);
        assert_eq!(shared(one, SLOTS + one), 0);
        assert_eq!(parts[TEMPO], [TEMPO]);
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
