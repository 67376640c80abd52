//! Tunes the evaluation of Sticks 'n' Barrels: plays it against itself, and fits its table.
//!
//! ```text
//! cargo run --release -p parlour-tune-sticks -- generate --out target/sticks.games
//! cargo run --release -p parlour-tune-sticks -- fit --games target/sticks.games \
//!     --out src/games/sticks/field/values.txt
//! ```
//!
//! The same seed, table and player give the same games on every machine, whatever `--jobs`.

mod fit;
mod games;
mod generate;
mod model;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Plays Sticks 'n' Barrels against itself and fits the evaluation to the results.
#[derive(Parser)]
#[command(name = "tune-sticks")]
enum Arguments {
    /// Plays the player search against itself, from random openings that are about level
    Generate {
        /// File of games
        #[arg(long)]
        out: PathBuf,
        /// How many
        #[arg(long, default_value_t = 6_000)]
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
            generate::run(settings, &out, games, jobs)
        }
        Arguments::Fit { games, out, plan } => fit::run(&plan, &games, &out),
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::{CommandFactory, Parser};

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        Arguments::command().debug_assert();
        let words = ["tune-sticks", "fit", "--games", "a", "b", "--out", "c"];
        let Arguments::Fit { games, plan, .. } = Arguments::parse_from(words) else { panic!() };
        assert_eq!((games.len(), plan.epochs), (2, 12));
    }
}
