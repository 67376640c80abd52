//! The rounds of the training: play, collect samples, learn, write the files.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, ensure};
use parlour::base::SplitMix64;
use parlour::base::hash::fnv_1a;
use parlour::games::backgammon::Variant;
use parlour::games::backgammon::eval::{Nets, PositionClass, Weights};
use parlour_training::{shuffle, work_in_order};

use crate::checkpoint::{AllWeights, Checkpoint, SamplesByNetwork, TrainingWords, move_towards};
use crate::network_training::{LearningNetwork, TrainingPosition, fresh, widened};
use crate::self_play_and_targets::SelfPlay;
use crate::training_stages::{Plan, Round};

/// Hidden units of both layers of contact, crashed, race and the pruning network. Set by hand.
const UNITS: [[usize; 2]; Weights::NETWORKS] = [[192, 32], [192, 32], [64, 16], [32, 16]];
/// Units of the first layer of the same networks in the third stage. 256 instead of 192 for contact,
/// with the rounds of that stage, lose 0.44 ± 0.20 thousandths of a point less a decision at 0-ply.
const WIDER_UNITS: [usize; Weights::NETWORKS] = [256, 192, 64, 32];
/// The same for hypergammon, whose three checkers a side make all contact positions crashed ones.
/// Set by hand.
const HYPERGAMMON_UNITS: [[usize; 2]; Weights::NETWORKS] = [[16, 0], [128, 32], [32, 16], [16, 16]];
/// The place of the pruning network, after those of the classes. It learns from all positions.
const PRUNING: usize = 3;

/// Positions of earlier rounds that are kept for each network, at most. Set by hand.
const MOST_KEPT_SAMPLES: usize = 2_000_000;

/// Rounds from one state that is written to the next: a state has all kept positions, up to some
/// hundreds of megabytes. Set by hand.
const ROUNDS_BETWEEN_STATES: u64 = 50;

/// Where the training reads and writes.
pub(crate) struct Files<'a> {
    /// The state, which a later run goes on from.
    pub(crate) state: &'a Path,
    /// The weights for the engine.
    pub(crate) out: &'a Path,
    /// Weights of the engine whose mean begins the third stage, without the first two; or none.
    pub(crate) start: &'a [PathBuf],
    /// A line of figures for every round.
    pub(crate) log: &'a Path,
}

/// How a run uses the machine, and how far it goes; the weights of a round do not depend on it.
pub(crate) struct Run {
    /// Games at a time.
    pub(crate) threads: usize,
    /// Rounds after which it stops.
    pub(crate) most_rounds: u64,
}

/// Weights of the engine to begin the third stage with.
struct StartWeights {
    weights: AllWeights,
    /// Identifies the files: 24 bits, not 0.
    hash: u32,
}

impl StartWeights {
    /// The mean of the weights in these files; `None` without any.
    fn read(paths: &[PathBuf]) -> Result<Option<Self>> {
        let mut all_bytes = Vec::new();
        let mut mean: Option<AllWeights> = None;
        for (path, count) in paths.iter().zip(1_u16..) {
            let reading = || format!("reading {}", path.display());
            let bytes = fs::read(path).with_context(reading)?;
            let weights = Weights::read_file(&bytes).with_context(reading)?;
            all_bytes.extend(bytes);
            match &mut mean {
                None => mean = Some(weights),
                Some(mean) => {
                    ensure!(
                        have_same_units(mean, &weights),
                        "{} has networks of other sizes than the files before it",
                        path.display()
                    );
                    move_towards(mean, weights.each_ref(), 1.0 / f32::from(count));
                }
            }
        }
        let hash = ((fnv_1a(&all_bytes) >> 40) as u32).max(1);
        Ok(mean.map(|weights| Self { weights, hash }))
    }
}

/// Whether each network of these weights has as many units as that of the others.
fn have_same_units(weights: &AllWeights, others: &AllWeights) -> bool {
    let units = |all: &AllWeights| all.each_ref().map(|one| [one.hidden, one.second]);
    units(weights) == units(others)
}

