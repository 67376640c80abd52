//! Yes-or-no answers as few bytes, and back: how likely each answer is, by context mixing, and an
//! arithmetic coder.
//!
//! **Context mixing.** How likely a yes is, is learned from the answers before in the contexts of a
//! question. Each context has a counter, an adaptive probability of a yes. The counters'
//! predictions are mixed on the logistic scale by weights, one set for each question, and every
//! answer corrects weights and counters. This is the mixing of the PAQ compressors (M. Mahoney,
//! *Adaptive Weighing of Context Models for Lossless Data Compression*, 2005), in whole numbers,
//! so that every machine predicts the same.
//!
//! **Arithmetic coding.** The classic integer coder (I. H. Witten, R. M. Neal, J. G. Cleary,
//! *Arithmetic Coding for Data Compression*, 1987) with a 47-bit interval: each answer narrows the
//! interval to its share, and each doubling of the interval is one bit of the code. A likely answer
//! narrows it little, so it costs much less than a bit.

use crate::base::hash::GOLDEN_GAMMA;

/// Probability 1.0 as an integer.
const PROBABILITY_ONE: u32 = 1 << PROBABILITY_BITS;
/// Fractional bits of a probability.
const PROBABILITY_BITS: u32 = 16;

/// Bits of the interval; with those of a probability and one more they fill a 64-bit word.
const PRECISION: u32 = 63 - PROBABILITY_BITS;
/// Half of the whole interval.
const HALF: u64 = 1 << (PRECISION - 1);
/// A quarter of the whole interval.
const QUARTER: u64 = HALF / 2;

/// The numbers that the answers so far have left, both ends included.
struct Interval {
    /// The least number, below [`HALF`].
    low: u64,
    /// The greatest number, below twice [`HALF`].
    high: u64,
}

impl Interval {
    const WHOLE: Self = Self { low: 0, high: 2 * HALF - 1 };

    /// The first number that means "no", where a yes has this probability.
    const fn split(&self, yes: u32) -> u64 {
        self.low + (((self.high - self.low + 1) * yes as u64) >> PROBABILITY_BITS)
    }

    /// Keeps the part of the interval that has this answer.
    const fn narrow(&mut self, yes: u32, is_yes: bool) {
        let split = self.split(yes);
        if is_yes { self.high = split - 1 } else { self.low = split }
    }

    /// Doubles an interval that is within one half of the whole, or within its middle two
    /// quarters; returns where that part begins. `None` if there is no such part.
    const fn double(&mut self) -> Option<u64> {
        let start = if self.high < HALF {
            0
        } else if self.low >= HALF {
            HALF
        } else if self.low >= QUARTER && self.high < HALF + QUARTER {
            QUARTER
        } else {
            return None;
        };
        self.low = (self.low - start) << 1;
        self.high = ((self.high - start) << 1) + 1;
        Some(start)
    }
}

/// Answers to bytes.
pub(super) struct Encoder {
    interval: Interval,
    /// Doublings of an interval in the middle two quarters since the last bit was written. Their
    /// bits are not known yet: each will be the opposite of the next bit.
    pending: usize,
    /// The bytes written so far; the first bit is the highest one of the first byte.
    bytes: Vec<u8>,
    /// Bits written so far.
    bits: usize,
}

impl Encoder {
    /// An encoder without answers so far.
    pub(super) const fn new() -> Self {
        Self { interval: Interval::WHOLE, pending: 0, bytes: Vec::new(), bits: 0 }
    }

    /// Adds an answer; `yes` is the probability of a yes, more than 0 and less than
    /// [`PROBABILITY_ONE`].
    pub(super) fn encode(&mut self, yes: u32, is_yes: bool) {
        self.interval.narrow(yes, is_yes);
        while let Some(start) = self.interval.double() {
            match start {
                QUARTER => self.pending += 1,
                start => self.write_decided(start == HALF),
            }
        }
    }

    /// The bytes of all answers; the decoder reads bits that are missing at the end as zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.pending += 1;
        self.write_decided(self.interval.low > QUARTER);
        self.bytes
    }

    /// Writes a bit and those that were pending.
    fn write_decided(&mut self, bit: bool) {
        self.write(bit);
        while self.pending > 0 {
            self.pending -= 1;
            self.write(!bit);
        }
    }

    /// Writes a bit, the highest of a byte first.
    fn write(&mut self, bit: bool) {
        if self.bits.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(byte) = self.bytes.last_mut() {
            *byte |= u8::from(bit) << (7 - self.bits % 8);
        }
        self.bits += 1;
    }
}

