//! The command `fit`: from files of games to a table of weights.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::base::SplitMix64;
use parlour::games::connect5::Rule;
use parlour_training::{report, shuffle};

use crate::games::{Settings, rule};
use crate::model::{Model, Step, Target};
use crate::positions::{Data, Positions};
use crate::table;

/// Positions of a mini-batch.
const BATCH: usize = 2_048;

/// The options of a fit.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FitOptions {
    /// Passes over all positions
    #[arg(long, default_value_t = 12)]
    pub(crate) epochs: u64,
    /// The random seed of the order of positions and of the first networks
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The share of the result in the target, 0 to 1; the rest is the score's
    #[arg(long = "result-share", default_value_t = 0.6)]
    pub(crate) share: f64,
    /// The rule whose columns of the table are fitted: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = rule)]
    pub(crate) rule: Rule,
    /// How far a parameter may well be from its start, above 0, in units of the evaluation
    #[arg(long, default_value_t = 30.0)]
    pub(crate) spread: f64,
}

/// Fits the table to games and writes it; reports the losses of every epoch on stderr.
///
/// # Errors
/// When an option is out of range, the games cannot be read, or the table cannot be written.
pub(crate) fn run(options: &FitOptions, games: &[PathBuf], out: &Path) -> Result<()> {
    ensure!((0.0..=1.0).contains(&options.share), "a share is 0 to 1");
    ensure!(options.spread > 0.0 && options.epochs > 0, "spread and epochs are above 0");
    let mut data = Data::new(options.rule);
    for path in games {
        data.add(path, options.seed)?;
    }
    ensure!(data.train.len() > 0 && data.held_out.len() > 0, "there are too few games");
    let text = fitted(options, &data, &mut |line| report(line));
    std::fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))
}

/// The text of the new table.
fn fitted(options: &FitOptions, data: &Data, report: &mut dyn FnMut(&str)) -> String {
    let rule = data.rule;
    let mut model = Model::new(table::built_in(rule), options.seed);
    let (target, results) = (Target(options.share as f32), Target(1.0));
    let mut losses = |model: &Model, epoch: u64| {
        let [held, by_result] = [target, results].map(|target| model.loss(&data.held_out, target));
        let train = model.loss(&data.train, target);
        report(&format!(
            "epoch {epoch} train {train:.5} held-out {held:.5} by result {by_result:.5}"
        ));
        by_result
    };
    let mut after = losses(&model, 0);
    for epoch in 1..=options.epochs {
        run_epoch(&mut model, &data.train, options, epoch);
        after = losses(&model, epoch);
    }
    let origin = origin(options, data) + &format!("; loss of the results held out {after:.4}");
    report(&origin);
    table::with(rule, &model, &origin)
}

/// The origin of a table, in one line.
fn origin(options: &FitOptions, data: &Data) -> String {
    let FitOptions { epochs, seed, share, spread, .. } = options;
    let played = data.settings.iter().map(|settings| {
        let Settings { size, nodes, seed, .. } = settings;
        format!("size {size} nodes {nodes} seed {seed}")
    });
    let positions = data.train.len() + data.held_out.len();
    format!(
        "{} games ({}), {positions} quiet positions; {epochs} epochs, seed {seed}, result-share \
         {share}, spread {spread}",
        data.games,
        played.collect::<Vec<_>>().join(", "),
    )
}

/// One pass over all positions, in a random order that depends on the seed and the epoch.
fn run_epoch(model: &mut Model, positions: &Positions, options: &FitOptions, epoch: u64) {
    let target = Target(options.share as f32);
    let mut random = SplitMix64::at(options.seed, epoch);
    let mut order: Vec<usize> = (0..positions.len()).collect();
    shuffle(&mut order, &mut random);
    let weight_decay = 1.0 / (options.spread * options.spread * positions.len() as f64);
    let batches = order.chunks(BATCH).len() as u64;
    for (number, batch) in order.chunks(BATCH).enumerate() {
        let done = (epoch - 1) * batches + number as u64;
        let rate_factor = 1.0 - done as f32 / (options.epochs * batches) as f32;
        let step = Step { rate_factor, weight_decay: weight_decay as f32 };
        model.step(positions, batch, target, step);
    }
}

#[cfg(test)]
mod tests {
    use super::{FitOptions, run};
    use crate::games::Settings;
    use parlour::games::connect5::Rule;
    use parlour::games::connect5::threat_map::values::{SLOTS, TEXT, read};

    #[test]
    fn fit_writes_a_whole_table_the_same_each_time() {
        let name = |part: &str| {
            std::env::temp_dir().join(format!("tune-fit-{}-{part}", std::process::id()))
        };
        let (games, out) = (name("games"), name("table"));
        let settings = Settings::read("# connect5 rule renju size 11 nodes 60 seed 2").unwrap();
        crate::generate::run(&settings, &games, 24, 1).unwrap();
        let options =
            FitOptions { epochs: 2, seed: 1, share: 0.5, spread: 30.0, rule: Rule::Renju };
        let files = [games.clone(), games.clone()];
        run(&options, &files, &out).unwrap();
        let text = std::fs::read_to_string(&out).unwrap();
        assert_ne!(text, TEXT);
        assert_eq!(text.lines().filter(|line| read(line, 4).is_some()).count(), SLOTS);
        run(&options, &files, &out).unwrap();
        assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
        assert!(run(&FitOptions { share: 1.5, ..options }, &files, &out).is_err());
        for file in [games, out] {
            std::fs::remove_file(file).unwrap();
        }
    }
}