/// Runs the rounds from the state to the end of the plan, or as many as the run has.
///
/// The rounds since the last state that was written are run again, to the same weights and with the
/// same lines in the log.
///
/// # Errors
/// When a file cannot be used, the state is of another training, or there is no use for the weights to
/// start with.
pub(crate) fn run(plan: Plan, files: &Files<'_>, seed: u64, run: &Run) -> Result<()> {
    ensure!(
        files.start.iter().all(|start| start != files.out),
        "--start and --out name the same file"
    );
    let start = StartWeights::read(files.start)?;
    if let Some(start) = start.as_ref().filter(|_| plan.third == 0) {
        ensure!(files.start.len() > 1, "--start is for the third stage, which has no rounds");
        return write_weights(files.out, &start.weights);
    }
    let training = training_words(plan, seed, start.as_ref());
    let mut state = match Checkpoint::read(files.state, training)? {
        Some(state) => state,
        None => first_checkpoint(plan, start, seed),
    };
    let end = state.rounds.saturating_add(run.most_rounds);
    while let Some(round) = plan.round(state.rounds).filter(|_| state.rounds < end) {
        if plan.widens_before(state.rounds) {
            state = Checkpoint {
                kept: std::mem::take(&mut state.kept),
                ..Checkpoint::new(state.rounds, with_wider_units(&state.means, seed))
            };
        }
        let nets = Nets::new(&state.means);
        let stream = SplitMix64::at(seed, state.rounds).next();
        let samples = play_all(&nets, &state.kept, stream, round, plan.variant, run.threads)?;
        let count = samples.len();
        let errors = learn(&mut state.networks, &mut state.kept, samples, round, stream);
        state.end_round(round.share);
        write_weights_and_log(files, &state, round, count, errors)?;
        let is_last = state.rounds == end || plan.round(state.rounds).is_none();
        if is_last || state.rounds.is_multiple_of(ROUNDS_BETWEEN_STATES) {
            state.write(files.state, training)?;
        }
    }
    Ok(())
}

/// What all runs of a training have in common.
///
/// The first word is the variant in its lowest eight bits and the hash of the start above them, 0
/// without one.
fn training_words(plan: Plan, seed: u64, start: Option<&StartWeights>) -> TrainingWords {
    let Plan { variant, first, second, third, games: [td, lookahead] } = plan;
    let variant = Variant::NAMES.iter().position(|(_, known)| *known == variant);
    let numbers = [first, second, third, td, lookahead].map(|number| number as u32);
    let [first, second, third, td, lookahead] = numbers;
    let hash = start.map_or(0, |start| start.hash);
    let variant_and_start = variant.unwrap_or_default() as u32 | hash << 8;
    [variant_and_start, seed as u32, (seed >> 32) as u32, first, second, third, td, lookahead]
}

/// The state that a run without one begins with: random weights, or those of a file.
fn first_checkpoint(plan: Plan, start: Option<StartWeights>, seed: u64) -> Checkpoint {
    if let Some(start) = start {
        return Checkpoint::new(plan.first + plan.second, start.weights);
    }
    let units = if plan.variant == Variant::Hypergammon { HYPERGAMMON_UNITS } else { UNITS };
    let weights: AllWeights = std::array::from_fn(|network| {
        fresh(units[network], Weights::WITH_EXPERTS[network], seed ^ network as u64)
    });
    Checkpoint::new(0, weights)
}

/// The networks of the third stage: they give the same as these until they learn.
fn with_wider_units(weights: &AllWeights, seed: u64) -> AllWeights {
    std::array::from_fn(|network| {
        widened(&weights[network], WIDER_UNITS[network], seed ^ network as u64)
    })
}

/// Plays the games of a round on all threads, some from positions that were kept; the samples
/// stand in the order of the games.
fn play_all(
    nets: &Nets,
    kept: &SamplesByNetwork,
    stream: u64,
    round: Round,
    variant: Variant,
    threads: usize,
) -> Result<Vec<TrainingPosition>> {
    let start = |index| {
        let mut random = SplitMix64::at(!stream, index);
        let class = match random.below(1_000) {
            share if share < round.crashed => PositionClass::Crashed,
            share if share < round.crashed + round.races => PositionClass::Race,
            _ => return None,
        };
        let starts = &kept[class.index()];
        let chosen = random.below(starts.len().max(1) as u64) as usize;
        starts.get(chosen).map(|sample| sample.board)
    };
    let mut samples = Vec::new();
    work_in_order(
        0..round.games,
        threads as u64,
        || SelfPlay::new(nets, variant),
        |table, index| table.play(stream, index, round.style, start(index)),
        |game| {
            samples.extend(game);
            Ok(())
        },
    )?;
    Ok(samples)
}

/// Shows each network its samples, new and old ones mixed; the root mean squared errors.
fn learn(
    models: &mut [LearningNetwork; Weights::NETWORKS],
    kept: &mut SamplesByNetwork,
    samples: Vec<TrainingPosition>,
    round: Round,
    stream: u64,
) -> [f64; Weights::NETWORKS] {
    let mut new: SamplesByNetwork = [const { Vec::new() }; Weights::NETWORKS];
    for sample in samples {
        new[PositionClass::of(sample.board).index()].push(sample);
        new[PRUNING].push(sample);
    }
    let mut errors = [0.0; Weights::NETWORKS];
    thread::scope(|scope| {
        let both = kept.iter_mut().zip(new);
        for ((model, (kept, new)), error) in models.iter_mut().zip(both).zip(&mut errors) {
            scope.spawn(move || {
                let lesson = new_and_old_mixed(kept, new, round, stream);
                *error = model.fit(&lesson, round.batch, round.rate).sqrt();
            });
        }
    });
    errors
}