/// Bytes to answers; every sequence of bytes is one of answers without end.
pub(super) struct Decoder<'a> {
    interval: Interval,
    /// The current bits of the code, always a number within the interval.
    code: u64,
    /// The bytes to read; the first bit is the highest one of the first byte.
    bytes: &'a [u8],
    /// Bits read so far.
    bits: usize,
}

impl<'a> Decoder<'a> {
    /// A decoder at the first answer of a code; after the last byte it reads zero bits.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { interval: Interval::WHOLE, code: 0, bytes, bits: 0 };
        for _ in 0..PRECISION {
            decoder.code = decoder.code << 1 | decoder.read();
        }
        decoder
    }

    /// The next answer, given the probability of a yes that it was encoded with.
    pub(super) fn decode(&mut self, yes: u32) -> bool {
        let is_yes = self.code < self.interval.split(yes);
        self.interval.narrow(yes, is_yes);
        while let Some(start) = self.interval.double() {
            self.code = (self.code - start) << 1 | self.read();
        }
        is_yes
    }

    fn read(&mut self) -> u64 {
        let byte = self.bytes.get(self.bits / 8).copied().unwrap_or_default();
        let bit = byte >> (7 - self.bits % 8) & 1;
        self.bits += 1;
        u64::from(bit)
    }
}

/// The number of contexts in which an answer is predicted.
pub(super) const CONTEXTS: usize = 8;

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

#[cfg(test)]
mod tests {
    use super::{CONTEXTS, ContextMixer, Decoder, Encoder, PROBABILITY_ONE, squash, stretches};
    use crate::base::SplitMix64;

    /// The least and the greatest probability, the middle, and one beside it.
    const PROBABILITIES: [u32; 4] =
        [1, PROBABILITY_ONE / 2, PROBABILITY_ONE / 2 + 1, PROBABILITY_ONE - 1];

    #[test]
    fn answers_are_decoded_as_they_were_encoded() {
        let mut random = SplitMix64::new(3);
        for count in (0..40).chain([10_000]) {
            for fixed in PROBABILITIES.map(Some).into_iter().chain([None]) {
                let mut coder = Encoder::new();
                let mut answers = Vec::new();
                for _ in 0..count {
                    let any = 1 + random.below(u64::from(PROBABILITY_ONE) - 1) as u32;
                    let probability = fixed.unwrap_or(any);
                    let is_yes = random.below(u64::from(PROBABILITY_ONE)) < u64::from(any);
                    coder.encode(probability, is_yes);
                    answers.push((probability, is_yes));
                }
                let bytes = coder.finish();
                let mut decoder = Decoder::new(&bytes);
                for (yes, is_yes) in answers {
                    assert_eq!(decoder.decode(yes), is_yes, "{fixed:?} of {count}");
                }
            }
        }
    }

    #[test]
    fn answers_cost_the_bits_that_their_probability_asks_for() {
        let bytes_of = |yes: u32, is_yes: bool| {
            let mut coder = Encoder::new();
            (0..8_000).for_each(|_| coder.encode(yes, is_yes));
            coder.finish().len()
        };
        assert_eq!(bytes_of(PROBABILITY_ONE / 2, true), 1_001, "a bit each, and two at the end");
        assert_eq!(bytes_of(PROBABILITY_ONE / 4, true), 2_001, "two bits each");
        assert_eq!(bytes_of(PROBABILITY_ONE - 1, true), 1, "next to nothing");
    }

    #[test]
    fn codes_are_those_of_the_known_algorithm() {
        // Worked out by hand: the end of the code is a 0 or 1 that chooses the second or third
        // quarter of what is left, and its opposite.
        assert_eq!(Encoder::new().finish(), [0b0100_0000]);
        let mut coder = Encoder::new();
        for is_yes in [false, true, true] {
            coder.encode(PROBABILITY_ONE / 2, is_yes);
        }
        assert_eq!(coder.finish(), [0b1000_1000]);
    }

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
