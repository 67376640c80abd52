//! Tunes the evaluation of Connect 5: plays it against itself, and fits its table to the games.
//!
//! ```text
//! cargo run --release -p parlour-tune-connect5 -- generate --out target/freestyle.games
//! cargo run --release -p parlour-tune-connect5 -- fit --games target/freestyle.games \
//!     --out src/games/connect5/grid/values.txt
//! ```
//!
//! The second command remakes the table from what the first has played. `generate` goes on where
//! its file ends, and may be stopped at any time; the same seed, table and player give the same
//! games on every machine. A fit repeats itself, but for how a machine rounds exponentials.
//! `--rule standard` and `--rule renju` play those rules and fit their columns of the table.

mod adam;
mod features;
mod fit;
mod games;
mod generate;
mod model;
mod network;
mod positions;
mod selfplay;
mod table;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Plays Connect 5 against itself and fits the evaluation's table to the games.
#[derive(Parser)]
#[command(name = "tune-connect5")]
enum Arguments {
    /// Plays the player threat against itself, from random openings that are about level
    Generate {
        /// File of games; goes on where it ends
        #[arg(long)]
        out: PathBuf,
        /// How many the file shall hold
        #[arg(long, default_value_t = 1_000_000)]
        games: u64,
        /// Games at a time
        #[arg(long, default_value_t = 1)]
        jobs: u64,
        #[command(flatten)]
        settings: games::Settings,
    },
    /// Fits the table to the games, starting from the table that is built in
    Fit {
        /// What generate has written; one file or more
        #[arg(long, required = true, num_args = 1..)]
        games: Vec<PathBuf>,
        /// Where the new table is written
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        plan: fit::Plan,
    },
}

fn main() -> Result<()> {
    match Arguments::parse() {
        Arguments::Generate { out, games, jobs, settings } => {
            generate::run(&settings, &out, games, jobs)
        }
        Arguments::Fit { games, out, plan } => fit::run(&plan, &games, &out),
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::{CommandFactory, Parser};
    use parlour::games::connect5::Rule;

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        Arguments::command().debug_assert();
        let words = ["tune-connect5", "fit", "--games", "a", "b", "--out", "c"];
        let Arguments::Fit { games, plan, .. } = Arguments::parse_from(words) else { panic!() };
        assert_eq!((games.len(), plan.spread, plan.rule), (2, 30.0, Rule::Freestyle));
        let bad = ["tune-connect5", "generate", "--out", "c", "--rule", "loose"];
        assert!(Arguments::try_parse_from(bad).is_err());
    }
}
