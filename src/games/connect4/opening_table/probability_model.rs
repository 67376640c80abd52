//! Context mixing: how likely a yes is, learned from the answers before in the contexts of a position.
//!
//! Each context of a question has a counter, an adaptive probability of a yes. The counters'
//! predictions are mixed on the logistic scale by weights, one set for each question, and every
//! answer corrects weights and counters. This is the mixing of the PAQ compressors (M. Mahoney,
//! *Adaptive Weighing of Context Models for Lossless Data Compression*, 2005), in whole numbers,
//! so that every machine predicts the same.
//!
//! The contexts of a position are what of it helps to predict its score. The best predictors are the
//! scores of its *neighbours*: positions that differ in the place of one topmost ball. Those that
//! come earlier in the list are known.

use super::arithmetic_coder::PROBABILITY_ONE;
use super::listed_positions::{SIZE, STRIDE, WIDTH, least_number, number};
use crate::base::bits_hashes_and_random_numbers::GOLDEN_GAMMA;
use crate::games::connect4::Rack;

/// The number of contexts in which a score is predicted.
const CONTEXTS: usize = 8;

/// Bits of a hashed context. Set by hand; no measurement is recorded.
const HASH_BITS: u32 = 18;
/// Answers after which a counter learns no slower.
///
/// With half or four times as many, or another [`LEARNING_RATE`], 8 plies take 0.2 to 2 % more. Set
/// by hand.
const COUNT_LIMIT: i32 = 255;
/// How fast weights learn, in 1,024ths of error times input. Set by hand; [`COUNT_LIMIT`] has what
/// other rates give.
const LEARNING_RATE: i32 = 1;
/// A weight of 1.
const WEIGHT_ONE: i32 = 1 << 16;
/// The weight of each context before any answer. Set by hand; no measurement is recorded.
const FIRST_WEIGHT: i32 = WEIGHT_ONE * 2 / 5;
/// A counter's probability before any answer, of [`PROBABILITY_ONE`]: one half.
const FIRST_PROBABILITY: u16 = (PROBABILITY_ONE / 2) as u16;
/// After n answers a counter moves by 1 / (n + this many halves) of its error: by two thirds at the
/// first answer. Set by hand; no measurement is recorded.
const FIRST_COUNT_HALVES: i32 = 3;
/// No prediction is nearer to 0 or [`PROBABILITY_ONE`] than this. Set by hand; no measurement is
/// recorded.
const MIN_PROBABILITY: u32 = 32;

/// Bits of a probability in [`LOGISTIC_ONE`]ths.
const LOGISTIC_BITS: u32 = 12;
/// Probability 1.0 beside the logistic scale.
const LOGISTIC_ONE: i32 = 1 << LOGISTIC_BITS;
/// Units of [`PROBABILITY_ONE`] in one of [`LOGISTIC_ONE`].
const FINER: u32 = PROBABILITY_ONE >> LOGISTIC_BITS;
/// The binary logarithm of the distance of two entries of [`LOGISTIC`].
const ENTRY_BITS: u32 = 7;
/// The distance of two entries of [`LOGISTIC`], 128.
const ENTRY_STEP: i32 = 1 << ENTRY_BITS;
/// Where [`LOGISTIC`] begins is −this, and it ends at this.
const LOGISTIC_END: i32 = 2_048;
/// The greatest number on the logistic scale, whose unit is 1/256.
const MAX_LOGIT: i32 = LOGISTIC_END - 1;
/// The binary logarithm of the unit of [`LEARNING_RATE`], 1,024ths.
const LEARNING_RATE_BITS: u32 = 10;
/// Bits of the number of a question in a hashed context: questions are below 64.
const QUESTION_BITS: u32 = 6;
/// 4096 / (1 + e^(-x / 256)) at x = -2048, -1920 … 2048.
const LOGISTIC: [i32; 33] = [
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349,
    3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
];

/// The logistic function: the probability in 4096ths for a number on the logistic scale, 1 to
/// 4095.
const fn squash(x: i32) -> i32 {
    let limited = if x < -MAX_LOGIT {
        -MAX_LOGIT
    } else if x > MAX_LOGIT {
        MAX_LOGIT
    } else {
        x
    };
    let x = limited + LOGISTIC_END;
    let (at, part) = ((x >> ENTRY_BITS).cast_unsigned() as usize, x & (ENTRY_STEP - 1));
    let between = LOGISTIC[at] * (ENTRY_STEP - part) + LOGISTIC[at + 1] * part;
    (between + ENTRY_STEP / 2) >> ENTRY_BITS
}

