//! The model that is fitted: logistic regression on the values, by gradient descent (Adam).

use parlour::base::Side;
use parlour::games::sticks::board::holes_and_pieces::Piece;
use parlour::games::sticks::search_board::TOTAL_PIECES;
use parlour::games::sticks::search_board::evaluation_weights::{
    BUILT_IN_WEIGHTS, CanonicalPattern, TRAY_VALUE_COUNT, for_empty_trays, for_full_trays,
    tray_index,
};
use parlour::games::sticks::search_board::five_hole_patterns::PATTERN_COUNT;
use parlour_training::{Adam, cross_entropy, sigmoid};

use crate::training_positions::QuietPosition;

/// A value of this many hundredths makes a win e times as likely as a loss. Set by hand; no
/// measurement is recorded.
pub(crate) const SCALE: f32 = 150.0;
/// The first learning rate: about what each number changes by in a step, in hundredths. Set by
/// hand.
const RATE: f32 = 1.5;

/// The index of the first number of trays, after those of patterns.
pub(crate) const FIRST_TRAY_NUMBER: usize = PATTERN_COUNT;
/// The index of the number of the move.
pub(crate) const MOVE_NUMBER: usize = FIRST_TRAY_NUMBER + TRAY_VALUE_COUNT;
/// How many numbers there are; each is a pair, for full and for empty trays.
pub(crate) const NUMBER_COUNT: usize = MOVE_NUMBER + 1;

/// One position of a game.
pub(crate) struct TrainingPosition {
    /// The indices of the numbers that count, each for First (1) or against it (−1).
    terms: Vec<(u32, f32)>,
    /// How full the trays are, 0 to 1.
    full: f32,
    /// 1 or −1: the side to move.
    mover: f32,
    /// The result of the game for First, 0 to 1.
    pub(crate) result: f32,
    /// The score of the search for First, in hundredths.
    pub(crate) score: f32,
}

impl TrainingPosition {
    /// What the fit needs of a position.
    pub(crate) fn new(position: &QuietPosition, canonical: &[CanonicalPattern]) -> Self {
        let QuietPosition { board, result, score } = position;
        let mut terms = Vec::with_capacity(66);
        for pattern in board.patterns() {
            let CanonicalPattern { pattern, sign } = canonical[usize::from(*pattern)];
            if sign != 0 {
                terms.push((u32::from(pattern), f32::from(sign)));
            }
        }
        for piece in Piece::ALL {
            for (side, sign) in [(Side::First, 1.0), (Side::Second, -1.0)] {
                let index = FIRST_TRAY_NUMBER + tray_index(piece, board.in_tray(side, piece));
                terms.push((index as u32, sign));
            }
        }
        let mover = if board.mover() == Side::First { 1.0 } else { -1.0 };
        Self {
            terms,
            full: board.pieces_in_trays() as f32 / TOTAL_PIECES as f32,
            mover,
            result: *result,
            score: *score,
        }
    }
}

/// The settings of one step.
#[derive(Clone, Copy)]
pub(crate) struct StepSettings {
    /// The share of the result in the target, 0 to 1.
    pub(crate) share: f32,
    /// The learning rate as a share of the first one, 1 to 0.
    pub(crate) rate: f32,
    /// How strongly each number is pulled back to its start.
    pub(crate) pull: f32,
}

/// The numbers, and their optimizer.
pub(crate) struct Model {
    /// Each for full and for empty trays, in hundredths.
    pub(crate) numbers: Vec<[f32; 2]>,
    /// The numbers from which the fit started, in the same order and unit.
    start: Vec<[f32; 2]>,
    adam: Adam,
}

impl Model {
    /// The values that are built in.
    pub(crate) fn built_in() -> Self {
        let mut numbers = vec![[0.0; 2]; NUMBER_COUNT];
        let both = |packed: i32| [for_full_trays(packed) as f32, for_empty_trays(packed) as f32];
        for (pattern, packed) in BUILT_IN_WEIGHTS.patterns.iter().enumerate() {
            numbers[pattern] = both(*packed);
        }
        for (index, packed) in BUILT_IN_WEIGHTS.trays.iter().enumerate() {
            numbers[FIRST_TRAY_NUMBER + index] = both(*packed);
        }
        numbers[MOVE_NUMBER] = both(BUILT_IN_WEIGHTS.tempo);
        Self { start: numbers.clone(), numbers, adam: Adam::new(2 * NUMBER_COUNT) }
    }