/// The new samples and `again` old ones for each, in any order; the new ones are kept as well.
fn new_and_old_mixed(
    kept: &mut Vec<TrainingPosition>,
    new: Vec<TrainingPosition>,
    round: Round,
    stream: u64,
) -> Vec<TrainingPosition> {
    shuffle(kept, &mut SplitMix64::new(stream));
    let old = kept.len().min(round.again * new.len());
    let mut lesson: Vec<TrainingPosition> = kept[..old].iter().chain(&new).copied().collect();
    shuffle(&mut lesson, &mut SplitMix64::new(stream));
    if round.again > 0 {
        kept.extend(new);
        // They stand in any order but for the newest, which are not those that go.
        kept.drain(..kept.len().saturating_sub(MOST_KEPT_SAMPLES));
    }
    lesson
}

/// Writes the weights for the engine.
fn write_weights(path: &Path, weights: &AllWeights) -> Result<()> {
    fs::write(path, Weights::write_file(weights))
        .with_context(|| format!("writing {}", path.display()))
}

/// Writes the weights, and adds a line to the log.
fn write_weights_and_log(
    files: &Files<'_>,
    state: &Checkpoint,
    round: Round,
    samples: usize,
    errors: [f64; Weights::NETWORKS],
) -> Result<()> {
    write_weights(files.out, &state.means)?;
    let Round { games, style, rate, .. } = round;
    let targets = if style.looks_ahead { "lookahead" } else { "play" };
    let [contact, crashed, race, pruning] = errors;
    let line = format!(
        "round {} games {games} samples {samples} targets {targets} {:.2} rate {rate:.6} \
         error {contact:.4} {crashed:.4} {race:.4} {pruning:.4}\n",
        state.rounds, style.lambda
    );
    let mut log = fs::OpenOptions::new().create(true).append(true).open(files.log)?;
    log.write_all(line.as_bytes()).with_context(|| format!("writing {}", files.log.display()))
}

#[cfg(test)]
mod tests {
    use super::{Files, Run, run};
    use crate::training_stages::Plan;
    use parlour::games::backgammon::Variant;
    use parlour::games::backgammon::eval::Weights;

    #[test]
    fn run_that_is_stopped_and_goes_on_gives_the_same_weights_and_log() {
        let folder = std::env::temp_dir().join(format!("train-rounds-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name);
        let plan =
            Plan { variant: Variant::Hypergammon, first: 3, second: 4, third: 2, games: [6, 6] };
        let train = |name: &str, most_rounds: u64, threads: usize| {
            let [state, out, log] =
                ["state", "out", "log"].map(|part| path(&(name.to_owned() + part)));
            let files = Files { state: &state, out: &out, start: &[], log: &log };
            run(plan, &files, 5, &Run { threads, most_rounds }).unwrap();
            [out, log].map(|file| std::fs::read(file).unwrap())
        };
        let whole = train("whole", u64::MAX, 2);
        for rounds in [2, 3, 2] {
            train("parts", rounds, 1);
        }
        assert!(train("parts", u64::MAX, 2) == whole);
        assert_eq!(whole[1].split(|byte| *byte == b'\n').count(), 10);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn start_is_a_part_of_the_training_and_needs_a_third_stage() {
        let folder = std::env::temp_dir().join(format!("train-start-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let train = |name: &str, third: u64, start: &[&str]| {
            let [state, out, log] =
                ["state", "out", "log"].map(|part| folder.join(format!("{name}.{part}")));
            let start: Vec<_> = start.iter().map(|start| folder.join(start)).collect();
            let files = Files { state: &state, out: &out, start: &start, log: &log };
            let (variant, games) = (Variant::Hypergammon, [6, 6]);
            let plan = Plan { variant, first: 1, second: 0, third, games };
            let seed = u64::from(name == "another");
            run(plan, &files, seed, &Run { threads: 1, most_rounds: u64::MAX })
        };
        train("one", 0, &[]).unwrap();
        train("another", 0, &[]).unwrap();
        train("wider", 1, &["one.out"]).unwrap();
        train("wider", 1, &["one.out"]).unwrap();
        assert!(train("wider", 1, &["another.out"]).is_err());
        assert!(train("wider", 1, &[]).is_err());
        train("plain", 1, &[]).unwrap();
        assert!(train("plain", 1, &["one.out"]).is_err());
        assert!(train("none", 0, &["one.out"]).is_err());
        train("mean", 0, &["one.out", "another.out"]).unwrap();
        let weights = |name: &str| {
            let bytes = std::fs::read(folder.join(name)).unwrap();
            Weights::read_file(&bytes).unwrap()[0].raw.clone()
        };
        let [one, another, mean] = ["one.out", "another.out", "mean.out"].map(weights);
        for ((one, another), mean) in one.iter().zip(&another).zip(&mean) {
            assert!((f32::midpoint(*one, *another) - mean).abs() < 1e-4, "{one} {another} {mean}");
        }
        assert_ne!(one, another);
        assert!(train("sizes", 0, &["one.out", "wider.out"]).is_err());
        std::fs::copy(folder.join("one.out"), folder.join("same.out")).unwrap();
        assert!(train("same", 1, &["same.out"]).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
