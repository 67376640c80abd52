//! The command `fit`: from files of games to the weights of a rule.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::base::SplitMix64;
use parlour::games::connect5::Rule;
use parlour::games::connect5::threat_map::pattern_network;
use parlour_training::{report, shuffle};

use crate::games_text_format::{Settings, rule};
use crate::network_training::TrainedNetwork;
use crate::training_positions::{Positions, TargetMix, TrainingData};

/// Positions of a mini-batch. Set by hand.
const BATCH: usize = 4_096;

/// The options of a fit.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FitOptions {
    /// Passes over all positions
    #[arg(long, default_value_t = 12)]
    pub(crate) epochs: u64,
    /// The random seed of the order of positions and of the first network
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The share of the result in the target, 0 to 1; the rest is the score's
    #[arg(long = "result-share", default_value_t = 0.35)]
    pub(crate) share: f64,
    /// The learning rate as a part of the usual one, above 0; below 1 a network changes less
    #[arg(long, default_value_t = 1.0)]
    pub(crate) rate: f64,
    /// The share of the start's numbers in the network that is written, 0 to 1; the rest is the fit's
    #[arg(long = "start-share", default_value_t = 0.0, requires = "start")]
    pub(crate) start_share: f64,
    /// The rule whose network is fitted: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = rule)]
    pub(crate) rule: Rule,
    /// The rule whose built-in network the fit starts from; a random one if none is given
    #[arg(long, value_parser = rule)]
    pub(crate) start: Option<Rule>,
}

/// Fits a network to games and writes it; reports the losses of every epoch on stderr.
///
/// # Errors
/// When an option is out of range, the games cannot be read, or the file cannot be written.
pub(crate) fn run(options: &FitOptions, games: &[PathBuf], out: &Path) -> Result<()> {
    ensure!((0.0..=1.0).contains(&options.share), "a share is 0 to 1");
    ensure!(options.epochs > 0, "epochs are above 0");
    ensure!(options.rate > 0.0, "a rate is above 0");
    ensure!((0.0..=1.0).contains(&options.start_share), "a share is 0 to 1");
    let mut data = TrainingData::new(options.rule);
    for path in games {
        data.add(path)?;
    }
    ensure!(data.train.len() > 0 && data.held_out.len() > 0, "there are too few games");
    let network = fitted(options, &data, &mut |line| report(line));
    std::fs::write(out, pattern_network::write(&network.weights()))
        .with_context(|| format!("cannot write {}", out.display()))
}

/// The network of the games.
fn fitted(
    options: &FitOptions,
    data: &TrainingData,
    report: &mut dyn FnMut(&str),
) -> TrainedNetwork {
    let start = options.start.map(pattern_network::built_in);
    let mut network = TrainedNetwork::new(data.rule, start.as_deref(), options.seed);
    let (target, results) = (TargetMix(options.share as f32), TargetMix(1.0));
    let mut losses = |network: &TrainedNetwork, name: &str| {
        let [train] = network.losses(&data.train, [target]);
        let [held, by_result] = network.losses(&data.held_out, [target, results]);
        report(&format!("{name} train {train:.5} held-out {held:.5} by result {by_result:.5}"));
        by_result
    };
    let mut after = losses(&network, "epoch 0");
    for epoch in 1..=options.epochs {
        run_epoch(&mut network, &data.train, options, epoch);
        after = losses(&network, &format!("epoch {epoch}"));
    }
    if let Some(start) = start.filter(|_| options.start_share > 0.0) {
        network.mix_with_start(&start, options.start_share as f32);
        after = losses(&network, "mixed with the start");
    }
    report(&(origin(options, data) + &format!("; loss of the results held out {after:.4}")));
    network
}

/// The origin of a network, in one line.
fn origin(options: &FitOptions, data: &TrainingData) -> String {
    let FitOptions { epochs, seed, share, rate, start_share, .. } = options;
    let played = data.settings.iter().map(|settings| {
        let Settings { size, nodes, seed, .. } = settings;
        format!("size {size} nodes {nodes} seed {seed}")
    });
    let positions = data.train.len() + data.held_out.len();
    format!(
        "{} games ({}), {positions} quiet positions; {epochs} epochs, seed {seed}, result-share \
         {share}, rate {rate}, start-share {start_share}",
        data.games,
        played.collect::<Vec<_>>().join(", "),
    )
}

/// One pass over all positions, in a random order that depends on the seed and the epoch.
fn run_epoch(
    network: &mut TrainedNetwork,
    positions: &Positions,
    options: &FitOptions,
    epoch: u64,
) {
    let target = TargetMix(options.share as f32);
    let mut random = SplitMix64::at(options.seed, epoch);
    let mut order: Vec<usize> = (0..positions.len()).collect();
    shuffle(&mut order, &mut random);
    let batches = order.chunks(BATCH).len() as u64;
    for (number, batch) in order.chunks(BATCH).enumerate() {
        let done = (epoch - 1) * batches + number as u64;
        let part_left = 1.0 - done as f32 / (options.epochs * batches) as f32;
        network.step(positions, batch, target, options.rate as f32 * part_left);
    }
}

#[cfg(test)]
mod tests {
    use super::{FitOptions, run};
    use crate::games_text_format::Settings;
    use parlour::games::connect5::Rule;
    use parlour::games::connect5::threat_map::pattern_network::{built_in, read, write};

    #[test]
    fn fit_writes_a_whole_network_the_same_each_time() {
        let name = |part: &str| {
            std::env::temp_dir().join(format!("train-fit-{}-{part}", std::process::id()))
        };
        let (games, out) = (name("games"), name("network"));
        let settings = Settings::read("# connect5 rule renju size 11 nodes 60 seed 1").unwrap();
        crate::generate_command::run(&settings, &games, 24, 1).unwrap();
        let (rule, start, start_share) = (Rule::Renju, None, 0.0);
        let options =
            FitOptions { epochs: 2, seed: 1, share: 0.5, rate: 1.0, start_share, rule, start };
        let files = [games.clone(), games.clone()];
        run(&options, &files, &out).unwrap();
        let bytes = std::fs::read(&out).unwrap();
        let tables = read(&bytes);
        assert_eq!((tables.len(), write(&tables) == bytes), (2, true));
        run(&options, &files, &out).unwrap();
        assert!(std::fs::read(&out).unwrap() == bytes);
        let further = FitOptions { start: Some(Rule::Freestyle), ..options };
        run(&further, &files, &out).unwrap();
        assert_ne!(read(&std::fs::read(&out).unwrap())[0].last, tables[0].last);
        let whole_start = FitOptions { start_share: 1.0, start: Some(Rule::Renju), ..options };
        run(&whole_start, &files, &out).unwrap();
        assert_eq!(read(&std::fs::read(&out).unwrap()), built_in(Rule::Renju));
        assert!(run(&FitOptions { share: 1.5, ..options }, &files, &out).is_err());
        assert!(run(&FitOptions { rate: 0.0, ..options }, &files, &out).is_err());
        assert!(run(&FitOptions { start_share: 2.0, ..options }, &files, &out).is_err());
        for file in [games, out] {
            std::fs::remove_file(file).unwrap();
        }
    }
}
