//! The numbers that are fitted, and how the loss changes with them.

use parlour::base::Side;
use parlour::games::sticks::pieces::Piece;
use parlour::games::sticks::search_board::line_values::Image;
use parlour::games::sticks::search_board::patterns::PATTERNS;
use parlour::games::sticks::search_board::tray_values::{PLACES, place};
use parlour::games::sticks::search_board::{Field, line_values};

/// A difference of so many hundredths makes a win e times as likely as a loss.
const SCALE: f32 = 150.0;
/// What each number is changed by at most in a step, at first.
const RATE: f32 = 1.5;
/// The memories of the gradient and of its square (Adam, Kingma and Ba 2015).
const MEMORY: [f32; 2] = [0.9, 0.999];

/// Where the numbers of trays begin, behind those of patterns.
pub(crate) const TRAYS: usize = PATTERNS;
/// Where the number of the move is.
pub(crate) const MOVE: usize = TRAYS + PLACES;
/// All numbers, each of which stands for two: trays full, and empty.
pub(crate) const NUMBERS: usize = MOVE + 1;

/// One position.
pub(crate) struct Sample {
    /// The numbers that count, and whether they count for First (1) or against it (−1).
    terms: Vec<(u32, f32)>,
    /// How full the trays are, 0 to 1.
    full: f32,
    /// 1 or −1: the side to move.
    mover: f32,
    /// The result, 0 to 1, and the score in hundredths; both for First.
    pub(crate) result: f32,
    pub(crate) score: f32,
}

impl Sample {
    /// The sample of a position, with the result and the score for First.
    pub(crate) fn new(field: &Field, images: &[Image], result: f32, score: f32) -> Self {
        let mut terms = Vec::with_capacity(66);
        for line in field.lines() {
            let Image { canon, sign } = images[usize::from(*line)];
            if sign != 0 {
                terms.push((u32::from(canon), f32::from(sign)));
            }
        }
        for piece in Piece::ALL {
            for (side, sign) in [(Side::First, 1.0), (Side::Second, -1.0)] {
                terms.push(((TRAYS + place(piece, field.in_tray(side, piece))) as u32, sign));
            }
        }
        let mover = if field.mover() == Side::First { 1.0 } else { -1.0 };
        Self { terms, full: field.undropped() as f32 / 36.0, mover, result, score }
    }
}

/// The numbers, and what is remembered of their gradients.
pub(crate) struct Model {
    /// Trays full, trays empty.
    pub(crate) numbers: Vec<[f32; 2]>,
    start: Vec<[f32; 2]>,
    moments: [Vec<[f32; 2]>; 2],
    steps: i32,
}

impl Model {
    /// The table that is built in.
    pub(crate) fn built_in() -> Self {
        let mut numbers = vec![[0.0; 2]; NUMBERS];
        let both = |packed: i32| {
            [line_values::placing(packed) as f32, line_values::shifting(packed) as f32]
        };
        for (pattern, packed) in line_values::WORTH.patterns.iter().enumerate() {
            numbers[pattern] = both(*packed);
        }
        for (place, packed) in line_values::WORTH.trays.iter().enumerate() {
            numbers[TRAYS + place] = both(*packed);
        }
        numbers[MOVE] = both(line_values::WORTH.tempo);
        let zeros = vec![[0.0; 2]; NUMBERS];
        Self { start: numbers.clone(), numbers, moments: [zeros.clone(), zeros], steps: 0 }
    }

    /// The value of a sample for First, in hundredths.
    fn value(&self, sample: &Sample) -> f32 {
        let blend = |[full, empty]: [f32; 2]| full * sample.full + empty * (1.0 - sample.full);
        let term = |(at, sign): &(u32, f32)| sign * blend(self.numbers[*at as usize]);
        sample.terms.iter().map(term).sum::<f32>() + sample.mover * blend(self.numbers[MOVE])
    }

