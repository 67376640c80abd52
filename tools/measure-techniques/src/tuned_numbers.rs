//! The numbers that a tuning moves: their steps, what they learn from a result, and their text.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use parlour::base::SplitMix64;
use parlour::search::pvs::Params;

/// The part of a number's range by which it is moved at the end of the tuning, 0.0 to 1.0. Set by
/// hand.
const LAST_STEP: f64 = 0.05;
/// The least step, in a number's own unit.
///
/// Just above a half, so that the two players' values, which are whole numbers, differ also at the ends
/// of the range, where one of them cannot be moved.
const LEAST_STEP: f64 = 0.501;
/// How far a lost or won pair of games moves a number at the end, as a part of that step. Set by
/// hand.
const LAST_RATE: f64 = 0.004;
/// The exponent of the decay of rates (Spall 1998).
const RATE_DECAY: f64 = 0.602;
/// The exponent of the decay of steps (Spall 1998).
const STEP_DECAY: f64 = 0.101;
/// Rates begin as if this part of all pairs had been played, 0.0 to 1.0: a tenth (Spall 1998).
const RATE_OFFSET_SHARE: f64 = 0.1;

/// A number that is tuned.
#[derive(Clone, Debug)]
struct TunedNumber {
    name: &'static str,
    /// In its own unit; players have it rounded.
    value: f64,
    /// Its least value and its greatest.
    range: [f64; 2],
}

impl TunedNumber {
    /// The value that a player has who has it moved by this step.
    fn moved(&self, step: f64) -> i32 {
        self.limited(self.value + step).round() as i32
    }

    fn limited(&self, value: f64) -> f64 {
        let [low, high] = self.range;
        value.clamp(low, high)
    }

    /// The size of a step, in the number's own unit; `growth` is 1.0 at the end of the tuning, and
    /// greater before.
    fn step(&self, growth: f64) -> f64 {
        let [low, high] = self.range;
        ((high - low) * LAST_STEP * growth).max(LEAST_STEP)
    }
}

/// The numbers that are tuned, and how far the tuning is.
#[derive(Clone, Debug)]
pub(crate) struct TunedNumbers {
    /// Pairs of games played so far.
    pairs: u64,
    list: Vec<TunedNumber>,
}

impl TunedNumbers {
    /// Those whose name begins with one of these words, with their values; all if there are no words.
    ///
    /// # Errors
    /// When no number's name begins with one of them.
    pub(crate) fn new(mut params: Params, wanted: &[String]) -> Result<Self> {
        let is_wanted = |name: &str| wanted.iter().any(|word| name.starts_with(word.as_str()));
        let tunables = params.tunables();
        for word in wanted {
            let is_known = tunables.iter().any(|number| number.name.starts_with(word.as_str()));
            ensure!(is_known, "no number's name begins with '{word}'");
        }
        let list = tunables.into_iter().filter(|n| wanted.is_empty() || is_wanted(n.name));
        let list = list.map(|tunable| TunedNumber {
            name: tunable.name,
            value: f64::from(*tunable.value),
            range: tunable.range.map(f64::from),
        });
        Ok(Self { pairs: 0, list: list.collect() })
    }

    /// How many numbers there are.
    pub(crate) const fn len(&self) -> usize {
        self.list.len()
    }

