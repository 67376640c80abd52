//! The network of the evaluation: what the features of all locations mean together.
//!
//! The values of patterns (`evaluation_weights.rs`) are added up, so they do not see that two
//! threats are worth more than twice one. The network adds what is missing:
//!
//! ```text
//! 60 locations: a row of 8 numbers for each feature, in the view of either side, added to the
//! sums of an empty board
//!     → limited to 0 … 1: 16 inputs, those of the side to move first
//!     → 16 hidden units, to which the numbers of pieces in the trays add a row each; 0 or more
//!     → 1 number, in hundredths, added to a share of the sum of the values
//! ```
//!
//! All numbers are whole. The sums are kept up to date piece by piece ([`Accumulators`]).

use std::fmt::Write as _;
use std::str::SplitWhitespace;
use std::sync::LazyLock;

use super::evaluation_weights::{TRAY_VALUE_COUNT, named_tray_values};
use super::five_hole_patterns::{PATTERN_COUNT, pattern_in_letters};
use super::location_features::{EMPTY_FEATURE, FEATURE_COUNT, LOCATION_FEATURES};
use crate::base::Side;

/// Numbers of the row of a feature.
pub const WIDTH: usize = 8;
/// Inputs of the hidden units: a row in the view of each side.
pub const INPUTS: usize = 2 * WIDTH;
/// Hidden units.
pub const HIDDEN: usize = 16;

/// The whole number for 1.0 in the rows of features.
pub const ROW_ONE: i16 = 512;
/// The whole number for 1.0 in the weights of the inputs.
pub const INPUT_ONE: i16 = 2_048;
/// The whole number for 1.0 in the hidden units.
pub const HIDDEN_ONE: i32 = ROW_ONE as i32 * INPUT_ONE as i32;
/// Units of the weights of the hidden units for one hundredth.
pub const LAST_ONE: i32 = 8;
/// The whole number for 1.0 in the share of the sum of the values.
pub const SHARE_ONE: i32 = 1_024;

/// The greatest number of a row, either way.
pub const MAX_ROW: i32 = 500;
/// The greatest number of the sums of an empty board, either way.
///
/// No sum over all locations leaves 16 bits.
pub const MAX_START: i32 = 2_767;
/// The greatest weight of an input.
pub const MAX_INPUT: i32 = i16::MAX as i32;
/// The greatest number of a tray's row and of the bias: no hidden unit leaves 32 bits.
pub const MAX_HIDDEN_TERM: i32 = 1 << 27;
/// The greatest weight of a hidden unit.
pub const MAX_LAST: i32 = i16::MAX as i32;

/// The sums of the rows of all locations, in the view of First and in that of Second.
pub type Accumulators = [i16; INPUTS];

/// The numbers of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationNetwork {
    /// The sums of an empty board.
    pub start: Accumulators,
    /// The row of each feature, in the view of First and in that of Second.
    ///
    /// That of empty holes, [`EMPTY_FEATURE`], is 0.
    pub rows: Vec<Accumulators>,
    /// What each number of pieces in a tray adds to the hidden units.
    ///
    /// For the tray of the side to move and for the other one, by
    /// [`tray_index`](super::evaluation_weights::tray_index).
    pub trays: [Vec<[i32; HIDDEN]>; 2],
    /// The weights of the inputs, those of the side to move first.
    pub inputs: [[i16; HIDDEN]; INPUTS],
    /// The bias of the hidden units.
    pub bias: [i32; HIDDEN],
    /// The weights of the hidden units.
    pub last: [i16; HIDDEN],
    /// The share of the sum of the values, in [`SHARE_ONE`]ths.
    pub share: i32,
}

/// The network that is built in.
pub static BUILT_IN_NETWORK: LazyLock<EvaluationNetwork> = LazyLock::new(|| {
    EvaluationNetwork::read(include_str!("evaluation_network.txt"))
        .unwrap_or_else(EvaluationNetwork::zero)
});