/// The inverse of [`squash`]: the number on the logistic scale for each probability in 4096ths.
fn stretches() -> Vec<i32> {
    let mut stretches = Vec::with_capacity(LOGISTIC_ONE as usize);
    for x in -MAX_LOGIT..=MAX_LOGIT {
        while stretches.len() <= squash(x).unsigned_abs() as usize {
            stretches.push(x);
        }
    }
    stretches.resize(LOGISTIC_ONE as usize, MAX_LOGIT);
    stretches
}

/// The answers in one context.
#[derive(Clone, Copy)]
struct Counter {
    /// How likely a yes is, of [`PROBABILITY_ONE`].
    probability: u16,
    /// Answers so far, at most [`COUNT_LIMIT`].
    count: u16,
}

/// Predicts answers, and learns from what they are.
pub(super) struct ContextMixer {
    /// By a probability in 4096ths: its number on the logistic scale, ±[`MAX_LOGIT`] at most.
    stretches: Vec<i32>,
    /// One hash table for each context, of all questions.
    counters: Vec<Counter>,
    /// One set for each question, in units of [`WEIGHT_ONE`].
    weights: Vec<[i32; CONTEXTS]>,
    /// The question last predicted.
    question: usize,
    /// Its counters, by index.
    selected: [usize; CONTEXTS],
    /// Their predictions on the logistic scale, ±[`MAX_LOGIT`] at most.
    inputs: [i32; CONTEXTS],
    /// The mixed prediction: the probability of a yes, in 4096ths.
    prediction: i32,
}

impl ContextMixer {
    /// One that has seen no answer, for this many questions.
    pub(super) fn new(questions: usize) -> Self {
        Self {
            stretches: stretches(),
            counters: vec![
                Counter { probability: FIRST_PROBABILITY, count: 0 };
                CONTEXTS << HASH_BITS
            ],
            weights: vec![[FIRST_WEIGHT; CONTEXTS]; questions],
            question: 0,
            selected: [0; CONTEXTS],
            inputs: [0; CONTEXTS],
            prediction: 0,
        }
    }

    /// The probability of a yes to this question in these contexts.
    ///
    /// It is a part of [`PROBABILITY_ONE`]: more than 0, and less than the whole.
    pub(super) fn predict(&mut self, question: usize, contexts: &[u32; CONTEXTS]) -> u32 {
        self.question = question;
        let mut mixed = 0;
        for (context, value) in contexts.iter().enumerate() {
            let hash =
                (u64::from(*value) << QUESTION_BITS | question as u64).wrapping_mul(GOLDEN_GAMMA);
            let at = context << HASH_BITS | (hash >> (64 - HASH_BITS)) as usize;
            let input = self.stretches[(u32::from(self.counters[at].probability) / FINER) as usize];
            self.selected[context] = at;
            self.inputs[context] = input;
            mixed += i64::from(input) * i64::from(self.weights[question][context]);
        }
        self.prediction = squash((mixed / i64::from(WEIGHT_ONE)) as i32);
        let probability = self.prediction.cast_unsigned() * FINER;
        probability.clamp(MIN_PROBABILITY, PROBABILITY_ONE - MIN_PROBABILITY)
    }

    /// Learns the answer to the question last predicted.
    pub(super) fn update(&mut self, is_yes: bool) {
        let error = if is_yes { LOGISTIC_ONE - 1 } else { 0 } - self.prediction;
        let target = if is_yes { PROBABILITY_ONE.cast_signed() - 1 } else { 0 };
        for context in 0..CONTEXTS {
            let weight = &mut self.weights[self.question][context];
            let change = self.inputs[context] * error * LEARNING_RATE;
            *weight += (change + (1 << LEARNING_RATE_BITS) / 2) >> LEARNING_RATE_BITS;
            let counter = &mut self.counters[self.selected[context]];
            let (probability, count) = (i32::from(counter.probability), i32::from(counter.count));
            let moved = probability + (target - probability) * 2 / (2 * count + FIRST_COUNT_HALVES);
            counter.probability = moved.cast_unsigned() as u16;
            counter.count = (count + 1).min(COUNT_LIMIT).cast_unsigned() as u16;
        }
    }
}

/// The scores of some neighbours, in summary; each **for the side to move**, the same in all.
#[derive(Clone, Copy)]
struct NeighbourScores {
    /// The sum of the scores.
    sum: i32,
    /// How many there are, from 0.
    count: i32,
    /// The lowest score; [`NO_SCORE`] if there are none.
    lowest: i32,
    /// The highest score; −[`NO_SCORE`] if there are none.
    highest: i32,
    /// The score that was added last; 0 if there are none.
    last: i32,
}

impl NeighbourScores {
    const NONE: Self = Self { sum: 0, count: 0, lowest: NO_SCORE, highest: -NO_SCORE, last: 0 };

