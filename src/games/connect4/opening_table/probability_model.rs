//! How likely the answer to a question is, learned from the answers before.
//!
//! Every context of a question keeps how likely a yes was; these are mixed by weights, one set a
//! question, on the logistic scale, and whatever was wrong corrects weights and contexts. That is
//! the mixing of the PAQ compressors (M. Mahoney, *Adaptive Weighing of Context Models for
//! Lossless Data Compression*, 2005), in whole numbers, so that every machine guesses the same.

use super::position_context::VIEWS;
use crate::base::rng::GOLDEN_GAMMA;

/// How likely a yes is, of so much.
pub(super) const WHOLE: u32 = 1 << 16;

/// Bits of a hashed context.
const SLOT_BITS: u32 = 18;
/// Answers after which a context learns no slower.
///
/// With half or four times of it, or another [`RATE`], 8 plies take 0.2 to 2 % more.
const PATIENCE: i32 = 255;
/// How fast weights learn, in 1,024ths of error times input.
const RATE: i32 = 1;
/// 1 as a weight.
const ONE: i32 = 1 << 16;
/// No guess is nearer to 0 or [`WHOLE`] than this.
const LEAST: u32 = 32;

/// The greatest number on the logistic scale, whose unit is 1/256.
const FAR: i32 = 2_047;
/// 4096 / (1 + e^(-x / 256)) at x = -2048, -1920 … 2048.
const LOGISTIC: [i32; 33] = [
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349,
    3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
];

/// 4096ths for a number on the logistic scale, 1 to 4095.
const fn squash(x: i32) -> i32 {
    let limited = if x < -FAR {
        -FAR
    } else if x > FAR {
        FAR
    } else {
        x
    };
    let x = limited + 2_048;
    let (at, part) = ((x >> 7).cast_unsigned() as usize, x & 127);
    (LOGISTIC[at] * (128 - part) + LOGISTIC[at + 1] * part + 64) >> 7
}

/// The number on the logistic scale for each of 4096ths, so that [`squash`] gives it back.
fn stretches() -> Vec<i32> {
    let mut stretches = Vec::with_capacity(4_096);
    for x in -FAR..=FAR {
        while stretches.len() <= squash(x).unsigned_abs() as usize {
            stretches.push(x);
        }
    }
    stretches.resize(4_096, FAR);
    stretches
}

/// What one context has seen.
#[derive(Clone, Copy)]
struct Slot {
    /// How likely a yes is, of [`WHOLE`].
    odds: u16,
    /// Answers seen, at most [`PATIENCE`].
    seen: u16,
}

/// Guesses answers, and learns from what they are.
pub(super) struct Guesser {
    stretches: Vec<i32>,
    slots: Vec<Slot>,
    weights: Vec<[i32; VIEWS]>,
    /// The question at hand, its slots, what they say, and the guess in 4096ths.
    question: usize,
    at: [usize; VIEWS],
    said: [i32; VIEWS],
    guess: i32,
}

impl Guesser {
    /// One that knows nothing, for so many questions.
    pub(super) fn new(questions: usize) -> Self {
        Self {
            stretches: stretches(),
            slots: vec![Slot { odds: 1 << 15, seen: 0 }; VIEWS << SLOT_BITS],
            weights: vec![[ONE * 2 / 5; VIEWS]; questions],
            question: 0,
            at: [0; VIEWS],
            said: [0; VIEWS],
            guess: 0,
        }
    }

    /// How likely a yes to this question is in these contexts, of [`WHOLE`]: neither 0 nor all.
    pub(super) fn guess(&mut self, question: usize, views: &[u32; VIEWS]) -> u32 {
        self.question = question;
        let mut mixed = 0;
        for (view, context) in views.iter().enumerate() {
            let mixed_up = (u64::from(*context) << 6 | question as u64).wrapping_mul(GOLDEN_GAMMA);
            let at = view << SLOT_BITS | (mixed_up >> (64 - SLOT_BITS)) as usize;
            let said = self.stretches[usize::from(self.slots[at].odds >> 4)];
            self.at[view] = at;
            self.said[view] = said;
            mixed += i64::from(said) * i64::from(self.weights[question][view]);
        }
        self.guess = squash((mixed / i64::from(ONE)) as i32);
        (self.guess.cast_unsigned() * (WHOLE / 4_096)).clamp(LEAST, WHOLE - LEAST)
    }

    /// Learns the answer to the question last guessed.
    pub(super) fn learn(&mut self, is_yes: bool) {
        let error = if is_yes { 4_095 } else { 0 } - self.guess;
        let aim = if is_yes { WHOLE.cast_signed() - 1 } else { 0 };
        for view in 0..VIEWS {
            let weight = &mut self.weights[self.question][view];
            *weight += (self.said[view] * error * RATE + 512) >> 10;
            let slot = &mut self.slots[self.at[view]];
            let (odds, seen) = (i32::from(slot.odds), i32::from(slot.seen));
            slot.odds = (odds + (aim - odds) * 2 / (2 * seen + 3)).cast_unsigned() as u16;
            slot.seen = (seen + 1).min(PATIENCE).cast_unsigned() as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Guesser, VIEWS, WHOLE, squash, stretches};

    #[test]
    fn the_logistic_scale_is_the_logistic_function() {
        for x in -2_047..=2_047 {
            let exact = 4_096.0 / (1.0 + (f64::from(-x) / 256.0).exp());
            // Straight lines between the entries are off by up to 12.
            assert!((f64::from(squash(x)) - exact).abs() < 16.0, "{x}");
        }
        let stretches = stretches();
        assert!(stretches.is_sorted());
        assert!(
            (4..4_090).all(|p: i32| (squash(stretches[p.unsigned_abs() as usize]) - p).abs() <= 4)
        );
    }

    #[test]
    fn what_is_always_so_is_soon_expected() {
        let mut guesser = Guesser::new(2);
        for round in 0..400 {
            for (context, is_yes) in [(1, true), (2, false)] {
                let odds = guesser.guess(1, &[context; VIEWS]);
                assert!(odds > 0 && odds < WHOLE);
                assert!(round < 50 || (odds > WHOLE / 2) == is_yes);
                guesser.learn(is_yes);
            }
        }
    }
}
