//! The command `fit`: from a file of games to a table.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::base::SplitMix64;
use parlour::games::connect5::Rule;

use crate::games::{Settings, rule};
use crate::model::{Aim, Model};
use crate::positions::{Data, Positions};
use crate::table;

/// Positions of a step.
const BATCH: usize = 2_048;

/// How a fit is done.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Plan {
    /// Passes over all positions.
    #[arg(long, default_value_t = 12)]
    pub(crate) epochs: u64,
    /// Of the order of positions.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Of the result in the target, 0 to 1; the rest is the score's.
    #[arg(long = "result-share", default_value_t = 0.6)]
    pub(crate) share: f64,
    /// Whose columns of the table are fitted: freestyle, standard or renju.
    #[arg(long, default_value = "freestyle", value_parser = rule)]
    pub(crate) rule: Rule,
    /// How far from the start a number may well be, above 0, in the unit of the evaluation.
    #[arg(long, default_value_t = 30.0)]
    pub(crate) spread: f64,
}

/// Fits the table to games and writes it; tells the losses of every epoch.
///
/// # Errors
/// When the plan is none, the games cannot be read, or the table cannot be written.
pub(crate) fn run(plan: &Plan, games: &[PathBuf], out: &Path) -> Result<()> {
    ensure!((0.0..=1.0).contains(&plan.share), "a share is 0 to 1");
    ensure!(plan.spread > 0.0 && plan.epochs > 0, "spread and epochs are above 0");
    let mut data = Data::new(plan.rule);
    for path in games {
        data.add(path, plan.seed)?;
    }
    ensure!(data.train.len() > 0 && data.held_out.len() > 0, "there are too few games");
    let text = fitted(plan, &data, &mut |line| say(line));
    std::fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))
}

/// Tells people how the fit goes on.
#[expect(clippy::print_stderr, reason = "a tool for the terminal")]
fn say(line: &str) {
    eprintln!("{line}");
}

/// The new table's text.
fn fitted(plan: &Plan, data: &Data, tell: &mut dyn FnMut(&str)) -> String {
    let rule = data.rule;
    let mut model = Model::new(table::built_in(rule), plan.seed);
    let (aim, results) = (Aim(plan.share as f32), Aim(1.0));
    let mut losses = |model: &Model, epoch: u64| {
        let [held, by_result] = [aim, results].map(|aim| model.loss(&data.held_out, aim));
        let train = model.loss(&data.train, aim);
        tell(&format!(
            "epoch {epoch} train {train:.5} held-out {held:.5} by result {by_result:.5}"
        ));
        by_result
    };
    let mut after = losses(&model, 0);
    for epoch in 1..=plan.epochs {
        pass(&mut model, &data.train, aim, (plan, epoch));
        after = losses(&model, epoch);
    }
    let origin = origin(plan, data) + &format!("; loss of the results held out {after:.4}");
    tell(&origin);
    table::with(rule, &model, &origin)
}

/// Where a table comes from, in one line.
fn origin(plan: &Plan, data: &Data) -> String {
    let Plan { epochs, seed, share, spread, .. } = plan;
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

/// One pass over all positions, in an order of its own.
fn pass(model: &mut Model, positions: &Positions, aim: Aim, (plan, epoch): (&Plan, u64)) {
    let mut random = SplitMix64::at(plan.seed, epoch);
    let mut order: Vec<usize> = (0..positions.len()).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u64 + 1) as usize);
    }
    let pull = 1.0 / (plan.spread * plan.spread * positions.len() as f64);
    let batches = order.chunks(BATCH).len() as u64;
    for (number, batch) in order.chunks(BATCH).enumerate() {
        let done = (epoch - 1) * batches + number as u64;
        let left = 1.0 - done as f32 / (plan.epochs * batches) as f32;
        model.step(positions, batch, aim, (left, pull as f32));
    }
}

#[cfg(test)]
mod tests {
    use super::{Plan, run};
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
        let plan = Plan { epochs: 2, seed: 1, share: 0.5, spread: 30.0, rule: Rule::Renju };
        let files = [games.clone(), games.clone()];
        run(&plan, &files, &out).unwrap();
        let text = std::fs::read_to_string(&out).unwrap();
        assert_ne!(text, TEXT);
        assert_eq!(text.lines().filter(|line| read(line, 4).is_some()).count(), SLOTS);
        run(&plan, &files, &out).unwrap();
        assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
        assert!(run(&Plan { share: 1.5, ..plan }, &files, &out).is_err());
        for file in [games, out] {
            std::fs::remove_file(file).unwrap();
        }
    }
}