impl EvaluationNetwork {
    /// A network that leaves the sum of the values as it is.
    fn zero() -> Self {
        Self {
            start: [0; INPUTS],
            rows: vec![[0; INPUTS]; FEATURE_COUNT],
            trays: [(); 2].map(|()| vec![[0; HIDDEN]; TRAY_VALUE_COUNT]),
            inputs: [[0; HIDDEN]; INPUTS],
            bias: [0; HIDDEN],
            last: [0; HIDDEN],
            share: SHARE_ONE,
        }
    }

    /// The network with these sums of an empty board and these rows, each in the view of First.
    #[must_use]
    pub fn with_rows(self, start: &[i16; WIDTH], rows: &[[i16; WIDTH]]) -> Self {
        let both = |own: &[i16; WIDTH], other: &[i16; WIDTH]| {
            std::array::from_fn(|at| [own, other][at / WIDTH][at % WIDTH])
        };
        let others = LOCATION_FEATURES.exchanged.iter().map(|other| &rows[usize::from(*other)]);
        let rows = rows.iter().zip(others).map(|(own, other)| both(own, other)).collect();
        Self { start: both(start, start), rows, ..self }
    }

    /// Changes the sums where the pattern of a location changes.
    #[inline]
    pub fn update(
        &self,
        sums: &mut Accumulators,
        features: &[u8; PATTERN_COUNT],
        change: [usize; 2],
    ) {
        let [before, after] = change.map(|pattern| features[pattern]);
        if before != after {
            let [before, after] = [before, after].map(|feature| &self.rows[usize::from(feature)]);
            for (sum, (before, after)) in sums.iter_mut().zip(before.iter().zip(after)) {
                *sum += after - before;
            }
        }
    }

    /// The evaluation **for the side to move**, in hundredths.
    ///
    /// `trays` are the indices of the rows of the side to move and of the other side; `linear` is
    /// the sum of the values for the side to move.
    #[inline]
    pub fn evaluate(
        &self,
        sums: &Accumulators,
        mover: Side,
        trays: [[usize; 3]; 2],
        linear: i32,
    ) -> i32 {
        let mut hidden = self.bias;
        for (rows, indices) in self.trays.iter().zip(trays) {
            for index in indices {
                add(&mut hidden, &rows[index]);
            }
        }
        let turn = if mover == Side::First { 0 } else { WIDTH };
        for (at, weights) in self.inputs.iter().enumerate() {
            let input = sums[at ^ turn].clamp(0, ROW_ONE);
            for (unit, weight) in hidden.iter_mut().zip(weights) {
                *unit += i32::from(input) * i32::from(*weight);
            }
        }
        let terms = hidden.iter().zip(self.last);
        let sum: i64 =
            terms.map(|(unit, weight)| i64::from((*unit).max(0)) * i64::from(weight)).sum();
        let network = sum / i64::from(HIDDEN_ONE * LAST_ONE);
        network as i32 + linear * self.share / SHARE_ONE
    }