    /// The mean loss of some samples; `share` is the result's part of the target.
    pub(crate) fn loss(&self, samples: &[Sample], share: f32) -> f32 {
        let loss = |sample: &Sample| {
            let (guess, target) = (chance(self.value(sample)), target(sample, share));
            -target * guess.max(1e-6).ln() - (1.0 - target) * (1.0 - guess).max(1e-6).ln()
        };
        samples.iter().map(loss).sum::<f32>() / samples.len().max(1) as f32
    }

    /// One step down the slope of these samples.
    pub(crate) fn step(&mut self, batch: &[&Sample], share: f32, (rate, pull): (f32, f32)) {
        let mut gradient = vec![[0.0; 2]; NUMBERS];
        for sample in batch {
            let slope = (chance(self.value(sample)) - target(sample, share)) / batch.len() as f32;
            let parts = [slope * sample.full, slope * (1.0 - sample.full)];
            let mut add = |at: usize, sign: f32| {
                for (sum, part) in gradient[at].iter_mut().zip(parts) {
                    *sum += sign * part;
                }
            };
            for (at, sign) in &sample.terms {
                add(*at as usize, *sign);
            }
            add(MOVE, sample.mover);
        }
        self.descend(&gradient, RATE * rate, pull);
    }

    fn descend(&mut self, gradient: &[[f32; 2]], rate: f32, pull: f32) {
        self.steps += 1;
        let [bias, bias_of_square] = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        let [first, second] = &mut self.moments;
        for at in 0..NUMBERS {
            for phase in 0..2 {
                let back = pull * (self.numbers[at][phase] - self.start[at][phase]);
                let slope = gradient[at][phase] + back;
                let mean = &mut first[at][phase];
                *mean += (1.0 - MEMORY[0]) * (slope - *mean);
                let square = &mut second[at][phase];
                *square += (1.0 - MEMORY[1]) * (slope * slope - *square);
                let size = (*square / bias_of_square).sqrt() + 1e-7;
                self.numbers[at][phase] -= rate * *mean / bias / size;
            }
        }
    }
}

/// The chance of First to win at a value.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// What the chance should be.
fn target(sample: &Sample, share: f32) -> f32 {
    share * sample.result + (1.0 - share) * chance(sample.score)
}

#[cfg(test)]
mod tests {
    use super::{Model, Sample};
    use parlour::game::Notation;
    use parlour::games::sticks::Sticks;
    use parlour::games::sticks::search_board::Field;
    use parlour::games::sticks::search_board::line_values::images;

    #[test]
    fn built_in_numbers_give_the_value_of_the_field() {
        let images = images();
        for fen in ["7/7/2X4/3x3/2X4/1x5/7 r", "6s/SsbHSS1/S1s1h1S/1hHbB2/3bB2/sB2h2/1bS1B1s y"] {
            let field = Field::new(&Sticks::new().read_position(fen).unwrap());
            let sample = Sample::new(&field, &images, 1.0, 0.0);
            let value = Model::built_in().value(&sample) * sample.mover;
            assert!((value - field.estimate() as f32).abs() < 3.0, "{value} {}", field.estimate());
        }
    }

    #[test]
    fn steps_make_the_loss_smaller() {
        let images = images();
        let sample = |fen: &str, result| {
            let field = Field::new(&Sticks::new().read_position(fen).unwrap());
            Sample::new(&field, &images, result, 0.0)
        };
        let samples = [sample("7/7/2X4/3x3/2X4/1x5/7 r", 0.0), sample("7/7/7/3S3/2s4/7/7 r", 1.0)];
        let mut model = Model::built_in();
        let before = model.loss(&samples, 1.0);
        for _ in 0..20 {
            model.step(&samples.iter().collect::<Vec<_>>(), 1.0, (1.0, 0.0));
        }
        assert!(model.loss(&samples, 1.0) < before / 2.0);
    }
}