    /// Pairs of games played so far.
    pub(crate) const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The text of the file after its first line: how many pairs, then a name and a value a line.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("pairs {}\n", self.pairs);
        for TunedNumber { name, value, .. } in &self.list {
            let _ = writeln!(text, "{name} {value:.3}");
        }
        text
    }

    /// Reads the values of such a text.
    ///
    /// # Errors
    /// When it is cut, or has not exactly these numbers, each in its range.
    pub(crate) fn read(&mut self, text: &str) -> Result<()> {
        let mut lines = text.strip_suffix('\n').context("the last line is cut")?.lines();
        let mut value_of = |name: &str| {
            let line = lines.next().unwrap_or_default();
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            value.with_context(|| format!("'{line}' stands where the line of '{name}' belongs"))
        };
        self.pairs = value_of("pairs")?.parse()?;
        for number in &mut self.list {
            number.value = value_of(number.name)?.parse()?;
            let [low, high] = number.range;
            let is_inside = (low..=high).contains(&number.value);
            ensure!(is_inside, "{} must be {low} to {high}", number.name);
        }
        let more = lines.next();
        ensure!(more.is_none(), "'{}' is not tuned", more.unwrap_or_default());
        Ok(())
    }

    /// The parameters with these numbers, each moved by its step.
    pub(crate) fn params(&self, mut params: Params, steps: &[f64]) -> Params {
        for tunable in params.tunables() {
            let mut numbers = self.list.iter().zip(steps);
            if let Some((number, step)) = numbers.find(|(number, _)| number.name == tunable.name) {
                *tunable.value = number.moved(*step);
            }
        }
        params
    }

    /// The steps of a pair: up or down for each number, drawn by the seed and the pair's number.
    pub(crate) fn steps(&self, seed: u64, pair: u64, pairs: u64) -> Vec<f64> {
        let mut random = SplitMix64::at(seed, pair);
        let growth = (pairs as f64 / (pair + 1) as f64).powf(STEP_DECAY);
        let step = |number: &TunedNumber| {
            let step = number.step(growth);
            if random.below(2) == 0 { step } else { -step }
        };
        self.list.iter().map(step).collect()
    }

    /// Moves all numbers along their steps by the result of a pair, −2 to 2.
    ///
    /// The result divided by the step estimates the gradient, so a number moves less the longer the step
    /// was.
    pub(crate) fn learn(&mut self, steps: &[f64], result: i32, pairs: u64) {
        let first = RATE_OFFSET_SHARE * pairs as f64;
        let left = (first + pairs as f64) / (first + self.pairs as f64 + 1.0);
        let rate = LAST_RATE * left.powf(RATE_DECAY);
        for (number, step) in self.list.iter_mut().zip(steps) {
            let gradient = f64::from(result) / step;
            let last_step = number.step(1.0);
            number.value = number.limited(number.value + rate * last_step * last_step * gradient);
        }
        self.pairs += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{LAST_RATE, RATE_DECAY, TunedNumber, TunedNumbers};
    use parlour::games::connect5::ThreatGame;
    use parlour::search::pvs::PvsGame;

    #[test]
    fn numbers_move_towards_the_winner_and_stay_in_their_range() {
        let wanted = ["futility.margin".to_owned(), "reductions".to_owned()];
        let mut numbers = TunedNumbers::new(ThreatGame::PARAMS, &wanted).unwrap();
        assert_eq!(numbers.list[0].name, "futility.margin");
        let before = numbers.list[0].value;
        for pair in 0..3_000 {
            let steps = numbers.steps(7, pair, 3_000);
            // The player with the greater margin wins.
            numbers.learn(&steps, if steps[0] > 0.0 { 2 } else { -2 }, 3_000);
        }
        let TunedNumber { value, range: [_, most], .. } = numbers.list[0];
        assert!(value > before + 50.0 && value <= most, "{value}");
        let none = vec![0.0; numbers.list.len()];
        let params = numbers.params(ThreatGame::PARAMS, &none);
        assert_eq!(params.futility.margin, value.round() as i32);
        assert_eq!(params.razoring, ThreatGame::PARAMS.razoring);
        assert!(TunedNumbers::new(params, &["margin".to_owned()]).is_err());
    }

    #[test]
    fn gain_of_the_gradient_decays_with_the_exponent_of_spall() {
        const PAIRS: u64 = 1_000;
        let wanted = ["futility.margin".to_owned()];
        let numbers = TunedNumbers::new(ThreatGame::PARAMS, &wanted).unwrap();
        // How far a pair moves the number along its step, and the step.
        let of_pair = |pair| {
            let mut numbers = TunedNumbers { pairs: pair, ..numbers.clone() };
            let (before, steps) = (numbers.list[0].value, numbers.steps(7, pair, PAIRS));
            numbers.learn(&steps, 1, PAIRS);
            ((numbers.list[0].value - before) * steps[0].signum(), steps[0].abs())
        };
        let ((begins, long), (ends, short)) = (of_pair(0), of_pair(PAIRS - 1));
        let expected = ((0.1 + 1.0) / (0.1 + 0.001_f64)).powf(RATE_DECAY);
        assert!((begins * long / (ends * short) / expected - 1.0).abs() < 1e-9);
        assert!((ends / short - LAST_RATE).abs() < 1e-12);
    }

    #[test]
    fn players_of_a_pair_have_two_values_of_every_number() {
        macro_rules! numbers {
            ([$($game:ident: $search:ident,)*]) => {
                [$(TunedNumbers::new(parlour::games::$game::$search::PARAMS, &[]).unwrap(),)*]
            };
        }
        for mut numbers in parlour::each_selective_search!(numbers!()) {
            for (pair, at) in [(0, 0), (4_999, 0), (9_999, 0), (0, 1), (9_999, 1)] {
                let steps = numbers.steps(7, pair, 10_000);
                for (number, step) in numbers.list.iter_mut().zip(steps) {
                    assert_ne!(number.moved(step), number.moved(-step), "{number:?} {step}");
                    number.value = number.range[at];
                    assert_ne!(number.moved(step), number.moved(-step), "{number:?} {step}");
                }
            }
        }
    }

    #[test]
    fn numbers_in_use_are_in_their_ranges() {
        macro_rules! check {
            ([$($game:ident: $search:ident,)*]) => {$(
                let mut params = parlour::games::$game::$search::PARAMS;
                for tunable in params.tunables() {
                    let [low, high] = tunable.range;
                    let is_inside = (low..=high).contains(tunable.value);
                    assert!(is_inside, "{} {}: {}", stringify!($game), tunable.name, tunable.value);
                }
            )*};
        }
        parlour::each_selective_search!(check!());
    }
}