    const fn add(&mut self, score: i32) {
        self.sum += score;
        self.count += 1;
        self.lowest = if score < self.lowest { score } else { self.lowest };
        self.highest = if score > self.highest { score } else { self.highest };
        self.last = score;
    }

    /// Twice the mean, rounded down; [`NO_SCORE`] if there are none.
    const fn mean(self) -> u32 {
        unsigned(if self.count == 0 { NO_SCORE } else { (2 * self.sum).div_euclid(self.count) })
    }

    /// The highest and the lowest score.
    const fn span(self) -> u32 {
        unsigned(self.highest) << 8 | unsigned(self.lowest)
    }

    /// The score added last; 0 if there are none.
    const fn last(self) -> u32 {
        if self.count == 0 { 0 } else { unsigned(self.last) }
    }
}

/// Beyond every score, in place of one where there is none.
const NO_SCORE: i32 = 99;

/// Added to a number before it is kept as 8 bits, so that −[`NO_SCORE`] is positive.
const OFFSET: i32 = NO_SCORE + 1;
/// The lowest 8 bits.
const BYTE: u32 = u8::MAX as u32;

/// A number from -100 to 155 as 8 bits.
const fn unsigned(number: i32) -> u32 {
    (number + OFFSET).cast_unsigned() & BYTE
}

/// The contexts of the position at rank `scores.len()` of the list, whose earlier scores are
/// known.
pub(super) fn contexts(numbers: &[u64], scores: &[i8], board: &Rack) -> [u32; CONTEXTS] {
    let [other, own] = neighbours(numbers, scores, board);
    let all = NeighbourScores {
        sum: own.sum + other.sum,
        count: own.count + other.count,
        lowest: own.lowest.min(other.lowest),
        highest: own.highest.max(other.highest),
        last: 0,
    };
    let own_threats = count_by_row_parity(board.winning_cells(board.own()));
    let other_threats = count_by_row_parity(board.winning_cells(board.opposing()));
    [
        0,
        other.mean(),
        own.mean(),
        own_threats << 24 | other_threats << 16 | all.mean(),
        other.span(),
        own.span(),
        other.last() << 8 | own.last(),
        balls_in_middle(board),
    ]
}

/// The scores of neighbours in which a ball of the other side is elsewhere, then those in which
/// a ball of the side to move is.
fn neighbours(numbers: &[u64], scores: &[i8], board: &Rack) -> [NeighbourScores; 2] {
    let known = &numbers[..scores.len()];
    let next = numbers.get(scores.len()).copied().unwrap_or(u64::MAX);
    let mut found = [NeighbourScores::NONE; 2];
    for from in 0..WIDTH {
        let balls = board.mask & SIZE.channel(from);
        if balls == 0 {
            continue;
        }
        let top = 1 << balls.ilog2();
        let is_own = board.own() & top != 0;
        for to in (0..WIDTH).filter(|to| *to != from) {
            let cell = board.playable() & SIZE.channel(to);
            let own = if is_own { board.own() ^ top ^ cell } else { board.own() };
            let neighbour = least_number(&Rack::with_own(SIZE, own, board.mask ^ top ^ cell));
            if cell == 0 || neighbour >= next {
                continue;
            }
            if let Ok(rank) = known.binary_search(&neighbour) {
                found[usize::from(is_own)].add(i32::from(scores[rank]));
            }
        }
    }
    found
}

/// How many of these cells are in rows of one and of the other parity, four bits each.
const fn count_by_row_parity(cells: u64) -> u32 {
    /// The first, third and fifth row.
    const ROWS: u64 = SIZE.bottom() | SIZE.bottom() << 2 | SIZE.bottom() << 4;
    (cells & ROWS).count_ones() | (cells & !ROWS).count_ones() << 4
}

/// The balls in the three channels in the middle.
const fn balls_in_middle(board: &Rack) -> u32 {
    (number(board) >> (2 * STRIDE)) as u32 & ((1 << (3 * STRIDE)) - 1)
}

#[cfg(test)]
mod tests {
    use super::{CONTEXTS, ContextMixer, PROBABILITY_ONE, squash, stretches};

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
    fn an_answer_that_never_changes_is_soon_predicted() {
        let mut mixer = ContextMixer::new(2);
        for round in 0..400 {
            for (context, is_yes) in [(1, true), (2, false)] {
                let probability = mixer.predict(1, &[context; CONTEXTS]);
                assert!(probability > 0 && probability < PROBABILITY_ONE);
                assert!(round < 50 || (probability > PROBABILITY_ONE / 2) == is_yes);
                mixer.update(is_yes);
            }
        }
    }
}
