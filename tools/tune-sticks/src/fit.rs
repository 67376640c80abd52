//! The command `fit`: from files of games to a table.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::base::{Score, Side, SplitMix64};
use parlour::game::Position;
use parlour::games::sticks::Sticks;
use parlour::games::sticks::search_board::line_values::{Image, images, plain};
use parlour::games::sticks::search_board::patterns::written;
use parlour::games::sticks::search_board::{Field, tray_values};

use crate::games::Game;
use crate::model::{MOVE, Model, Sample, TRAYS};

/// Positions of a step.
const BATCH: usize = 1_024;
/// One game in so many is held out.
const HELD_OUT: usize = 20;

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
    #[arg(long = "result-share", default_value_t = 0.7)]
    pub(crate) share: f64,
    /// How strongly each number is pulled to where it started, 0 or more.
    #[arg(long, default_value_t = 0.000_02)]
    pub(crate) pull: f64,
}

/// Fits the table to games and writes it; tells the losses of every epoch.
///
/// # Errors
/// When the plan is none, the games cannot be read, or the table cannot be written.
pub(crate) fn run(plan: &Plan, files: &[PathBuf], out: &Path) -> Result<()> {
    ensure!((0.0..=1.0).contains(&plan.share) && plan.epochs > 0, "no such plan");
    let (mut train, mut held_out, mut heads, mut games) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let images = images();
    for path in files {
        let say = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(path).with_context(say)?;
        let mut lines = text.lines();
        heads.push(lines.next().with_context(say)?.trim_start_matches("# ").to_owned());
        for (number, line) in lines.enumerate() {
            let part = if number % HELD_OUT == 0 { &mut held_out } else { &mut train };
            add(&Game::read(line).with_context(say)?, &images, part);
            games += 1;
        }
    }
    ensure!(!train.is_empty() && !held_out.is_empty(), "there are too few games");
    let mut model = Model::built_in();
    let share = plan.share as f32;
    for epoch in 0..=plan.epochs {
        if epoch > 0 {
            pass(&mut model, &train, plan, epoch);
        }
        let [a, b] = [&train, &held_out].map(|samples| model.loss(samples, share));
        say(&format!("epoch {epoch} train {a:.5} held-out {b:.5}"));
    }
    let Plan { epochs, seed, share, pull } = plan;
    let origin = format!(
        "{games} games ({}), {} quiet positions; {epochs} epochs, seed {seed}, result-share \
         {share}, pull {pull}",
        heads.join(", "),
        train.len() + held_out.len(),
    );
    let text = table(&model, &images, &origin);
    std::fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))
}

/// Tells people how the fit goes on.
#[expect(clippy::print_stderr, reason = "a tool for the terminal")]
fn say(line: &str) {
    eprintln!("{line}");
}

/// Adds the quiet positions of a game: nobody wins at once, and the search saw no end.
fn add(game: &Game, images: &[Image], samples: &mut Vec<Sample>) {
    let mut position = Sticks::new();
    for m in &game.opening {
        position.play(*m);
    }
    for (m, score) in &game.moves {
        let field = Field::new(&position);
        let is_quiet = Side::BOTH.into_iter().all(|side| field.wins(side) == [0; 3]);
        if is_quiet && Score::from_value(*score).plies_to_end().is_none() {
            let sign = if field.mover() == Side::First { 1.0 } else { -1.0 };
            let result = f32::midpoint(game.result as f32, 1.0);
            samples.push(Sample::new(&field, images, result, sign * *score as f32));
        }
        position.play(*m);
    }
}

/// One pass over all positions, in an order of its own, ever slower.
fn pass(model: &mut Model, samples: &[Sample], plan: &Plan, epoch: u64) {
    let mut random = SplitMix64::at(plan.seed, epoch);
    let mut order: Vec<&Sample> = samples.iter().collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u64 + 1) as usize);
    }
    let batches = order.chunks(BATCH).len() as f32;
    for (number, batch) in order.chunks(BATCH).enumerate() {
        let done = (epoch - 1) as f32 + number as f32 / batches;
        let left = 1.0 - done / plan.epochs as f32;
        model.step(batch, plan.share as f32, (left, plan.pull as f32));
    }
}

/// The table as text: trays, the move, and the patterns that are not worth what is plain.
fn table(model: &Model, images: &[Image], origin: &str) -> String {
    let rounded = |at: usize| model.numbers[at].map(|number| number.round() as i32);
    let mut text = format!("# {origin}\n");
    let mut line = |name: &str, [placing, shifting]: [i32; 2]| {
        let _ = writeln!(text, "{name} {placing} {shifting}");
    };
    line("move", rounded(MOVE));
    for (name, place) in tray_values::named() {
        line(&name, rounded(TRAYS + place));
    }
    for (pattern, image) in images.iter().enumerate() {
        let is_own = *image == Image { canon: pattern as u16, sign: 1 };
        let worth = rounded(pattern);
        if is_own && worth != [plain(pattern); 2] {
            line(&written(pattern), worth);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Plan, run};
    use crate::games::Settings;
    use parlour::games::sticks::search_board::line_values::Worths;

    #[test]
    fn fit_writes_a_table_that_can_be_read_the_same_each_time() {
        let name = |part: &str| {
            std::env::temp_dir().join(format!("fit-sticks-{}-{part}", std::process::id()))
        };
        let (games, out) = (name("games"), name("table"));
        crate::generate::run(Settings { nodes: 60, seed: 2 }, &games, 40, 1).unwrap();
        let plan = Plan { epochs: 2, seed: 1, share: 0.5, pull: 0.0 };
        run(&plan, std::slice::from_ref(&games), &out).unwrap();
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(Worths::read(&text).is_some() && text.lines().count() > 300);
        run(&plan, std::slice::from_ref(&games), &out).unwrap();
        assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
        assert!(run(&Plan { share: 1.5, ..plan }, &[], &out).is_err());
        for file in [games, out] {
            std::fs::remove_file(file).unwrap();
        }
    }
}
