//! The command `tune`: fits the numbers of the techniques by games, with SPSA.
//!
//! Simultaneous perturbation stochastic approximation (Spall 1992): all numbers are moved at random
//! by a step up or down at once; the player with the steps and the player with the opposite steps
//! play two games of an opening, with sides swapped; and all numbers move towards the winner.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::base::locks;
use parlour::each_selective_search;
use parlour::protocol::io::replace_file::replace_file;
use parlour::search::player::options::COMMON;
use parlour::search::pvs::{Params, PvsPlayer};
use parlour::search::{Limits, Options};
use parlour_training::report;

use crate::elo_table::{CONFIDENCE, elo};
use crate::games_with_selective_search::{GameWithSelectiveSearch, run_for_named_game};
use crate::openings_and_pairs::{play_pair, read_openings, run_jobs};
use crate::tuned_numbers::TunedNumbers;

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
            let steps = vec![0.0; numbers.len()];
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
        if numbers.pairs().is_multiple_of(REPORT) || numbers.pairs() == plan.pairs {
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
        read(&mut numbers, plan).with_context(|| format!("cannot use {}", plan.out.display()))?;
    }
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let start = G::Position::default();
    let next_pair = if plan.check.is_some() { 0 } else { numbers.pairs() };
    let progress = Mutex::new(TuningProgress { next_pair, numbers, counts: [0; 5] });
    let locked = || locks::lock(&progress);
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

/// Reads the file of a run with the same game, numbers, nodes and seed.
///
/// If the numbers are to be checked, nodes and seed may be others.
///
/// # Errors
/// When there is none, or it is damaged, or of another run.
fn read(numbers: &mut TunedNumbers, plan: &TuneArguments) -> Result<()> {
    let text = fs::read_to_string(&plan.out)?;
    let (first, rest) = text.split_once('\n').context("it has no first line")?;
    let of_game = format!("# tune game {} ", plan.game);
    let is_own = plan.check.is_some() && first.starts_with(&of_game) || first == first_line(plan);
    ensure!(is_own, "it begins with '{first}', not with '{}'", first_line(plan));
    numbers.read(rest)
}

fn save(numbers: &TunedNumbers, plan: &TuneArguments) -> Result<()> {
    let text = format!("{}\n{}", first_line(plan), numbers.text());
    report(&text.replace('\n', "  "));
    replace_file(&plan.out, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", plan.out.display()))
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
    use super::{TuneArguments, run, summary};
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
        let last = text[..text.len() - 1].rfind('\n').unwrap() + 1;
        let too_large = text.replace("max_depth ", "max_depth 9");
        for damaged in ["", &text[..text.len() - 1], &text[..last], &too_large] {
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
