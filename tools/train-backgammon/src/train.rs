//! The rounds: play, take the samples, learn, write down.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result, anyhow};
use parlour::base::SplitMix64;
use parlour::games::backgammon::net::{Class, Evaluator, Nets, Ply, Weights};

use crate::model::{Model, Sample, fresh};
use crate::plan::{Plan, Round};
use crate::selfplay::{Style, play};
use crate::state::State;

/// Hidden units of contact, crashed and race.
const HIDDEN: [usize; 3] = [128, 96, 64];

/// Where the training reads and writes.
pub(crate) struct Files<'a> {
    /// The state, which a later run goes on from.
    pub(crate) state: &'a Path,
    /// The weights for the engine.
    pub(crate) out: &'a Path,
    /// A line of figures for every round.
    pub(crate) log: &'a Path,
}

/// Goes on from where the state stands to the end of the plan.
pub(crate) fn run(plan: Plan, files: &Files<'_>, seed: u64, threads: usize) -> Result<()> {
    let mut state = State::read(files.state)?.unwrap_or_else(|| State {
        rounds: 0,
        weights: std::array::from_fn(|class| fresh(HIDDEN[class], seed ^ class as u64)),
    });
    let mut models = Class::ALL.map(|c| Model::new(state.weights[c.index()].clone(), c));
    let mut kept: [Vec<Sample>; 3] = [const { Vec::new() }; 3];
    while let Some(round) = plan.round(state.rounds) {
        let nets = Nets::new(&state.weights);
        let stream = SplitMix64::at(seed, state.rounds).next();
        let samples = play_all(&nets, stream, round, threads)?;
        let count = samples.len();
        let errors = learn(&mut models, &mut kept, samples, round, stream);
        state.weights = std::array::from_fn(|class| models[class].weights.clone());
        state.rounds += 1;
        record(files, &state, round, (count, errors))?;
    }
    Ok(())
}

/// Plays the games of a round on all threads; the samples stand in the order of the games.
fn play_all(nets: &Nets, stream: u64, round: Round, threads: usize) -> Result<Vec<Sample>> {
    let style = Style { lambda: round.lambda.unwrap_or(0.0), stray: round.stray };
    let threads = threads.max(1) as u64;
    let work = |first: u64| {
        let (mut evaluator, mut ply) = (Evaluator::new(nets), Ply::default());
        let games = (first..round.games).step_by(threads as usize);
        let mut play_one = |index| {
            let mut samples = play(&mut evaluator, (stream, index), style);
            if round.lambda.is_none() {
                for sample in &mut samples {
                    sample.target = ply.mean(&mut evaluator, sample.board);
                }
            }
            (index, samples)
        };
        games.map(&mut play_one).collect::<Vec<_>>()
    };
    let mut games = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || work(first))).collect();
        let joined: Result<Vec<_>, _> = workers.into_iter().map(|w| w.join()).collect();
        joined.map_err(|_| anyhow!("a game came to grief"))
    })?
    .concat();
    games.sort_by_key(|(index, _)| *index);
    Ok(games.into_iter().flat_map(|(_, samples)| samples).collect())
}

/// Shows each network its samples, new and old ones mixed; the root mean squared errors.
fn learn(
    models: &mut [Model; 3],
    kept: &mut [Vec<Sample>; 3],
    samples: Vec<Sample>,
    round: Round,
    stream: u64,
) -> [f64; 3] {
    if round.again == 0 {
        kept.iter_mut().for_each(Vec::clear);
    }
    for sample in samples {
        kept[Class::of(sample.board).index()].push(sample);
    }
    let mut errors = [0.0; 3];
    thread::scope(|scope| {
        for ((model, kept), error) in models.iter_mut().zip(kept.iter_mut()).zip(&mut errors) {
            scope.spawn(move || {
                let oldest = kept.len().saturating_sub(round.again.max(1));
                if round.again > 0 {
                    kept.drain(..oldest);
                }
                shuffle(kept, stream);
                *error = model.fit(kept, round.batch, round.rate).sqrt();
            });
        }
    });
    errors
}

/// Fisher and Yates's shuffle.
fn shuffle(samples: &mut [Sample], seed: u64) {
    let mut random = SplitMix64::new(seed);
    for last in (1..samples.len()).rev() {
        samples.swap(last, random.below(last as u64 + 1) as usize);
    }
}

/// Writes state, weights and the round's figures.
fn record(
    files: &Files<'_>,
    state: &State,
    round: Round,
    (samples, errors): (usize, [f64; 3]),
) -> Result<()> {
    state.write(files.state)?;
    fs::write(files.out, Weights::write_file(&state.weights))
        .with_context(|| format!("writing {}", files.out.display()))?;
    let Round { games, lambda, rate, .. } = round;
    let targets = lambda.map_or_else(|| "lookahead".to_owned(), |lambda| format!("{lambda:.2}"));
    let [contact, crashed, race] = errors;
    let line = format!(
        "round {} games {games} samples {samples} targets {targets} rate {rate:.6} \
         error {contact:.4} {crashed:.4} {race:.4}\n",
        state.rounds
    );
    let mut log = fs::OpenOptions::new().create(true).append(true).open(files.log)?;
    log.write_all(line.as_bytes()).with_context(|| format!("writing {}", files.log.display()))
}