    /// Reads a file of numbers, as [`Self::text`] writes it; lines with `#` are comments.
    ///
    /// `None` if a line is missing, has another form, or has a number that is too great.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut line = |name: &str| -> Option<SplitWhitespace<'_>> {
            Some(lines.next()?.strip_prefix(name)?.split_whitespace())
        };
        let mut network = Self::zero();
        [network.share] = numbers(line("share")?, MAX_LAST)?;
        let start = numbers(line("start")?, MAX_START)?.map(|number| number as i16);
        let mut rows = vec![[0; WIDTH]];
        for name in feature_names() {
            rows.push(numbers(line(&name)?, MAX_ROW)?.map(|number| number as i16));
        }
        for (whose, rows) in TRAY_OWNERS.iter().zip(&mut network.trays) {
            for (name, index) in named_tray_values() {
                rows[index] = numbers(line(&format!("{whose} {name}"))?, MAX_HIDDEN_TERM)?;
            }
        }
        for (at, weights) in network.inputs.iter_mut().enumerate() {
            *weights = numbers(line(&format!("input {at}"))?, MAX_INPUT)?.map(|n: i32| n as i16);
        }
        network.bias = numbers(line("bias")?, MAX_HIDDEN_TERM)?;
        network.last = numbers(line("last")?, MAX_LAST)?.map(|number: i32| number as i16);
        lines.next().is_none().then(|| network.with_rows(&start, &rows))
    }

    /// The numbers as text, a name and its numbers on each line.
    pub fn text(&self) -> String {
        fn add<T: ToString>(text: &mut String, name: &str, numbers: &[T]) {
            let numbers: Vec<String> = numbers.iter().map(T::to_string).collect();
            let _ = writeln!(text, "{name} {}", numbers.join(" "));
        }
        let mut text = String::new();
        add(&mut text, "share", &[self.share]);
        add(&mut text, "start", &self.start[..WIDTH]);
        for (name, row) in feature_names().iter().zip(&self.rows[1..]) {
            add(&mut text, name, &row[..WIDTH]);
        }
        for (whose, rows) in TRAY_OWNERS.iter().zip(&self.trays) {
            for (name, index) in named_tray_values() {
                add(&mut text, &format!("{whose} {name}"), &rows[index]);
            }
        }
        for (at, weights) in self.inputs.iter().enumerate() {
            add(&mut text, &format!("input {at}"), weights);
        }
        add(&mut text, "bias", &self.bias);
        add(&mut text, "last", &self.last);
        text
    }
}

/// Whose tray a row is of, in a file: that of the side to move, or the other one.
const TRAY_OWNERS: [&str; 2] = ["own", "other"];

/// The names of the features but that of empty holes: the letters of the least pattern of each.
fn feature_names() -> Vec<String> {
    let patterns = LOCATION_FEATURES.first_pattern.iter().skip(EMPTY_FEATURE + 1);
    patterns.map(|pattern| pattern_in_letters(usize::from(*pattern))).collect()
}

/// Exactly `N` numbers, none greater than `most` either way.
fn numbers<const N: usize>(mut words: SplitWhitespace<'_>, most: i32) -> Option<[i32; N]> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number =
            words.next()?.parse().ok().filter(|number: &i32| (-most..=most).contains(number))?;
    }
    words.next().is_none().then_some(numbers)
}

#[inline]
fn add(sums: &mut [i32; HIDDEN], row: &[i32; HIDDEN]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sticks::board::sequence_states::LOCATIONS;

    const TEXT: &str = include_str!("evaluation_network.txt");

    #[test]
    fn no_sum_of_a_network_that_is_read_leaves_its_bits() {
        let locations = i32::try_from(LOCATIONS.len()).unwrap();
        assert!(MAX_START + locations * MAX_ROW <= i32::from(i16::MAX));
        let inputs = i64::try_from(INPUTS).unwrap() * i64::from(ROW_ONE) * i64::from(MAX_INPUT);
        // The bias and three rows of either tray.
        assert!(inputs + 7 * i64::from(MAX_HIDDEN_TERM) <= i64::from(i32::MAX));
    }

    #[test]
    fn file_is_read_and_comes_back_and_another_text_is_not() {
        let network = EvaluationNetwork::read(TEXT).unwrap();
        assert_eq!(network, *BUILT_IN_NETWORK);
        assert!(TEXT.ends_with(&network.text()));
        let changed = [
            ("\nshare ", "\nshare x"),
            ("start ", "start 2768 "),
            ("SS... ", "SS... 501 "),
            ("own S3", "own S4"),
            ("input 7 ", "input 7 1 "),
            ("last ", "last 32768 "),
        ];
        for (from, to) in changed {
            let text = TEXT.replacen(from, to, 1);
            assert_ne!(text, TEXT, "{from}");
            assert_eq!(EvaluationNetwork::read(&text), None, "{to}");
        }
        assert_eq!(EvaluationNetwork::read(&format!("{TEXT}more 1\n")), None);
    }
}