    /// The value of a sample for First, in hundredths.
    fn value(&self, sample: &TrainingPosition) -> f32 {
        let taper = |[full, empty]: [f32; 2]| full * sample.full + empty * (1.0 - sample.full);
        let term = |(at, sign): &(u32, f32)| sign * taper(self.numbers[*at as usize]);
        sample.terms.iter().map(term).sum::<f32>() + sample.mover * taper(self.numbers[MOVE_NUMBER])
    }

    /// The mean loss (cross-entropy) of some samples; `share` is the share of the result in the
    /// target.
    pub(crate) fn loss(&self, samples: &[TrainingPosition], share: f32) -> f64 {
        let loss = |sample: &TrainingPosition| {
            f64::from(cross_entropy(self.value(sample) / SCALE, target(sample, share)))
        };
        samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
    }

    /// One step of gradient descent on these samples.
    pub(crate) fn step(&mut self, batch: &[&TrainingPosition], step: StepSettings) {
        let mut gradient = vec![[0.0; 2]; NUMBER_COUNT];
        for sample in batch {
            let slope =
                (chance(self.value(sample)) - target(sample, step.share)) / batch.len() as f32;
            let parts = [slope * sample.full, slope * (1.0 - sample.full)];
            let mut add = |at: usize, sign: f32| {
                for (sum, part) in gradient[at].iter_mut().zip(parts) {
                    *sum += sign * part;
                }
            };
            for (at, sign) in &sample.terms {
                add(*at as usize, *sign);
            }
            add(MOVE_NUMBER, sample.mover);
        }
        let numbers = self.numbers.as_flattened_mut();
        let pairs = numbers.iter().zip(self.start.as_flattened());
        for (slope, (number, start)) in gradient.as_flattened_mut().iter_mut().zip(pairs) {
            *slope += step.pull * (number - start);
        }
        self.adam.step(numbers, gradient.as_flattened(), RATE * step.rate);
    }
}

/// The chance to win at a value in hundredths.
pub(crate) fn chance(value: f32) -> f32 {
    sigmoid(value / SCALE)
}

/// The chance that the model should give.
fn target(sample: &TrainingPosition, share: f32) -> f32 {
    share * sample.result + (1.0 - share) * chance(sample.score)
}

#[cfg(test)]
mod tests {
    use super::{Model, StepSettings, TrainingPosition};
    use crate::training_positions::QuietPosition;
    use parlour::game::Notation;
    use parlour::games::sticks::Sticks;
    use parlour::games::sticks::search_board::SearchBoard;
    use parlour::games::sticks::search_board::evaluation_weights::canonical_patterns;

    #[test]
    fn built_in_numbers_give_the_value_of_the_search_board() {
        let canonical = canonical_patterns();
        for fen in ["7/7/2X4/3x3/2X4/1x5/7 r", "6s/SsbHSS1/S1s1h1S/1hHbB2/3bB2/sB2h2/1bS1B1s y"] {
            let board = SearchBoard::new(&Sticks::new().read_position(fen).unwrap());
            let position = QuietPosition { board, result: 1.0, score: 0.0 };
            let sample = TrainingPosition::new(&position, &canonical);
            let value = Model::built_in().value(&sample) * sample.mover;
            assert!(
                (value - board.linear_value() as f32).abs() < 3.0,
                "{value} {}",
                board.linear_value()
            );
        }
    }

    #[test]
    fn steps_make_the_loss_smaller() {
        let canonical = canonical_patterns();
        let sample = |fen: &str, result| {
            let board = SearchBoard::new(&Sticks::new().read_position(fen).unwrap());
            TrainingPosition::new(&QuietPosition { board, result, score: 0.0 }, &canonical)
        };
        let samples = [sample("7/7/2X4/3x3/2X4/1x5/7 r", 0.0), sample("7/7/7/3S3/2s4/7/7 r", 1.0)];
        let mut model = Model::built_in();
        let before = model.loss(&samples, 1.0);
        for _ in 0..20 {
            model.step(
                &samples.iter().collect::<Vec<_>>(),
                StepSettings { share: 1.0, rate: 1.0, pull: 0.0 },
            );
        }
        assert!(model.loss(&samples, 1.0) < before / 2.0);
    }
}
