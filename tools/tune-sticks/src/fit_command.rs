//! The command `fit`: from files of games to a file of values.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::base::SplitMix64;
use parlour::games::sticks::search_board::evaluation_weights::{
    CanonicalPattern, canonical_patterns, named_tray_values, untuned,
};
use parlour::games::sticks::search_board::five_hole_patterns::pattern_in_letters;
use parlour_training::{report, shuffle};

use crate::logistic_regression::{
    FIRST_TRAY_NUMBER, MOVE_NUMBER, Model, StepSettings, TrainingPosition,
};
use crate::training_positions::TrainingData;

/// Positions of one step of gradient descent. Set by hand.
const BATCH_SIZE: usize = 1_024;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FitSettings {
    /// Passes over all positions
    #[arg(long, default_value_t = 12)]
    pub(crate) epochs: u64,
    /// Seed of the order of positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Share of the result in the target, 0 to 1; the rest is the share of the search's score
    #[arg(long = "result-share", default_value_t = 0.7)]
    pub(crate) share: f64,
    /// How strongly each number is pulled back to its start (L2 regularisation), 0 or more
    #[arg(long, default_value_t = 0.000_02)]
    pub(crate) pull: f64,
}

/// Fits the values to games and writes them; reports the losses of every epoch.
///
/// # Errors
/// If the settings are out of range, the games cannot be read, or the values cannot be written.
pub(crate) fn run(settings: &FitSettings, files: &[PathBuf], out: &Path) -> Result<()> {
    ensure!(
        (0.0..=1.0).contains(&settings.share) && settings.epochs > 0,
        "the result share is 0 to 1, and there is at least one epoch"
    );
    let canonical = canonical_patterns();
    let data = TrainingData::read(files, |position| TrainingPosition::new(position, &canonical))?;
    let mut model = Model::built_in();
    let share = settings.share as f32;
    for epoch in 0..=settings.epochs {
        if epoch > 0 {
            run_epoch(&mut model, &data.train, settings, epoch);
        }
        let [a, b] = [&data.train, &data.held_out].map(|samples| model.loss(samples, share));
        report(&format!("epoch {epoch} train {a:.5} held-out {b:.5}"));
    }
    let FitSettings { epochs, seed, share, pull } = settings;
    let origin = format!(
        "{}; {epochs} epochs, seed {seed}, result-share {share}, pull {pull}",
        data.origin()
    );
    let text = write_values(&model, &canonical, &origin);
    std::fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))
}

/// One pass over all positions in random order; the learning rate falls linearly over all epochs.
fn run_epoch(model: &mut Model, samples: &[TrainingPosition], settings: &FitSettings, epoch: u64) {
    let mut random = SplitMix64::at(settings.seed, epoch);
    let mut order: Vec<&TrainingPosition> = samples.iter().collect();
    shuffle(&mut order, &mut random);
    let batches = order.chunks(BATCH_SIZE).len() as f32;
    for (number, batch) in order.chunks(BATCH_SIZE).enumerate() {
        let done = (epoch - 1) as f32 + number as f32 / batches;
        let left = 1.0 - done / settings.epochs as f32;
        let (share, pull) = (settings.share as f32, settings.pull as f32);
        model.step(batch, StepSettings { share, rate: left, pull });
    }
}

/// The values as text: the move, trays, and the patterns that differ from their untuned value.
fn write_values(model: &Model, canonical: &[CanonicalPattern], origin: &str) -> String {
    let rounded = |at: usize| model.numbers[at].map(|number| number.round() as i32);
    let mut text = format!("# {origin}\n");
    let mut line = |name: &str, [full, empty]: [i32; 2]| {
        let _ = writeln!(text, "{name} {full} {empty}");
    };
    line("move", rounded(MOVE_NUMBER));
    for (name, index) in named_tray_values() {
        line(&name, rounded(FIRST_TRAY_NUMBER + index));
    }
    for (pattern, representative) in canonical.iter().enumerate() {
        let is_own = *representative == CanonicalPattern { pattern: pattern as u16, sign: 1 };
        let value = rounded(pattern);
        if is_own && value != [untuned(pattern); 2] {
            line(&pattern_in_letters(pattern), value);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{FitSettings, run};
    use crate::games_text_format::SelfPlaySettings;
    use parlour::games::sticks::search_board::evaluation_weights::EvaluationWeights;

    #[test]
    fn fit_writes_values_that_can_be_read_the_same_each_time() {
        let name = |part: &str| {
            std::env::temp_dir().join(format!("fit-sticks-{}-{part}", std::process::id()))
        };
        let (games, out) = (name("games"), name("table"));
        crate::generate_command::run(SelfPlaySettings { nodes: 60, seed: 2 }, &games, 40, 1)
            .unwrap();
        let settings = FitSettings { epochs: 2, seed: 1, share: 0.5, pull: 0.0 };
        run(&settings, std::slice::from_ref(&games), &out).unwrap();
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(EvaluationWeights::read(&text).is_some() && text.lines().count() > 300);
        run(&settings, std::slice::from_ref(&games), &out).unwrap();
        assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
        assert!(run(&FitSettings { share: 1.5, ..settings }, &[], &out).is_err());
        for file in [games, out] {
            std::fs::remove_file(file).unwrap();
        }
    }
}
