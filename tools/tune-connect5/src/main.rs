//! Tunes the static evaluation of Connect 5: self-play games, and a fit of the table to them.
//!
//! ```text
//! cargo run --release -p parlour-tune-connect5 -- generate --out target/freestyle.games
//! cargo run --release -p parlour-tune-connect5 -- fit --games target/freestyle.games \
//!     --out src/games/connect5/threat_map/values.txt
//! ```
//!
//! The second command makes the table from the games of the first. `generate` continues where its
//! file ends, and may be stopped at any time; the same seed, table and player give the same games
//! on every machine. The same fit gives the same table, except for how a machine rounds
//! exponentials. `--rule standard` and `--rule renju` play under those rules and fit their columns
//! of the table. `README.md` in this folder has more.

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
    /// Plays the player threat against itself, from random openings that are about even
    Generate {
        /// The file of games; continued where it ends
        #[arg(long)]
        out: PathBuf,
        /// How many games the file shall hold in the end
        #[arg(long, default_value_t = 1_000_000)]
        games: u64,
        /// How many games are played at a time
        #[arg(long, default_value_t = 1)]
        jobs: u64,
        #[command(flatten)]
        settings: games::Settings,
    },
    /// Fits the table to the games, starting from the table that is built in
    Fit {
        /// One or more files that generate has written
        #[arg(long, required = true, num_args = 1..)]
        games: Vec<PathBuf>,
        /// Where the new table is written
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        options: fit::FitOptions,
    },
}

fn main() -> Result<()> {
    match Arguments::parse() {
        Arguments::Generate { out, games, jobs, settings } => {
            generate::run(&settings, &out, games, jobs)
        }
        Arguments::Fit { games, out, options } => fit::run(&options, &games, &out),
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
        let Arguments::Fit { games, options, .. } = Arguments::parse_from(words) else { panic!() };
        assert_eq!((games.len(), options.spread, options.rule), (2, 30.0, Rule::Freestyle));
        let bad = ["tune-connect5", "generate", "--out", "c", "--rule", "loose"];
        assert!(Arguments::try_parse_from(bad).is_err());
    }
}
