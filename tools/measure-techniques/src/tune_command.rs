//! The command `tune`: fits the numbers of the techniques by games, with SPSA.
//!
//! Simultaneous perturbation stochastic approximation (Spall 1992): all numbers are moved at random
//! by a step up or down at once; the player with the steps and the player with the opposite steps
//! play two games of an opening, with sides swapped; and all numbers move towards the winner.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::base::SplitMix64;
use parlour::each_selective_search;
use parlour::search::player::options::COMMON;
use parlour::search::pvs::{Params, PvsPlayer};
use parlour::search::{Limits, Options};
use parlour_training::{replace_file, report};

use crate::elo_table::{CONFIDENCE, elo};
use crate::games_with_selective_search::{GameWithSelectiveSearch, run_for_named_game};
use crate::openings_and_pairs::{play_pair, read_openings, run_jobs};

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
/// The numbers are reported and saved after this many pairs. Set by hand.
const REPORT: u64 = 100;

/// What is to be tuned.
#[derive(Args, Clone, Debug)]
pub(crate) struct TuneArguments {
    /// A game that has a selective search, such as sticks
    #[arg(long)]
    game: String,
    /// File of the numbers, continued where it ends by a run with the same game, numbers, nodes and
    /// seed
    #[arg(long)]
    out: PathBuf,
    /// Names of the numbers to tune, or beginnings of names, such as reductions; all if there are
    /// none
    #[arg(long, num_args = 1..)]
    numbers: Vec<String>,
    /// Pairs of games in all
    #[arg(long, default_value_t = 10_000)]
    pairs: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 10_000)]
    nodes: u64,
    /// Pairs at a time; with more than one the order of the results is not always the same
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The random seed of the steps
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of openings; that in the folder of the game if none is given
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Plays the numbers of the file against the built-in ones instead: this many pairs, no more than
    /// there are openings
    #[arg(long)]
    check: Option<u64>,
}

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
struct TunedNumbers {
    /// Pairs of games played so far.
    pairs: u64,
    list: Vec<TunedNumber>,
}

