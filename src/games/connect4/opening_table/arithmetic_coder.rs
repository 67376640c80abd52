//! A binary arithmetic coder: yes-or-no answers as bits, given how likely each answer is.
//!
//! The classic integer coder (I. H. Witten, R. M. Neal, J. G. Cleary, *Arithmetic Coding for Data
//! Compression*, 1987) with a 47-bit interval: each answer narrows the interval to its share, and
//! each doubling of the interval is one bit of the code. A likely answer narrows it little, so it
//! costs much less than a bit.

/// Probability 1.0 as an integer.
pub(super) const PROBABILITY_ONE: u32 = 1 << PROBABILITY_BITS;
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

#[cfg(test)]
mod tests {
    use super::{Decoder, Encoder, PROBABILITY_ONE};
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
}
