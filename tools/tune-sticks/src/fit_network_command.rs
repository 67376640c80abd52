//! The command `fit-network`: from files of games to the network of the evaluation.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::base::SplitMix64;
use parlour_training::{report, shuffle};

use crate::network_training::{NetworkPosition, TrainedNetwork};
use crate::training_positions::TrainingData;

/// Positions of a mini-batch. Set by hand.
const BATCH_SIZE: usize = 2_048;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct NetworkFitSettings {
    /// Passes over all positions
    #[arg(long, default_value_t = 12)]
    pub(crate) epochs: u64,
    /// Seed of the first numbers and of the order of positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Share of the result in the target, 0 to 1; the rest is the share of the search's score
    #[arg(long = "result-share", default_value_t = 0.7)]
    pub(crate) share: f64,
}

/// Fits a network to games, from random numbers, and writes it; reports the losses of every epoch.
///
/// # Errors
/// If the settings are out of range, the games cannot be read, or the network cannot be written.
pub(crate) fn run(settings: &NetworkFitSettings, files: &[PathBuf], out: &Path) -> Result<()> {
    let NetworkFitSettings { epochs, seed, share } = *settings;
    ensure!(
        (0.0..=1.0).contains(&share) && epochs > 0,
        "the result share is 0 to 1, and there is at least one epoch"
    );
    let data = TrainingData::read(files, NetworkPosition::new)?;
    let mut network = TrainedNetwork::new(seed);
    let mut order: Vec<&NetworkPosition> = data.train.iter().collect();
    let batches = order.len().div_ceil(BATCH_SIZE) as f32;
    for epoch in 0..epochs {
        shuffle(&mut order, &mut SplitMix64::at(seed, epoch));
        for (number, batch) in order.chunks(BATCH_SIZE).enumerate() {
            let done = epoch as f32 + number as f32 / batches;
            network.step(batch, share as f32, 1.0 - done / epochs as f32);
        }
        let [target, result] = network.losses(&data.held_out, share as f32);
        report(&format!("epoch {} held-out {target:.5}, of the results {result:.5}", epoch + 1));
    }
    let text = format!(
        "# {}; {epochs} epochs, seed {seed}, result-share {share}\n{}",
        data.origin(),
        network.whole_numbers().text()
    );
    std::fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))
}