impl TunedNumbers {
    /// Those whose name begins with one of these words, with their values.
    fn new(mut params: Params, wanted: &[String]) -> Result<Self> {
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

    /// The text of the file: what is tuned, how many pairs, then a name and a value a line.
    fn text(&self, plan: &TuneArguments) -> String {
        let mut text = format!("{}\npairs {}\n", first_line(plan), self.pairs);
        for TunedNumber { name, value, .. } in &self.list {
            let _ = writeln!(text, "{name} {value:.3}");
        }
        text
    }

    /// Reads the values of such a text, which must have each of these numbers and no others.
    ///
    /// # Errors
    /// When it is cut, or of another game or other numbers; or, unless its numbers are checked, of a
    /// tuning with another seed or limit.
    fn read(&mut self, text: &str, plan: &TuneArguments) -> Result<()> {
        let mut lines = text.strip_suffix('\n').context("the last line is cut")?.lines();
        let (first, expected) = (lines.next().unwrap_or_default(), first_line(plan));
        let of_game = format!("# tune game {} ", plan.game);
        let is_own = first == expected || plan.check.is_some() && first.starts_with(&of_game);
        ensure!(is_own, "it begins with '{first}', not with '{expected}'");
        let mut value_of = |name: &str| {
            let line = lines.next().unwrap_or_default();
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            value.with_context(|| format!("it has '{line}' in place of the line '{name}'"))
        };
        self.pairs = value_of("pairs")?.parse()?;
        for number in &mut self.list {
            number.value = value_of(number.name)?.parse()?;
            let [low, high] = number.range;
            let is_inside = (low..=high).contains(&number.value);
            ensure!(is_inside, "{} must be {low} to {high}", number.name);
        }
        let more = lines.next();
        ensure!(more.is_none(), "it has more numbers: '{}'", more.unwrap_or_default());
        Ok(())
    }

    /// The parameters with these numbers, each moved by its step.
    fn params(&self, mut params: Params, steps: &[f64]) -> Params {
        for tunable in params.tunables() {
            let mut numbers = self.list.iter().zip(steps);
            if let Some((number, step)) = numbers.find(|(number, _)| number.name == tunable.name) {
                *tunable.value = number.moved(*step);
            }
        }
        params
    }

    /// The steps of a pair: up or down for each number, drawn by the seed and the pair's number.
    fn steps(&self, seed: u64, pair: u64, pairs: u64) -> Vec<f64> {
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
    fn learn(&mut self, steps: &[f64], result: i32, pairs: u64) {
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

/// The first line of the file: what a run that continues it must have in common.
fn first_line(plan: &TuneArguments) -> String {
    let TuneArguments { game, nodes, seed, .. } = plan;
    format!("# tune game {game} nodes {nodes} seed {seed}")
}

/// Tunes until the file says that this many pairs were played.
///
/// # Errors
/// When a file cannot be used, or a word of the plan means nothing.
pub(crate) fn run(plan: &TuneArguments) -> Result<()> {
    each_selective_search!(run_for_named_game!(run_game, plan,))
}

/// A pair of games to play: the numbers of its two players, and the steps between them.
struct Pair {
    /// The number of the pair, from 0.
    number: u64,
    params: [Params; 2],
    /// By number that is tuned: how far the first player has it moved, in the number's own unit.
    steps: Vec<f64>,
}

/// How far the work is.
struct TuningProgress {
    /// The number of the pair that is played next, from 0.
    next_pair: u64,
    numbers: TunedNumbers,
    /// The pairs by their result, −2 to 2.
    counts: [u64; 5],
}

impl TuningProgress {
    /// The next pair of a plan; `None` if all are played or being played.
    fn next(&mut self, plan: &TuneArguments, built_in: &Params) -> Option<Pair> {
        if self.next_pair >= plan.check.unwrap_or(plan.pairs) {
            return None;
        }
        let (number, numbers) = (self.next_pair, &self.numbers);
        self.next_pair += 1;
        if plan.check.is_some() {
            let steps = vec![0.0; numbers.list.len()];
            return Some(Pair {
                number,
                params: [numbers.params(*built_in, &steps), *built_in],
                steps,
            });
        }
        let steps = numbers.steps(plan.seed, number, plan.pairs);
        let back: Vec<f64> = steps.iter().map(|step| -step).collect();
        let params = [&steps, &back].map(|steps| numbers.params(*built_in, steps));
        Some(Pair { number, params, steps })
    }

    /// Counts the result of a pair, −2 to 2; learns from it and saves the numbers if they are tuned.
    fn add(&mut self, plan: &TuneArguments, pair: &Pair, result: i32) -> Result<()> {
        self.counts[(result + 2).unsigned_abs() as usize] += 1;
        if plan.check.is_some() {
            return Ok(());
        }
        let numbers = &mut self.numbers;
        numbers.learn(&pair.steps, result, plan.pairs);
        if numbers.pairs.is_multiple_of(REPORT) || numbers.pairs == plan.pairs {
            save(numbers, plan)?;
        }
        Ok(())
    }
}

fn run_game<G: GameWithSelectiveSearch>(plan: &TuneArguments) -> Result<()> {
    let openings = read_openings(&plan.game, plan.openings.as_ref())?;
    // The numbers of a check stay as they are, so an opening gives the same two games each time.
    let is_repeated = plan.check.is_some_and(|pairs| pairs > openings.len() as u64);
    ensure!(!is_repeated, "there are {} openings only", openings.len());
    let mut numbers = TunedNumbers::new(G::PARAMS, &plan.numbers)?;
    if plan.out.exists() || plan.check.is_some() {
        let cannot_use = || format!("cannot use {}", plan.out.display());
        let text = fs::read_to_string(&plan.out).with_context(cannot_use)?;
        numbers.read(&text, plan).with_context(cannot_use)?;
    }
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let start = G::Position::default();
    let next_pair = if plan.check.is_some() { 0 } else { numbers.pairs };
    let progress = Mutex::new(TuningProgress { next_pair, numbers, counts: [0; 5] });
    let locked = || progress.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || locked().next(plan, &G::PARAMS);
    run_jobs(plan.jobs, || {
        let options = Options::new(COMMON);
        let mut players = [(); 2].map(|()| PvsPlayer::<G>::new(&options));
        while let Some(pair) = next() {
            let opening = &openings[pair.number as usize % openings.len()];
            let result = play_pair(&mut players, &pair.params, &start, opening, &limits)?;
            locked().add(plan, &pair, result)?;
        }
        Ok(())
    })?;
    if plan.check.is_some() {
        report(&summary(locked().counts));
    }
    Ok(())
}

fn save(numbers: &TunedNumbers, plan: &TuneArguments) -> Result<()> {
    let text = numbers.text(plan);
    report(&text.replace('\n', "  "));
    replace_file(&plan.out, |file| Ok(file.write_all(text.as_bytes())?))
}

/// A summary of the results of pairs, by result from −2 to 2.
fn summary(counts: [u64; 5]) -> String {
    let pairs = counts.iter().sum::<u64>() as f64;
    let results = || counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let mean = results().map(|(count, share)| *count as f64 * share).sum::<f64>() / pairs;
    let spread = |(count, share): (&u64, f64)| *count as f64 * (share - mean) * (share - mean);
    let error = CONFIDENCE * (results().map(spread).sum::<f64>() / pairs / pairs).sqrt();
    let half = (elo(mean + error) - elo(mean - error)) / 2.0;
    format!("pairs by result {counts:?}: {:.1} %, Elo {:+.1} ± {half:.1}", 100.0 * mean, elo(mean))
}

#[cfg(test)]
mod tests {
    use super::{LAST_RATE, RATE_DECAY, TuneArguments, TunedNumber, TunedNumbers, run, summary};
    use parlour::games::connect5::ThreatGame;
    use parlour::search::pvs::PvsGame;
    use std::path::Path;

    fn plan(out: &Path, openings: &Path, pairs: u64) -> TuneArguments {
        TuneArguments {
            game: "connect5".to_owned(),
            out: out.to_owned(),
            numbers: vec!["futility".to_owned()],
            pairs,
            nodes: 30,
            jobs: 2,
            seed: 1,
            openings: Some(openings.to_owned()),
            check: None,
        }
    }

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

    #[test]
    fn files_are_continued() {
        let out = std::env::temp_dir().join(format!("tune-search-{}", std::process::id()));
        let openings = out.with_extension("openings");
        std::fs::write(&openings, "startpos moves h8 h9 i9\n").unwrap();
        let plan = |pairs, check| TuneArguments { check, ..plan(&out, &openings, pairs) };
        run(&plan(2, None)).unwrap();
        let text = std::fs::read_to_string(&out).unwrap();
        let head = "# tune game connect5 nodes 30 seed 1\n";
        assert!(text.starts_with(&format!("{head}pairs 2\nfutility.max_depth ")), "{text}");
        run(&plan(3, None)).unwrap();
        run(&TuneArguments { nodes: 20, seed: 2, ..plan(3, Some(1)) }).unwrap();
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(text.starts_with(&format!("{head}pairs 3\n")), "{text}");
        for file in [out, openings] {
            std::fs::remove_file(file).unwrap();
        }
    }

    #[test]
    fn files_of_another_tuning_and_damaged_ones_are_refused() {
        let out = std::env::temp_dir().join(format!("tune-other-{}", std::process::id()));
        let openings = out.with_extension("openings");
        std::fs::write(&openings, "startpos moves h8 h9 i9\n").unwrap();
        assert!(run(&TuneArguments { check: Some(1), ..plan(&out, &openings, 2) }).is_err());
        run(&plan(&out, &openings, 2)).unwrap();
        let text = std::fs::read_to_string(&out).unwrap();
        let more = || plan(&out, &openings, 3);
        for other in [
            TuneArguments { seed: 2, ..more() },
            TuneArguments { nodes: 20, ..more() },
            TuneArguments { game: "sticks".to_owned(), ..more() },
            TuneArguments { numbers: vec!["futility.margin".to_owned()], ..more() },
            TuneArguments { numbers: vec!["futility".to_owned(), "razoring".to_owned()], ..more() },
            TuneArguments { numbers: vec!["razoring".to_owned()], check: Some(1), ..more() },
        ] {
            assert!(run(&other).is_err(), "{other:?}");
            assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
        }
        let without_last = text
            .rsplit_terminator('\n')
            .skip(1)
            .fold(String::new(), |end, line| format!("{line}\n{end}"));
        let too_large = text.replace("max_depth ", "max_depth 9");
        for damaged in ["", &text[..text.len() - 1], &without_last, &too_large] {
            std::fs::write(&out, damaged).unwrap();
            assert!(run(&more()).is_err(), "{damaged}");
        }
        for file in [out, openings] {
            std::fs::remove_file(file).unwrap();
        }
    }

    #[test]
    fn a_check_plays_no_opening_twice() {
        let out = std::env::temp_dir().join(format!("tune-check-{}", std::process::id()));
        let openings = out.with_extension("openings");
        std::fs::write(&openings, "startpos moves h8 h9 i9\nstartpos moves h8 i9 h9\n").unwrap();
        let plan = |check| TuneArguments { check, ..plan(&out, &openings, 1) };
        run(&plan(None)).unwrap();
        run(&plan(Some(2))).unwrap();
        assert!(run(&plan(Some(3))).is_err());
        for file in [out, openings] {
            std::fs::remove_file(file).unwrap();
        }
    }

    #[test]
    fn summaries_have_elo_with_its_error() {
        assert_eq!(
            summary([10, 0, 20, 0, 20]),
            "pairs by result [10, 0, 20, 0, 20]: 60.0 %, Elo +70.4 ± 76.4"
        );
    }
}
